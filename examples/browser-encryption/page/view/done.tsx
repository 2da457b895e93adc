/** The two steps after the work: keep the passphrases, and get the files. */
import type { ComponentChildren } from 'preact';
import { filesLine, hasPlaintext, isOver, type Reminder, resultsOf, shownReminders } from '../facts.js';
import { nameOf, visible } from '../names.js';
import { downloadAll, folderPicker, saveAll } from '../results.js';
import { printSecret, saveKey, showCode } from '../secrets.js';
import type { State } from '../state.js';
import { state, words } from '../visit.js';
import { Button, CopyableSecret } from './parts.js';

const Step = ({ id, title, children }: Record<'id' | 'title', string> & { children: ComponentChildren }) => (
  <section class="step box stack" id={id} tabIndex={-1} aria-labelledby={`${id}-title`} inert={!!state.value.work}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
);

/** Shows a reminder for each secret that the person should keep, unless its own field already shows it. */
export function Keep() {
  const kept = shownReminders(state.value);
  if (kept.length === 0) return null;
  const [secret, other] = new Set(kept.flatMap(({ secret }) => secret?.kind ?? []));
  return (
    <Step id="keep" title={`${hasResults() ? '1 ' : ''}${words('keepTitle', { secret: other ? 'both' : secret! })}`}>
      {kept.map((reminder) => (
        <Kept key={reminder.secret?.id ?? 'own'} {...reminder} />
      ))}
    </Step>
  );
}

const fewNames = 5;

function Kept({ secret, paths }: Reminder) {
  const { qr } = state.value;
  const isCode = qr !== undefined && qr.secret === secret?.id;
  return (
    <div class="kept stack">
      <p>{words('opens', { secret: secret?.kind ?? 'own' })}</p>
      <ul class="hint line">
        {paths.slice(0, fewNames).map((path) => (
          <li key={path}>{path === undefined ? words('encryptedText') : <bdi>{visible(nameOf(path))}</bdi>}</li>
        ))}
        {paths.length > fewNames && <li>{words('andMore', { count: paths.length - fewNames })}</li>}
      </ul>
      {secret && (
        <>
          <CopyableSecret id={`kept-${secret.id}`} secret={secret}>
            <Button onClick={() => printSecret(secret)} text={words('print')} />
            <Button
              aria-expanded={isCode}
              onClick={() => showCode(isCode ? undefined : secret)}
              text={words('qrCode')}
            />
            {secret.kind === 'key' && <Button onClick={() => saveKey(secret.text)} text={words('saveKey')} />}
          </CopyableSecret>
          {isCode && <QrCode squares={qr.squares} label={words('qrCodeOf', { secret: secret.kind })} />}
        </>
      )}
    </div>
  );
}

function QrCode({ squares, label }: Pick<NonNullable<State['qr']>, 'squares'> & { label: string }) {
  const path = squares.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${squares.length} ${squares.length}`}>
      <path d={path.join('')} />
    </svg>
  );
}

/** True if there is a second step. */
function hasResults(): boolean {
  const { tab, work } = state.value;
  return tab === 'files' && resultsOf(state.value).length > 0 && (!work || isOver(state.value));
}

export function Get() {
  if (!hasResults()) return null;
  const results = resultsOf(state.value).map(({ contents }) => contents);
  return (
    <Step id="get" title={`${shownReminders(state.value).length > 0 ? '2 ' : ''}${words('getTitle')}`}>
      <p id="summary">{filesLine(results, words)}</p>
      {hasPlaintext(state.value, true) && <p class="hint">{words(state.value.isKept ? 'onDisk' : 'onDiskAlone')}</p>}
      <div class="line">
        {results.length > 1 && (
          <Button class="primary" id="download-all" onClick={downloadAll} text={words('downloadAll')} />
        )}
        {folderPicker() && <Button id="save-all" onClick={saveAll} text={words('saveAll')} />}
      </div>
    </Step>
  );
}
