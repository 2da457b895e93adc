/** The two steps after the work: keep the passphrases, and get the files. */
import type { ComponentChildren } from 'preact';
import { byteCount, isOver, type Reminder, resultsOf, shownReminders } from '../facts.js';
import { nameOf, visible } from '../names.js';
import { downloadAll, saveAll, share, sharedFiles } from '../results.js';
import { copySecret, printSecret, saveKey, showCode } from '../secrets.js';
import type { State } from '../state.js';
import { state, words } from '../store.js';
import { CopyButton } from './parts.js';

/** One reminder for each passphrase that was made here, wherever its own field is not seen. */
export function Keep() {
  const kept = shownReminders(state.value);
  if (kept.length === 0) return null;
  const title = kept.some(({ secret }) => secret?.kind === 'passphrase') ? words().keepTitle : words().keepKeyTitle;
  return (
    <section class="step" id="keep" tabIndex={-1} aria-labelledby="keep-title" inert={state.value.work !== undefined}>
      <h2 id="keep-title">
        <span class="number">1</span> {title}
      </h2>
      {kept.map((reminder) => (
        <Kept key={reminder.secret?.id ?? 'own'} {...reminder} />
      ))}
    </section>
  );
}

const fewNames = 5;

function Kept({ secret, paths }: Reminder) {
  const { qr, copied } = state.value;
  const isCode = qr !== undefined && qr.secret === secret?.id;
  const intro = secret ? (secret.kind === 'key' ? words().reminderKey : words().reminder) : words().reminderOwn;
  return (
    <div class="kept">
      <p>{intro}</p>
      {secret && (
        <>
          <p class="secret" data-secret={secret.id} lang="en" translate={false}>
            {secret.text}
          </p>
          <div class="buttons">
            <CopyButton id={`copy-${secret.id}`} isCopied={copied === secret.id} onPress={() => copySecret(secret)} />
            <button type="button" onClick={() => printSecret(secret)}>
              {words().print}
            </button>
            <button type="button" aria-expanded={isCode} onClick={() => showCode(isCode ? undefined : secret)}>
              {isCode ? words().hideQrCode : words().qrCode}
            </button>
            {secret.kind === 'key' && (
              <button type="button" onClick={() => saveKey(secret.text)}>
                {words().saveKey}
              </button>
            )}
          </div>
          {isCode && <QrCode {...qr} />}
          <p class="hint">{words().opens}</p>
        </>
      )}
      <ul class="names">
        {paths.slice(0, fewNames).map((path) => (
          <li key={path}>{path === undefined ? words().encryptedText : <bdi>{visible(nameOf(path))}</bdi>}</li>
        ))}
        {paths.length > fewNames && <li>{words().andMore(paths.length - fewNames)}</li>}
      </ul>
    </div>
  );
}

function QrCode({ squares }: NonNullable<State['qr']>) {
  const path = squares.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg class="qr" role="img" aria-label={words().qrCodeOf} viewBox={`0 0 ${squares.length} ${squares.length}`}>
      <path d={path.join('')} />
    </svg>
  );
}

export function Get({ children }: { children: ComponentChildren }) {
  const results = resultsOf(state.value);
  const { rows, work, tab } = state.value;
  const done = rows.filter(({ phase }) => phase.is === 'done' || phase.is === 'saved');
  if (tab !== 'files' || done.length === 0 || (work && !isOver(state.value))) return null;
  const size = done.reduce(
    (sum, { phase, size }) => sum + (phase.is === 'done' ? phase.result.contents.size : size),
    0,
  );
  const canShare = results.length > 0 && navigator.canShare?.({ files: sharedFiles(results) });
  const isSecond = shownReminders(state.value).length > 0;
  return (
    <section class="step" id="get" tabIndex={-1} aria-labelledby="get-title" inert={work !== undefined}>
      <h2 id="get-title">
        {isSecond && <span class="number">2</span>} {words().getTitle}
      </h2>
      <p id="summary">{words().getSummary(done.length, byteCount(size, words()))}</p>
      <div class="buttons" hidden={results.length === 0}>
        {results.length > 1 && (
          <button type="button" class="primary" id="download-all" onClick={downloadAll}>
            {words().downloadAll}
          </button>
        )}
        {results.length > 0 && window.showDirectoryPicker && (
          <button type="button" id="save-to-folder" onClick={saveAll}>
            {words().saveToFolder}
          </button>
        )}
        {canShare && (
          <button type="button" id="share" onClick={share}>
            {words().share}
          </button>
        )}
      </div>
      {children}
    </section>
  );
}
