/** The view of the state. */
import { useState } from 'preact/hooks';
import { hand } from '../../examples/browser-encryption/page/hand.js';
import { fragmentOf, type Kept } from './archive.js';
import { type Choice, comparisons, loads, titleOf } from './comparison.js';
import { pictureOf } from './picture.js';
import { cellsOf, type Results, sizeText } from './results.js';
import { messagesOf } from './setting.js';
import { type Change, comparisonsOf, loadsOf, type State, sentence, shownBars, whose } from './state.js';

interface ViewProps {
  readonly state: State;
  change(change: Change): void;
  start(): void;
}

export function View({ state, change, start }: ViewProps) {
  const { shown, progress } = state;
  return (
    <>
      <p id="sentence" role="status">
        {sentence(state)}
      </p>
      <div class="line">
        <label>
          Setting{' '}
          <select
            id="setting"
            value={state.setting}
            disabled={progress !== undefined}
            onChange={({ currentTarget: { value: setting } }) => change((state) => ({ ...state, setting }))}
          >
            <option value="quick">quick: some two minutes</option>
            <option value="full">full: more lengths, decryption too</option>
          </select>
        </label>
        <button id="start" type="button" class={progress ? '' : 'primary'} onClick={start}>
          {progress ? 'Stop' : 'Start'}
        </button>
      </div>
      {progress && <progress aria-label="Progress" value={progress.share} />}
      <p class="hint">
        {progress && <span aria-hidden="true">{Math.round(100 * progress.share)} %: </span>}
        <span id="status" role="status">
          {progress?.doing ?? whose(state)}
        </span>
        {progress?.left !== undefined && (
          <span id="left" aria-hidden="true">{` · ${Math.max(1, Math.round(progress.left))} s left`}</span>
        )}
      </p>
      <div role="alert">
        {shown?.warnings.map((text) => (
          <p key={text} class="warning box">
            {text}
          </p>
        ))}
      </div>
      {shown && <Figures state={state} shown={shown} change={change} />}
      <dl class="box line" id="facts">
        {(shown?.facts ?? state.facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Figures({ state, shown, change }: Pick<ViewProps, 'state' | 'change'> & { shown: Kept & { origin: string } }) {
  const { choice } = state;
  const { results } = shown;
  const bars = shownBars(state);
  const choose = (part: Partial<Choice>) => change((state) => ({ ...state, choice: { ...state.choice, ...part } }));
  const select = <N extends keyof Choice>(
    name: N,
    label: string,
    of: readonly Choice[N][],
    textOf: (of: Choice[N]) => string,
  ) => (
    <label>
      {label}{' '}
      <select
        id={name}
        value={choice[name]}
        onChange={({ currentTarget }) => choose({ [name]: of[currentTarget.selectedIndex] })}
      >
        {of.map((value) => (
          <option key={value} value={value}>
            {textOf(value)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section id="results" class={shown.origin} aria-label="Figures">
      <h2>{titleOf(choice)}</h2>
      <div class="line">
        {select('comparison', 'Compare', comparisonsOf(results), (name) => comparisons[name])}
        {select('load', 'Messages', loadsOf(state), (name) => loads[name])}
        {select('size', 'of', results.sizes, sizeText)}
      </div>
      <ol id="bars">
        {bars.map(({ label, isOurs, share, from, to, value }) => (
          <li key={label} class={isOurs ? 'ours' : ''}>
            <span class="label">{label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(0.3, 100 * share)} height="10" />
              <line x1={100 * from} x2={100 * to} y1="5" y2="5" />
            </svg>
            <span class="value">{value}</span>
          </li>
        ))}
      </ol>
      {bars.length === 0 && (
        <p class="hint">{state.progress ? 'This is measured later in the run.' : 'This was not measured.'}</p>
      )}
      <p class="hint">
        Romulus is highlighted. The thin line reaches from the slowest to the fastest round. ± marks figures whose
        rounds still disagree after they were measured again.
      </p>
      <Exports state={state} shown={shown} />
      <AllFigures results={results} />
      <p class="hint">{notes(results)}</p>
    </section>
  );
}

function notes({ sizes }: Results): string {
  const [most, fewest] = [messagesOf(sizes[0]!), messagesOf(sizes.at(-1)!)];
  return `1 MB is 10^6 bytes. Every message has a key, and 16 bytes of associated data if it is encrypted. Many are ${
    fewest === most ? most : `${most} of a length, ${fewest} of the longest`
  }: in one call of this package, one after the other by others, all before the first is done by WebCrypto. WebCrypto keeps its key from message to message, unless it says “with key import”; all others take the key with each message. On all cores, a worker on each does the same at the same time, in one round. Other programs at work make figures lower, those of long calls most.`;
}

/** Milliseconds for which a button shows its outcome. */
const shownFor = 2000;

function Exports({ state, shown }: { state: State; shown: Kept }) {
  const [said, say] = useState<readonly [name: string, text: string]>(['', '']);
  const copy = async (name: string, text: string) => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'This browser forbids copying',
    );
    say([name, copied]);
    setTimeout(() => say(['', '']), shownFor);
  };
  const picture = () => {
    const facts = shown.facts.map(([, value]) => value).join(' · ');
    return pictureOf(shownBars(state), titleOf(state.choice), [
      'The thin line reaches from the slowest to the fastest round; ± marks rounds that disagree.',
      whose({ ...state, said: '', progress: undefined }).replace(/ Start.*/, '') ||
        'Measured by the performance page of romulus-wasm.',
      facts,
    ]);
  };
  const actions: Record<string, (name: string) => Promise<void> | void> = {
    'Copy link': async (name) => copy(name, new URL(await fragmentOf(shown), location.href).href),
    JSON: () => hand('romulus-performance.json', new Blob([JSON.stringify(shown)], { type: 'application/json' })),
    PNG: async () => hand('romulus-performance.png', await picture()),
  };
  return (
    <div class="line" id="exports">
      {Object.entries(actions).map(([name, act]) => (
        <button key={name} type="button" onClick={() => act(name)}>
          {said[0] === name ? said[1] : name}
        </button>
      ))}
    </div>
  );
}

function AllFigures({ results }: { results: Results }) {
  const { heads, rows } = cellsOf(results);
  const cells = (row: readonly string[]) =>
    row.map((text, i) => (
      <td key={heads[i]} {...(i > 1 && { 'data-size': heads[i] })}>
        {text}
      </td>
    ));
  return (
    <details>
      <summary>All figures, MB/s</summary>
      <table id="table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row[0]} ${row[1]}`}>{cells(row)}</tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
