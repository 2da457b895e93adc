/** One press of the button: all files that wait, one after the other, as each takes all workers. */
import { type Conversion, convert, resultName } from './conversion.js';
import type { FileRow } from './file-row.js';
import { explain, WrongSecret } from './problem.js';
import { choosePlaces } from './saving.js';
import { checkHeader } from './sealed-header.js';
import { announce, announceProgress, endProgress, filesOf } from './status.js';

const words = {
  encrypt: { doing: 'Encrypting', done: 'encrypted' },
  decrypt: { doing: 'Decrypting', done: 'decrypted' },
};

export interface RunResult {
  /** Set if the secret opens one file or more not. */
  readonly refusal?: string;
  /** The first result that is to be downloaded. */
  readonly download?: HTMLElement | undefined;
}

export async function run(rows: readonly FileRow[], conversion: Conversion): Promise<RunResult> {
  const { direction, signal } = conversion;
  const { doing, done } = words[direction];
  let refusal: string | undefined;
  let count = 0;
  const ready = direction === 'encrypt' ? rows : await refuseUnreadable(rows, conversion);
  const total = ready.reduce((sum, { file }) => sum + file.size, 0);
  let before = 0;
  try {
    // Before anything is waited for that takes long: browsers let a page ask only soon after a click.
    const places = await choosePlaces(ready.map(({ file }) => resultName(file.name, direction)));
    if (ready.length > 0) announce(`${doing} ${filesOf(ready.length)}.`);
    for (const row of ready) {
      const { file } = row;
      row.begin(direction);
      try {
        const place = await places(resultName(file.name, direction));
        const result = await convert(file, conversion, place, {
          onProgress(processed) {
            row.advance(processed);
            announceProgress(doing, (before + processed) / Math.max(total, 1));
          },
          onKeyProgress: (done) => row.prepare(done),
        });
        row.succeed(place?.name ?? resultName(file.name, direction), result);
        count++;
      } catch (error) {
        signal.throwIfAborted();
        row.fail(explain(error));
        if (error instanceof WrongSecret) refusal = error.message;
      }
      before += file.size;
    }
    const failed = rows.length - count;
    if (count === 0) announce(`No file was ${done}.`);
    else announce(`${filesOf(count)} ${done}${failed > 0 ? `, ${failed} not` : ''}.`);
  } catch (error) {
    for (const row of ready) if (row.isPending) row.wait();
    const isCancelled = signal.aborted || (error instanceof DOMException && error.name === 'AbortError');
    announce(isCancelled ? 'Cancelled. No unfinished file was saved.' : explain(error));
  } finally {
    endProgress();
  }
  const download = rows.find((row) => row.download)?.download;
  return refusal === undefined ? { download } : { refusal, download };
}

/** Those that may be decrypted; the others are told what is wrong with them, before anybody is asked where to save. */
async function refuseUnreadable(rows: readonly FileRow[], { secret }: Conversion): Promise<FileRow[]> {
  const readable: FileRow[] = [];
  for (const row of rows) {
    try {
      await checkHeader(row.file, secret);
      readable.push(row);
    } catch (error) {
      row.fail(explain(error));
    }
  }
  return readable;
}
