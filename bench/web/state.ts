/** The state of the page, and the texts and bars that follow from it. */
import { signal } from '@preact/signals';
import type { Kept } from './archive.js';
import { type Bar, barsOf, type Choice, comparisons, loads, rowsOf, sentenceOf } from './comparison.js';
import type { Survey } from './protocol.js';
import { emptyResults, middleOf, type Results } from './results.js';
import type { Progress } from './run.js';
import type { Setting } from './setting.js';

export type Origin = 'published' | 'earlier' | 'link' | 'run';

export type Shown = Kept & { readonly origin: Origin };

export const initial = {
  facts: [] as Kept['facts'],
  shown: undefined as Shown | undefined,
  progress: undefined as Progress | undefined,
  /** The end of the last run, or the reason why there is nothing to show. */
  said: '',
  setting: 'quick',
  choice: { comparison: 'encryption', load: 'one', size: 4096 } as Choice,
};

export type State = Readonly<typeof initial>;
export type Change = (state: State) => State;

export const state = signal<State>(initial);

export function change(next: Change): void {
  state.value = next(state.peek());
}

export const set = (part: Partial<State>): void => change((state) => ({ ...state, ...part }));

/** Shows figures. If these figures have no rows for a choice, the choice returns to a usual one. */
export const show =
  (kept: Kept, origin: Origin): Change =>
  (state) => {
    const { choice } = state;
    const { sizes } = kept.results;
    const size = sizes.includes(choice.size) ? choice.size : middleOf(sizes);
    const comparison = comparisonsOf(kept.results).includes(choice.comparison) ? choice.comparison : 'encryption';
    return { ...state, shown: { ...kept, origin }, choice: { ...choice, size, comparison } };
  };

/** Begins a run. Figures of others, and earlier figures, disappear. */
export const begin: Change = (state) => {
  return { ...state, shown: undefined, said: '', progress: { share: 0, doing: 'starting', left: undefined } };
};

export const survey =
  (told: Survey, { name, rounds, sizes }: Setting, date: Date): Change =>
  (state) => {
    const facts = [
      ['date', date.toISOString().slice(0, 16).replace('T', ' ')],
      ...state.facts,
      ['clock', `steps of ${Number((told.clockStep * 1000).toPrecision(2))} µs`],
      ['setting', `${name}, ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}`],
    ] as const;
    return show({ results: emptyResults(told, sizes), facts, warnings: [] }, 'run')(state);
  };

export const found =
  (results: Results): Change =>
  ({ shown, ...state }) => ({ ...state, shown: shown && { ...shown, results } });

export const warn =
  (text: string): Change =>
  ({ shown, ...state }) => ({
    ...state,
    shown: shown && { ...shown, warnings: [...new Set([...shown.warnings, text])] },
  });

export const end =
  (said: string): Change =>
  (state) => ({ ...state, said, progress: undefined });

export const shownBars = ({ shown, choice }: State): Bar[] => (shown ? barsOf(shown.results, choice) : []);

/** The comparisons, and the ways to give messages, that figures have rows for. */
export const comparisonsOf = (results: Results): Choice['comparison'][] =>
  (Object.keys(comparisons) as Choice['comparison'][]).filter((comparison) => {
    const rows = rowsOf(results, { ...initial.choice, comparison });
    return new Set(rows.map(({ by, subject }) => (comparison === 'builds' ? by : subject))).size > 1;
  });
export const loadsOf = ({ shown, choice }: State): Choice['load'][] =>
  (Object.keys(loads) as Choice['load'][]).filter(
    (load) =>
      load === choice.load ||
      (load !== 'cores' && choice.comparison === 'builds') ||
      (shown && rowsOf(shown.results, { ...choice, load }).length > 1 && choice.comparison !== 'suites'),
  );

export function whose({ shown, progress, said }: State): string {
  if (said || progress || !shown) return said;
  const fact = (name: string) => shown.facts.find(([each]) => each === name)?.[1] ?? `unknown ${name}`;
  const where = `${fact('browser')}, ${fact('system')}, ${fact('date')}`;
  const origins: Record<Origin, string> = {
    published: `Published figures, not yours: ${where}. They are rounded. Start measures this browser.`,
    link: `Figures of whoever made this link: ${where}. They are rounded. Start measures this browser.`,
    earlier: `Measured in this browser earlier: ${fact('date')}.`,
    run: '',
  };
  return origins[shown.origin];
}

export function sentence({ shown }: State): string {
  const found = shown && sentenceOf(shown.results, middleOf(shown.results.sizes));
  if (!found)
    return 'Measures romulus-wasm in this browser, beside WebCrypto and other packages: a first picture after some five seconds.';
  const origins = { published: 'Published figures: ', link: 'Figures of a link: ', earlier: '', run: '' };
  return origins[shown.origin] + found;
}
