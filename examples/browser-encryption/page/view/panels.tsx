/** The tabs for texts and for digests. */
import { verdict } from '../facts.js';
import { copyDigest, copyText, noteTextCopied } from '../secrets.js';
import { type } from '../state.js';
import { change, state, words } from '../store.js';
import { hashFile } from '../work.js';
import { Chooser, CopyButton, described, Problem, TextField } from './parts.js';

const area = { rows: 6, spellcheck: false, dir: 'auto' } as const;

export function TextPanel() {
  const { fields, textResult, work } = state.value;
  return (
    <>
      <div class="field" inert={work !== undefined}>
        <label for="text">{words().text}</label>
        <div class="input">
          <textarea
            id="text"
            value={fields.text}
            {...area}
            {...described('text')}
            onInput={({ currentTarget }) => change(type('text', currentTarget.value))}
          />
        </div>
        <Problem of="text" />
      </div>
      {textResult && (
        <div class="field">
          <label for="text-result">{words().textResult(textResult.isEncryption)}</label>
          <div class="input">
            <textarea id="text-result" class="key" readOnly value={textResult.text} {...area} onCopy={noteTextCopied} />
          </div>
          <div class="buttons">
            <CopyButton id="copy-text" isCopied={textResult.isCopied} onClick={() => copyText(textResult.text)} />
          </div>
        </div>
      )}
    </>
  );
}

export function HashPanel() {
  const { digest, work } = state.value;
  const found = verdict(state.value);
  const said = { same: words().hashMatches, other: words().hashDiffers, wrong: words().hashWrong };
  return (
    <div class="stack" inert={work !== undefined}>
      <div class="drop">
        <Chooser id="hash-file" onFile={hashFile} text={words().hashFile} />
      </div>
      <TextField id="expected" class="key" label={words().hashExpected} />
      {digest !== '' && (
        <div id="hash-result">
          <h2>{words().hashResult}</h2>
          <p class="secret" id="digest">
            {digest}
          </p>
          <div class="buttons">
            <CopyButton id="copy-digest" isCopied={false} onClick={copyDigest} />
          </div>
        </div>
      )}
      <p id="verdict" aria-live="polite" data-state={found}>
        {found && said[found]}
      </p>
    </div>
  );
}
