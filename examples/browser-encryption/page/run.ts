/** One press of the button: all files that wait, one after the other, as each takes all workers. */
import { type Conversion, openSource, resultName, type Source } from './conversion.js';
import type { FileRow } from './file-row.js';
import { explain, WrongSecret } from './problem.js';
import { Result } from './result.js';
import { announce, announceProgress, endProgress, filesOf } from './status.js';
import { store } from './stored-result.js';

const words = {
  encrypt: { doing: 'Encrypting', done: 'encrypted' },
  decrypt: { doing: 'Decrypting', done: 'decrypted' },
};

interface Opened {
  readonly row: FileRow;
  readonly source: Source;
}

/** Gives what is to be said at the secret's field, if it opens one file or more not. */
export async function run(rows: readonly FileRow[], conversion: Conversion): Promise<string | undefined> {
  const { direction, signal } = conversion;
  const { done } = words[direction];
  const opened: Opened[] = [];
  let refusal: string | undefined;
  const fail = (row: FileRow, error: unknown) => {
    signal.throwIfAborted();
    row.fail(explain(error));
    if (error instanceof WrongSecret) refusal = error.message;
  };
  try {
    // Whether the secret is right is known of all files before a long one is read.
    for (const row of rows) {
      row.begin(direction);
      try {
        opened.push({ row, source: await openSource(row.file, conversion) });
        row.wait();
      } catch (error) {
        fail(row, error);
      }
    }
    const count = await convertAll(opened, conversion, fail);
    const failed = rows.length - count;
    if (count === 0) announce(`No file was ${done}.`);
    else announce(`${filesOf(count)} ${done}${failed > 0 ? `, ${failed} not` : ''}.`);
  } catch (error) {
    for (const row of rows) if (row.isPending) row.wait();
    announce(signal.aborted ? 'Cancelled. No unfinished file was saved.' : explain(error));
  } finally {
    for (const { source } of opened) source.dispose();
    endProgress();
  }
  return refusal;
}

/** How many there are results of. */
async function convertAll(
  opened: readonly Opened[],
  { direction, signal }: Conversion,
  fail: (row: FileRow, error: unknown) => void,
): Promise<number> {
  const { doing } = words[direction];
  const total = opened.reduce((sum, { row }) => sum + row.file.size, 0);
  let before = 0;
  let count = 0;
  if (opened.length > 0) announce(`${doing} ${filesOf(opened.length)}.`);
  for (const { row, source } of opened) {
    const { name, size } = row.file;
    row.begin(direction);
    try {
      const stream = await source.read((processed) => {
        row.advance(processed);
        announceProgress(doing, (before + processed) / Math.max(total, 1));
      });
      row.succeed(new Result(resultName(name, direction), await store(stream, signal)));
      count++;
    } catch (error) {
      fail(row, error);
    }
    before += size;
  }
  return count;
}
