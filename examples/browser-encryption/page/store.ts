/** The one state of the page, which the view follows. */
import { resultsOf } from './facts.js';
import { remember, remembered } from './memory.js';
import { type Change, initial, type ProblemField, type Result, refuse, type State } from './state.js';
import { isLanguage, type Language, type Say, type Words, wordsOf } from './words.js';

const firstLanguage = (): Language =>
  [remembered('language'), ...navigator.languages].map((tag) => tag?.split('-')[0] ?? '').find(isLanguage) ?? 'en';

export const state: { value: State } = { value: { ...initial, language: firstLanguage() } };

let view = () => {};
let isWaiting = false;

export function showWith(show: () => void): void {
  view = () => {
    isWaiting = false;
    show();
  };
  view();
}

export const words: Words = (name, values) => wordsOf(state.value.language)(name, values);

export function speak(language: Language): void {
  remember('language', language);
  set({ language });
}

const heldBy = ({ rows, removed, zip }: State): Set<Result | undefined> =>
  new Set([...resultsOf({ rows: removed ? [...rows, removed] : rows }), zip?.result]);

/** Makes these changes, and removes the results that the state no longer holds. */
export function change(...changes: readonly Change[]): void {
  const before = state.value;
  let after = changes.reduce((each, next) => next(each), before);
  const hasOld = after.zip?.of.symmetricDifference(new Set(resultsOf(after))).size;
  if (hasOld) after = { ...after, zip: undefined };
  state.value = after;
  if (!isWaiting) queueMicrotask(view);
  isWaiting = true;
  if (after.rows === before.rows && after.removed === before.removed && after.zip === before.zip) return;
  for (const result of heldBy(before).difference(heldBy(after))) result?.remove();
}

export const set = (part: Partial<State>): void => change((before) => ({ ...before, ...part }));

export const say = (said: Say): void => set({ said });

/** Says what is wrong with a field, and puts the focus there, so that screen readers read both. */
export function complain(field: ProblemField, why: Say): void {
  change(refuse(field, why));
  focusOn(field);
}

/** Puts the focus on the first of these elements that exists and is not inert, once the page is drawn. */
export function focusOn(...ids: readonly string[]): void {
  setTimeout(() => {
    const element = ids.map((id) => document.getElementById(id)).find((each) => each && !each.closest('[inert]'));
    element?.focus();
  });
}
