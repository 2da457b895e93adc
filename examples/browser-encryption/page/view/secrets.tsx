/** The secrets that encrypt and decrypt files and texts. */
import { isTrimmed, needs, strengthOf } from '../facts.js';
import * as secrets from '../secrets.js';
import { set, state, words } from '../visit.js';
import { Button, Card, Check, Chooser, CopyableSecret, PasswordField, TextField } from './parts.js';

export function SecretFields() {
  const [encrypt, decrypt] = [needs('encrypt', state.value), needs('decrypt', state.value)];
  const { usesKey, usesOwn, work } = state.value;
  if (!encrypt && !decrypt) return null;
  return (
    <div class="stack" id="fields" inert={!!work}>
      {encrypt && !usesKey && (
        <fieldset id="encrypt-with">
          <legend>{words('encryptWith')}</legend>
          {usesOwn ? <OwnPassphrase /> : <Generated />}
        </fieldset>
      )}
      {decrypt && !usesKey && (
        <fieldset id="decrypt-with">
          <legend>{words('decryptWith')}</legend>
          <PasswordField id="decrypt" label={words('passphrase')} autocomplete="current-password" />
        </fieldset>
      )}
      {!usesKey && (usesOwn || decrypt) && <Check id="reveal" part="isRevealed" label={words('showPassphrase')} />}
      <details id="advanced">
        <summary>{words('advanced')}</summary>
        <div class="stack">
          <Check id="use-key" part="usesKey" label={words('useKey')} />
          {usesKey && <KeyField isForEncryption={encrypt} />}
          {encrypt && <Modes />}
        </div>
      </details>
    </div>
  );
}

function Generated() {
  const secret = state.value.secrets.find(({ id }) => id === state.value.current);
  return (
    <div class="stack">
      <p class="hint">{words('generated')}</p>
      <CopyableSecret id="generated" secret={secret!}>
        <Button id="new-passphrase" onClick={() => secrets.replacePassphrase(false)} text={words('newPassphrase')} />
        <Button id="use-own" onClick={() => secrets.replacePassphrase(true)} text={words('useOwn')} />
      </CopyableSecret>
      <p class="hint">{words('keepHint', { secret: 'passphrase' })}</p>
    </div>
  );
}

function OwnPassphrase() {
  const { score, fields } = state.value;
  return (
    <div class="stack">
      <div class="cards" onFocusIn={secrets.judge} onInput={secrets.judge}>
        <PasswordField id="own" label={words('ownPassphrase')} autocomplete="new-password" />
        <PasswordField id="again" label={words('again')} autocomplete="new-password" />
      </div>
      {fields.own !== '' && score !== undefined && (
        <div class="line" id="strength">
          <meter min={0} max={4} low={3} high={4} optimum={4} value={score} aria-labelledby="strength-text" />
          <span id="strength-text">{words(strengthOf(score))}</span>
        </div>
      )}
      {isTrimmed(state.value) && <p id="own-trimmed">{words('spacesLeftOut')}</p>}
      <Button id="use-generated" onClick={() => secrets.replacePassphrase(false)} text={words('useGenerated')} />
    </div>
  );
}

function KeyField({ isForEncryption }: { isForEncryption: boolean }) {
  return (
    <div class="stack" id="key-fields">
      <TextField
        id="key"
        class="key"
        label={words('key')}
        onBeforeInput={(event) => secrets.mayReplaceKey() || event.preventDefault()}
      />
      {isForEncryption && (
        <p class="hint" id="key-hint">
          {words('keepHint', { secret: 'key' })}
        </p>
      )}
      <div class="line">
        {isForEncryption && <Button id="generate" onClick={secrets.makeKey} text={words('generateKey')} />}
        <Chooser id="key-file" onFile={secrets.loadKey} text={words('loadKey')} />
        <Button id="save-key" onClick={() => secrets.saveKey()} text={words('saveKey')} />
      </div>
    </div>
  );
}

function Modes() {
  return (
    <fieldset id="modes">
      <legend>{words('mode')}</legend>
      <div class="cards">
        {(['N', 'M', 'T'] as const).map((mode) => (
          <Card key={mode} name="mode" value={mode} checked={state.value.mode === mode} onChange={() => set({ mode })}>
            <span>
              <strong>{`Romulus-${mode}`}</strong>
              <br />
              <small class="hint">{words(`mode${mode}`)}</small>
            </span>
          </Card>
        ))}
      </div>
    </fieldset>
  );
}
