/** The page, which is drawn from the state. */
import { filesLine, needs, pending, reminders } from '../facts.js';
import { whyUseless } from '../problem.js';
import { isWorking, nothing, set, speak, state, words } from '../state.js';
import type { Language } from '../words.js';
import { cancel, convertFiles, convertText } from '../work.js';
import { Get, Keep } from './done.js';
import { DropZone, Files } from './files.js';
import { HashPanel, TextPanel } from './panels.js';
import { Button } from './parts.js';
import { SecretFields } from './secrets.js';

export function App() {
  const { tab, broken = whyUseless(), isKept } = state.value;
  return (
    <>
      {broken && (
        <div class="box" id="load-problem" role="alert">
          <h2>{words('cannotStart')}</h2>
          <p>{broken(words)}</p>
        </div>
      )}
      {!whyUseless() && (
        <form id="form" novalidate autocomplete="off" onSubmit={submit} class={`stack ${isWorking() ? 'working' : ''}`}>
          <Tabs />
          {tab === 'files' && <DropZone />}
          {tab !== 'hash' && reminders().length > 0 && <Keep />}
          {tab === 'files' && <Get />}
          {tab === 'files' && <Files />}
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
  <fieldset class="tabs line" inert={isWorking()}>
    {(['files', 'text', 'hash'] as const).map((tab) => (
      <label key={tab}>
        <input
          type="radio"
          name="tab"
          id={`tab-${tab}`}
          checked={tab === state.value.tab}
          onChange={() => set({ tab, said: nothing })}
        />{' '}
        {words(`${tab}Tab`)}
      </label>
    ))}
  </fieldset>
);

const canStart = () => !isWorking() && (needs('encrypt') || needs('decrypt'));

function Bar() {
  const { tab, work, said } = state.value;
  const [encrypt, decrypt] = [needs('encrypt'), needs('decrypt')];
  const waiting = tab === 'files' ? pending() : [];
  return (
    <div class="bar line" id="bar">
      <div class="words hint">
        <p>{!isWorking() && waiting.length > 0 && filesLine(waiting)}</p>
        <p id="status" role="status">
          {said(words)}
        </p>
        {isWorking() && <progress id="overall" max={1} value={work} aria-labelledby="status" />}
      </div>
      {isWorking() && <Button id="cancel" onClick={cancel} text={words('cancel')} />}
      {canStart() && (
        <button type="submit" class="primary" id="start">
          {words(encrypt && decrypt ? 'convert' : encrypt ? 'encrypt' : 'decrypt')}
        </button>
      )}
    </div>
  );
}

function submit(event: Event): void {
  event.preventDefault();
  if (canStart()) (state.value.tab === 'text' ? convertText : convertFiles)();
}
