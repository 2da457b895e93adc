/** The state of the page, and the sentences that follow from it. */
import { signal } from '@preact/signals';
import { type Choice, middleOf, type Results, sentenceOf } from './results.js';

export type Facts = readonly (readonly [name: string, value: string])[];

/** Figures with who measured them: whoever published this page, or this visit. */
export interface Shown {
  readonly origin: 'published' | 'run';
  readonly results: Results;
  readonly facts: Facts;
}

export interface State {
  readonly shown?: Shown;
  /** There while a run goes on. */
  readonly progress?: { readonly share: number; readonly doing: string } | undefined;
  /** The end of the last run. */
  readonly said: string;
  readonly choice: Choice;
}

export const state = signal<State>({ said: '', choice: { load: 'one', size: 4096 } });

export const set = (part: Partial<State>): void => {
  state.value = { ...state.peek(), ...part };
};

/** Shows figures, at a size that they have. */
export function show(shown: Shown): void {
  const { sizes } = shown.results;
  const { choice } = state.peek();
  set({ shown, choice: { ...choice, size: sizes.includes(choice.size) ? choice.size : middleOf(sizes) } });
}

export function whose({ shown, progress, said }: State): string {
  if (progress) return progress.doing;
  if (said || shown?.origin !== 'published') return said;
  const fact = (name: string) => shown.facts.find(([each]) => each === name)?.[1] ?? `unknown ${name}`;
  return `Published figures, not yours: ${fact('browser')}, ${fact('system')}, ${fact('date')}. Start measures this browser.`;
}

export function sentence({ shown }: State): string {
  const found = shown && sentenceOf(shown.results);
  if (!found)
    return 'Measures romulus-wasm in this browser, beside WebCrypto and other packages, in one or two minutes.';
  return shown.origin === 'published' ? `Published figures: ${found}` : found;
}
