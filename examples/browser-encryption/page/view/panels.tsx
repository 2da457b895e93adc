/** The tabs for texts and for digests. */
import { verdict } from '../facts.js';
import { copied, isWorking, state, textCopied, words } from '../state.js';
import { hashFile } from '../work.js';
import { Chooser, CopyButton, TextField, Verbatim } from './parts.js';

const area = { rows: 6, spellcheck: false, dir: 'auto', autocapitalize: 'sentences' } as const;

export function TextPanel() {
  const { textResult } = state.value;
  return (
    <>
      <div inert={isWorking()}>
        <TextField id="text" as="textarea" label={words('text')} {...area} />
      </div>
      {textResult && (
        <div class="field stack">
          <label for="text-result">{words('result')}</label>
          <textarea id="text-result" class="key" readOnly value={textResult.text} {...area} onCopy={textCopied} />
          <CopyButton id="text" text={textResult.text} note={textCopied} />
        </div>
      )}
    </>
  );
}

export function HashPanel() {
  const { digest } = state.value;
  const found = verdict();
  return (
    <div class="stack" inert={isWorking()}>
      <div class="drop box stack">
        <Chooser id="hash-file" onFile={hashFile} text={words('hashFile')} />
        <p class="hint">{words('dropFile')}</p>
      </div>
      <TextField id="expected" class="key" label={words('hashExpected')} />
      {digest !== '' && (
        <div class="stack" id="hash-result">
          <h2>{words('hashResult')}</h2>
          <Verbatim id="digest" text={digest} />
          <CopyButton id="digest" text={digest} note={copied} />
        </div>
      )}
      <p id="verdict" aria-live="polite" class={found === 'hashMatches' ? '' : 'problem'}>
        {found && words(found)}
      </p>
    </div>
  );
}
