/** The secrets that encrypt and decrypt files and texts. */
import { needs } from '../facts.js';
import * as secrets from '../secrets.js';
import { isWorking, set, state, words } from '../state.js';
import { Button, Chooser, CopyableSecret, TextField } from './parts.js';

export function SecretFields() {
  const [encrypt, decrypt] = [needs('encrypt'), needs('decrypt')];
  const { usesKey, usesOwn } = state.value;
  if (!encrypt && !decrypt) return null;
  return (
    <div class="stack" id="fields" inert={isWorking()}>
      {encrypt && !usesKey && (
        <fieldset id="encrypt-with">
          <legend>{words('encryptWith')}</legend>
          {usesOwn ? <OwnPassphrase /> : <Generated />}
        </fieldset>
      )}
      {decrypt && !usesKey && (
        <TextField id="decrypt" type="password" label={words('decryptWith')} autocomplete="current-password" />
      )}
      <label class="choice">
        <input
          type="checkbox"
          id="use-key"
          checked={usesKey}
          onChange={({ currentTarget }) => set({ usesKey: currentTarget.checked })}
        />{' '}
        {words('useKey')}
      </label>
      {usesKey && <KeyField isForEncryption={encrypt} />}
    </div>
  );
}

function Generated() {
  const secret = state.value.secrets.find(({ id }) => id === state.value.current);
  return (
    <div class="stack">
      <p class="hint">{words('generated')}</p>
      <CopyableSecret id="generated" secret={secret!}>
        <Button id="use-own" onClick={() => secrets.choosePassphrase(true)} text={words('useOwn')} />
      </CopyableSecret>
      <p class="hint">{words('keepHint', { secret: 'passphrase' })}</p>
    </div>
  );
}

/** The person's own passphrase can be read, because a slip would lock the files for ever. */
const OwnPassphrase = () => (
  <div class="stack">
    <TextField id="own" class="key" label={words('ownPassphrase')} />
    <Button onClick={() => secrets.choosePassphrase(false)} text={words('useGenerated')} />
  </div>
);

const KeyField = ({ isForEncryption }: { isForEncryption: boolean }) => (
  <div class="stack">
    <TextField id="key" class="key" label={words('key')} />
    {isForEncryption && (
      <p class="hint" id="key-hint">
        {words('keepHint', { secret: 'key' })}
      </p>
    )}
    <div class="line">
      {isForEncryption && <Button onClick={secrets.makeKey} text={words('generateKey')} />}
      <Chooser id="key-file" onFile={secrets.loadKey} text={words('loadKey')} />
    </div>
  </div>
);
