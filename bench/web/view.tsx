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

function Figures(shown: Shown) {
  const { origin, results, facts } = shown;
  const { choice } = state.value;
  const choose = (part: Partial<typeof choice>) => set({ choice: { ...choice, ...part } });
  const tables = tablesOf(results, choice);
  return (
    <section id="results" class={`${origin} stack`} aria-label="Figures">
      <div class="line">
        <label>
          Messages{' '}
          <select
            id="load"
            value={choice.load}
            onChange={(event) => choose({ load: event.currentTarget.value as 'one' | 'many' })}
          >
            <option value="one" label="one at a time" />
            <option value="many" label="many at once" />
          </select>
        </label>
        <label>
          of{' '}
          <select
            id="size"
            value={choice.size}
            onChange={(event) => choose({ size: Number(event.currentTarget.value) })}
          >
            {results.sizes.map((size) => (
              <option key={size} value={size} label={sizeText(size)} />
            ))}
          </select>
        </label>
        <Copy {...shown} />
      </div>
      {tables.map(({ group, lines }) => (
        <table key={group}>
          <caption>{`${group[0]?.toUpperCase()}${group.slice(1)}, MB/s`}</caption>
          {lines.map(({ name, by, isOurs, share, value }) => (
            <tr key={`${name} ${by}`} class={isOurs ? 'ours' : ''}>
              <th scope="row">{`${name}, ${by}`}</th>
              <td class="bar">
                <progress value={share} aria-hidden="true" />
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
  return `1 MB is 10^6 bytes. Builds of Romulus are in bold type. ± marks figures whose rounds disagree. Every message has a key, and 16 bytes of associated data if it is encrypted. Many are ${
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
