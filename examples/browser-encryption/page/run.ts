/** One press of the button: all files that wait, one after the other, as each takes all workers. */
import { type Conversion, type Direction, openSource, resultName, type Source } from './conversion.js';
import type { FileRow } from './file-row.js';
import { explain, WrongSecret } from './problem.js';
import { Result } from './result.js';
import { announce, announceProgress, endProgress } from './status.js';
import { store } from './stored-result.js';
import { words } from './words.js';

interface Opened {
  readonly row: FileRow;
  readonly source: Source;
}

/** Gives what is to be said at the secret's field, if it opens one file or more not. */
export async function run(rows: readonly FileRow[], conversion: Conversion): Promise<string | undefined> {
  const { signal } = conversion;
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
      row.begin();
      try {
        const source = await openSource(row.file, row.direction, conversion, (done) => row.prepare(done));
        opened.push({ row, source });
        row.wait();
      } catch (error) {
        fail(row, error);
      }
    }
    await convertAll(opened, signal, fail);
    announce(summaryOf(rows));
  } catch (error) {
    for (const row of rows) if (row.isPending) row.wait();
    announce(signal.aborted ? words.cancelled : explain(error));
  } finally {
    for (const { source } of opened) source.dispose();
    endProgress();
  }
  return refusal;
}

function summaryOf(rows: readonly FileRow[]): string {
  const count = (direction: Direction) => rows.filter((row) => row.result && row.direction === direction).length;
  const [encrypted, decrypted] = [count('encrypt'), count('decrypt')];
  if (encrypted + decrypted === 0) return words.noneDone(rows.some(({ direction }) => direction === 'encrypt'));
  return words.done(encrypted, decrypted, rows.length - encrypted - decrypted);
}

function verbFor(opened: readonly Opened[]): string {
  const directions = new Set(opened.map(({ row }) => row.direction));
  if (directions.size > 1) return words.workingOn;
  return directions.has('encrypt') ? words.encrypting : words.decrypting;
}

async function convertAll(
  opened: readonly Opened[],
  signal: AbortSignal,
  fail: (row: FileRow, error: unknown) => void,
): Promise<void> {
  const verb = verbFor(opened);
  const total = opened.reduce((sum, { row }) => sum + row.file.size, 0);
  let before = 0;
  if (opened.length > 0) announce(words.doing(verb, opened.length));
  for (const { row, source } of opened) {
    const { size } = row.file;
    row.begin();
    try {
      const stream = await source.read((processed) => {
        row.advance(processed);
        announceProgress(verb, before + processed, total);
      });
      row.succeed(new Result(resultName(row.path, row.direction), await store(stream, signal)));
    } catch (error) {
      fail(row, error);
    }
    before += size;
  }
}
