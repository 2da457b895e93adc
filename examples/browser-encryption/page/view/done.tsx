/** The two steps after the work: keep the passphrases and keys that were made here, and get the files. */
import { useMemo } from 'preact/hooks';
import { encodeQR } from 'qr';
import { decryptedResults, type Reminder, reminders } from '../facts.js';
import { nameOf, visible } from '../names.js';
import { downloadAll, folderPicker, saveAll } from '../results.js';
import { saveKey } from '../secrets.js';
import { isWorking, resultsOf, words } from '../state.js';
import { Button, CopyableSecret } from './parts.js';

/** The style for paper leaves out the rest of the page. */
export const Keep = () => (
  <section class="box stack" id="keep" tabIndex={-1} aria-labelledby="keep-title" inert={isWorking()}>
    <h2 id="keep-title">{words('keepTitle')}</h2>
    {reminders().map((reminder) => (
      <Kept key={reminder.secret.id} {...reminder} />
    ))}
    <Button onClick={() => print()} text={words('print')} />
  </section>
);

const fewNames = 5;

const Kept = ({ secret, paths }: Reminder) => (
  <div class="kept stack">
    <p>{words('opens', { secret: secret.kind })}</p>
    <ul class="hint">
      {paths.slice(0, fewNames).map((path) => (
        <li key={path}>{path === undefined ? words('encryptedText') : <bdi>{visible(nameOf(path))}</bdi>}</li>
      ))}
      {paths.length > fewNames && <li>{words('andMore', { count: paths.length - fewNames })}</li>}
    </ul>
    <CopyableSecret id={`kept-${secret.id}`} secret={secret}>
      {secret.kind === 'key' && <Button onClick={() => saveKey(secret.text)} text={words('saveKey')} />}
    </CopyableSecret>
    <QrCode text={secret.text} label={words('qrCodeOf', { secret: secret.kind })} />
  </div>
);

function QrCode({ text, label }: Record<'text' | 'label', string>) {
  const squares = useMemo(() => encodeQR(text, 'raw'), [text]);
  const path = squares.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${squares.length} ${squares.length}`}>
      <path d={path.join('')} />
    </svg>
  );
}

export function Get() {
  const results = resultsOf();
  if (results.length === 0) return null;
  return (
    <section class="box stack" id="get" tabIndex={-1} aria-labelledby="get-title" inert={isWorking()}>
      <h2 id="get-title">{words('getTitle')}</h2>
      {decryptedResults().some(({ isOnDisk }) => isOnDisk) && <p class="hint">{words('onDisk')}</p>}
      <div class="line">
        {results.length > 1 && <Button id="download-all" onClick={downloadAll} text={words('downloadAll')} />}
        {folderPicker() && <Button id="save-all" onClick={saveAll} text={words('saveAll')} />}
      </div>
    </section>
  );
}
