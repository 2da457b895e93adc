/** The visit: its one state, a signal that the view follows, its language and its focus. */
import { signal } from '@preact/signals';
import { isArmored } from 'romulus-wasm/stream';
import { remember, remembered } from './browser.js';
import { resultsOf } from './facts.js';
import { type Change, type Field, initial, type ProblemField, refuse, type State, type } from './state.js';
import { isLanguage, type Language, type Say, type Words, wordsOf } from './words.js';

const languageKey = 'romulus-encrypt:language';

const firstLanguage = (): Language =>
  [remembered(languageKey), ...navigator.languages].map((tag) => tag?.split('-')[0] ?? '').find(isLanguage) ?? 'en';

export const state = signal<State>({ ...initial, language: firstLanguage() });

/** The texts of the page, about a text on the tab for texts, and otherwise about files. */
export const words: Words = (name, values) => {
  const { language, tab } = state.value;
  return wordsOf(language)(name, { thing: tab === 'text' ? 'text' : 'file', ...values });
};

export function speak(language: Language): void {
  remember(languageKey, language);
  set({ language });
}

export const isWorking = (): boolean => state.value.work !== undefined;

/** Makes these changes, and removes the results that the state no longer holds. */
export function change(...changes: readonly Change[]): void {
  const before = state.peek();
  const after = changes.reduce((each, next) => next(each), before);
  state.value = after;
  if (after.rows === before.rows) return;
  const held = new Set(resultsOf(after));
  for (const result of resultsOf(before)) if (!held.has(result)) result.remove();
}

export const set = (part: Partial<State>): void => change((before) => ({ ...before, ...part }));

/** Takes what was typed or dropped into a field. */
export const typeInto = (field: Field, value: string): void =>
  change(type(field, value), (typed) => (field === 'text' ? { ...typed, isArmored: isArmored(value) } : typed));

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
