/** The page, which is drawn from the state. */
import { countLine, isOver, losses, needs, pendingTo, shareOf } from '../facts.js';
import { whyUseless } from '../problem.js';
import { generatePassphrase } from '../secrets.js';
import { initial, nothing } from '../state.js';
import { change, focusOn, set, speak, state, words } from '../visit.js';
import type { Language } from '../words.js';
import { cancel, convertFiles, convertText } from '../work.js';
import { Get, Keep } from './done.js';
import { DropZone, Files } from './files.js';
import { HashPanel, TextPanel } from './panels.js';
import { Button } from './parts.js';
import { SecretFields } from './secrets.js';

export function App() {
  const { tab, broken = whyUseless(), isKept, work } = state.value;
  const over = isOver(state.value);
  return (
    <>
      {broken && (
        <div class="box" id="load-problem" role="alert">
          <h2>{words('cannotStart')}</h2>
          <p>{broken(words)}</p>
        </div>
      )}
      {!whyUseless() && (
        <form id="form" novalidate autocomplete="off" onSubmit={submit} class={`box stack ${work ? 'working' : ''}`}>
          <Tabs />
          {tab === 'files' && !over && <DropZone />}
          <Keep />
          {tab === 'files' && <Get />}
          {tab === 'files' && <Files />}
          {over && <DropZone />}
          {tab === 'text' && <TextPanel />}
          {tab === 'hash' && <HashPanel />}
          <SecretFields />
          <Bar />
        </form>
      )}
      <div class="hint line">
        <p id="offline">{isKept && words('offline')}</p>
        <label>
          {words('language')}{' '}
          <select
            id="language"
            value={words('tag')}
            onChange={({ currentTarget }) => speak(currentTarget.value as Language)}
          >
            <option value="en" lang="en" label="English" />
            <option value="de" lang="de" label="Deutsch" />
          </select>
        </label>
      </div>
    </>
  );
}

const Tabs = () => (
  <fieldset class="tabs tight line" aria-label={words('tabs')} inert={!!state.value.work}>
    {(['files', 'text', 'hash'] as const).map((tab) => (
      <label key={tab} class="button">
        <input
          type="radio"
          class="unseen"
          name="tab"
          id={`tab-${tab}`}
          checked={tab === state.value.tab}
          onChange={() => set({ tab, said: nothing })}
        />
        {words(`${tab}Tab`)}
      </label>
    ))}
  </fieldset>
);

const canStart = (): boolean => !state.value.work && (needs('encrypt', state.value) || needs('decrypt', state.value));

function startText(): string {
  const [encrypt, decrypt] = [pendingTo('encrypt', state.value).length, pendingTo('decrypt', state.value).length];
  if (state.value.tab === 'files' && encrypt && decrypt) return words('convertFiles', { encrypt, decrypt });
  return words(needs('encrypt', state.value) ? 'encrypt' : 'decrypt', { count: encrypt || decrypt });
}

function Bar() {
  const { tab, work, rows, said } = state.value;
  const isDone = tab === 'files' && rows.some(({ phase }) => phase.is === 'done');
  return (
    <div class="bar line" id="bar">
      <div class="words hint">
        <p id="count">{countLine(state.value, words)}</p>
        <p id="status" role="status">
          {said(words)}
        </p>
        {work && <progress id="overall" max={1} value={shareOf(work)} aria-label={words('workingOn')} />}
      </div>
      {!work && isDone && <Button id="start-over" onClick={startOver} text={words('startOver')} />}
      {canStart() && <Button type="submit" class="primary" id="start" text={startText()} />}
      {work && <Button id="cancel" onClick={cancel} text={words('cancel')} />}
    </div>
  );
}

function submit(event: Event): void {
  event.preventDefault();
  if (canStart()) (state.value.tab === 'text' ? convertText : convertFiles)();
}

function startOver(): void {
  const lost = losses(state.value).map((loss) => words(loss));
  if (lost.length > 0 && !confirm([...lost, words('startOverQuestion')].join(' '))) return;
  change(({ language, mode, usesKey, isKept }) => ({ ...initial, language, mode, usesKey, isKept }));
  generatePassphrase();
  focusOn('files');
}
