/** The view of the state. */
import { useState } from 'preact/hooks';
import { hand } from '../../examples/browser-encryption/page/hand.js';
import { fragmentOf } from './archive.js';
import { type Choice, comparisons, loads, titleOf } from './comparison.js';
import { pictureOf } from './picture.js';
import { cellsOf, type Results, sizeText } from './results.js';
import { messagesOf } from './setting.js';
import { comparisonsOf, loadsOf, type Shown, sentence, set, shownBars, state, whose } from './state.js';

const Button = ({ text, ...others }: { text: string; id?: string; class?: string; onClick(): void }) => (
  <button type="button" {...others}>
    {text}
  </button>
);

export function View({ start }: { start(): void }) {
  const { shown, progress, setting, facts } = state.value;
  return (
    <>
      <p id="sentence" role="status">
        {sentence(state.value)}
      </p>
      <div class="line">
        <label>
          Setting{' '}
          <select
            id="setting"
            value={setting}
            disabled={progress !== undefined}
            onChange={({ currentTarget }) => set({ setting: currentTarget.value })}
          >
            <option value="quick">quick: some two minutes</option>
            <option value="full">full: more lengths, decryption too</option>
          </select>
        </label>
        <Button id="start" class={progress ? '' : 'primary'} onClick={start} text={progress ? 'Stop' : 'Start'} />
      </div>
      {progress && <progress aria-label="Progress" value={progress.share} />}
      <p class="hint">
        {progress && <span aria-hidden="true">{Math.round(100 * progress.share)} %: </span>}
        <span id="status" role="status">
          {progress?.doing ?? whose(state.value)}
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
      {shown && <Figures {...shown} />}
      <dl class="box line" id="facts">
        {(shown?.facts ?? facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const texts: Record<string, string> = { ...comparisons, ...loads };

const Select = ({ name, label, of }: { name: keyof Choice; label: string; of: readonly (string | number)[] }) => (
  <label>
    {label}{' '}
    <select
      id={name}
      value={state.value.choice[name]}
      onChange={({ currentTarget: { selectedIndex } }) =>
        set({ choice: { ...state.value.choice, [name]: of[selectedIndex] } })
      }
    >
      {of.map((value) => (
        <option key={value} value={value} label={texts[value] ?? sizeText(Number(value))} />
      ))}
    </select>
  </label>
);

function Figures(shown: Shown) {
  const { results, origin } = shown;
  const bars = shownBars(state.value);
  return (
    <section id="results" class={`${origin} stack`} aria-label="Figures">
      <h2>{titleOf(state.value.choice)}</h2>
      <div class="line">
        <Select name="comparison" label="Compare" of={comparisonsOf(results)} />
        <Select name="load" label="Messages" of={loadsOf(state.value)} />
        <Select name="size" label="of" of={results.sizes} />
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
        <p class="hint">{state.value.progress ? 'This is measured later in the run.' : 'This was not measured.'}</p>
      )}
      <p class="hint">
        Romulus is highlighted. The thin line reaches from the slowest to the fastest round. ± marks figures whose
        rounds still disagree after they were measured again.
      </p>
      <Exports {...shown} />
      <AllFigures {...results} />
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

function Exports(shown: Shown) {
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    const link = new URL(await fragmentOf(shown), location.href).href;
    const outcome = navigator.clipboard.writeText(link).then(() => 'Copied');
    setCopied(await outcome.catch(() => 'This browser forbids copying'));
    setTimeout(setCopied, shownFor);
  };
  const save = () => hand('romulus-performance.json', new Blob([JSON.stringify(shown)], { type: 'application/json' }));
  const draw = async () => {
    const picture = await pictureOf(shownBars(state.value), titleOf(state.value.choice), [
      'The thin line reaches from the slowest to the fastest round; ± marks rounds that disagree.',
      shown.facts.map(([, value]) => value).join(' · '),
    ]);
    hand('romulus-performance.png', picture);
  };
  return (
    <div class="line" id="exports">
      <Button onClick={copy} text={copied ?? 'Copy link'} />
      <Button onClick={save} text="JSON" />
      <Button onClick={draw} text="PNG" />
    </div>
  );
}

function AllFigures(results: Results) {
  const [heads = [], ...rows] = cellsOf(results);
  return (
    <details>
      <summary>All figures, MB/s</summary>
      <table id="table">
        <tr>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
        {rows.map((row) => (
          <tr key={`${row[0]} ${row[1]}`}>
            {row.map((text, i) => (
              <td key={heads[i]} data-size={i > 1 ? heads[i] : undefined}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </table>
    </details>
  );
}
