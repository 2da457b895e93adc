/** The one state of the page, which the view follows. */
import { resultsOf } from './facts.js';
import { type Change, initial, type Result, refuse, type Say, type State } from './state.js';
import type { Words } from './words/english.js';
import { english, german } from './words/languages.js';

const languages: Readonly<Record<string, Words>> = { en: english, de: german };
const remembered = 'language';

/** Tries to use storage. Returns undefined if the browser refuses the storage. */
function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

function firstLanguage(): string {
  const tags = [attempt(() => localStorage.getItem(remembered)), ...navigator.languages];
  const wanted = tags.map((tag) => tag?.split('-')[0] ?? '');
  return wanted.find((tag) => Object.hasOwn(languages, tag)) ?? 'en';
}

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

export const words = (): Words => languages[state.value.language] as Words;

export function speak(language: string): void {
  attempt(() => localStorage.setItem(remembered, language));
  change((before) => ({ ...before, language }));
}

const heldBy = ({ rows, removed, zip }: State): Set<Result | undefined> =>
  new Set([...resultsOf({ rows: removed ? [...rows, removed] : rows }), zip?.result]);

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i]);

/** Makes these changes, and removes the results that the state no longer holds. */
export function change(...changes: readonly Change[]): void {
  const before = state.value;
  let after = changes.reduce((each, next) => next(each), before);
  if (after.zip && !isSame(after.zip.of, resultsOf(after))) after = { ...after, zip: undefined };
  state.value = after;
  if (!isWaiting) queueMicrotask(view);
  isWaiting = true;
  if (after.rows === before.rows && after.removed === before.removed && after.zip === before.zip) return;
  for (const result of heldBy(before).difference(heldBy(after))) result?.remove();
}

export const set = (part: Partial<State>): void => change((before) => ({ ...before, ...part }));

export const say = (said: Say): void => set({ said });

/** Says what is wrong with a field, and puts the focus there, so that screen readers read both. */
export function complain(field: Parameters<typeof refuse>[0], why: Say): void {
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
