/** The view of the state. */
import { useState } from 'preact/hooks';
import { sizeText, tablesOf } from './results.js';
import { messagesOf } from './setting.js';
import { type Shown, sentence, set, state, whose } from './state.js';

export function View({ start }: { start(): void }) {
  const { shown, progress } = state.value;
  return (
    <>
      <p id="sentence" role="status">
        {sentence(state.value)}
      </p>
      <button type="button" id="start" class={progress ? '' : 'primary'} onClick={start}>
        {progress ? 'Stop' : 'Start'}
      </button>
      {progress && <progress aria-label="Progress" value={progress.share} />}
      <p class="hint" id="status" role="status">
        {whose(state.value)}
      </p>
      {shown && <Figures {...shown} />}
    </>
  );
}

interface Selection {
  readonly id: string;
  readonly label: string;
  readonly value: string | number;
  /** The text of each value. */
  readonly of: Readonly<Record<string, string>>;
  choose(value: string): void;
}

const Select = ({ id, label, value, of, choose }: Selection) => (
  <label>
    {label}{' '}
    <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {Object.entries(of).map(([each, text]) => (
        <option key={each} value={each} label={text} />
      ))}
    </select>
  </label>
);

function Figures(shown: Shown) {
  const { origin, results, facts } = shown;
  const { choice } = state.value;
  const sizesByText = Object.fromEntries(results.sizes.map((size) => [size, sizeText(size)]));
  const tables = tablesOf(results, choice);
  return (
    <section id="results" class={`${origin} stack`} aria-label="Figures">
      <div class="line">
        <Select
          {...{ id: 'load', label: 'Messages', value: choice.load, of: { one: 'one at a time', many: 'many at once' } }}
          choose={(load) => set({ choice: { ...choice, load: load as typeof choice.load } })}
        />
        <Select
          {...{ id: 'size', label: 'of', value: choice.size, of: sizesByText }}
          choose={(size) => set({ choice: { ...choice, size: Number(size) } })}
        />
        <Copy {...shown} />
      </div>
      {tables.map(({ group, lines }) => (
        <table key={group}>
          <caption>{`${group[0]?.toUpperCase()}${group.slice(1)}, MB/s`}</caption>
          {lines.map(({ name, by, isOurs, share, value }) => (
            <tr key={`${name} ${by}`} class={isOurs ? 'ours' : ''}>
              <th scope="row">{`${name}, ${by}`}</th>
              <td class="bar">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={Math.max(0.3, 100 * share)} height="10" />
                </svg>
              </td>
              <td>{value}</td>
            </tr>
          ))}
        </table>
      ))}
      {tables.length === 0 && <p class="hint">This is not measured yet.</p>}
      <p class="hint">{notes(results.sizes)}</p>
      <dl class="box line" id="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function notes(sizes: readonly number[]): string {
  const [most, fewest] = [messagesOf(sizes[0]!), messagesOf(sizes.at(-1)!)];
  return `1 MB is 10^6 bytes. Builds of Romulus are highlighted. ± marks figures whose rounds disagree. Every message has a key, and 16 bytes of associated data if it is encrypted. Many are ${
    fewest === most ? most : `${most} of a length, ${fewest} of the longest`
  }: in one call of this package, one after the other by others, all before the first is done by WebCrypto. WebCrypto keeps its key from message to message, unless it says “with key import”; all others take the key with each message. Other programs at work make figures lower, and so do open DevTools and a page in the background.`;
}

/** Milliseconds for which a button shows its outcome. */
const shownFor = 2000;

function Copy({ results, facts }: Shown) {
  const [outcome, setOutcome] = useState('Copy as JSON');
  const copy = async () => {
    const copied = navigator.clipboard?.writeText(JSON.stringify({ facts, results })).then(() => 'Copied');
    setOutcome(await (copied ?? Promise.reject()).catch(() => 'This browser forbids copying'));
    setTimeout(setOutcome, shownFor, 'Copy as JSON');
  };
  return (
    <button type="button" onClick={copy}>
      {outcome}
    </button>
  );
}
