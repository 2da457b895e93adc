/** Converts, packs and hashes files and texts. The work goes on until it is done or cancelled. */
import { makeZip } from 'client-zip';
import { fromHex, toHex, wipe } from 'romulus-wasm';
import { armor, type EncryptedFile, type StreamKey } from 'romulus-wasm/stream';
import { counting, decrypted, openFile, startWorkers, streamOf, textOf } from './conversion.js';
import { unarmored } from './encrypted-file.js';
import * as facts from './facts.js';
import { type Direction, distinctNames, resultName } from './names.js';
import { explain, Problem, WrongSecret } from './problem.js';
import { acceptsStrength } from './secrets.js';
import { complain, fail, focusOn, pack, type Row, say, set, setPhase, sizeOf, state, use } from './state.js';
import { store } from './storage.js';
import { message, type Say, tally } from './words.js';

/** The milliseconds between two reports. */
const showInterval = 250;

let stop: AbortController | undefined;

export const cancel = (): void => stop?.abort();

/** Takes how much of a part of the work is done. */
export type Meter = (part: number, processed: number) => void;

/** Runs the work, of a total in bytes, with a signal that the person can abort. Errors are reported on the page. */
export async function atWork(total: number, work: (signal: AbortSignal, meter: Meter) => Promise<void>): Promise<void> {
  if (stop) return;
  stop = new AbortController();
  const { signal } = stop;
  const parts = new Map<number, number>();
  set({ work: 0, said: message('working') });
  const timer = setInterval(() => {
    const processed = [...parts.values()].reduce((sum, part) => sum + part, 0);
    set({ work: Math.min(processed / Math.max(total, 1), 1) });
  }, showInterval);
  focusOn('cancel');
  try {
    await work(signal, (part, processed) => void parts.set(part, processed));
  } catch (error) {
    say(signal.aborted ? message('cancelled') : explain(error));
  } finally {
    clearInterval(timer);
    stop = undefined;
    set({ work: undefined });
  }
}

/** Reads the needed secrets and does the work with them. Missing or refused secrets are reported at their field. */
async function withSecrets(work: (secrets: Record<Direction, StreamKey>, made?: number) => Promise<Say | undefined>) {
  const secrets = {} as Record<Direction, StreamKey>;
  let made: number | undefined;
  for (const direction of ['encrypt', 'decrypt'] as const) {
    if (!facts.needs(direction)) continue;
    const given = facts.secretFor(direction);
    if ('problem' in given) return complain(given.field, given.problem);
    if (direction === 'encrypt') made = given.made;
    secrets[direction] = given.kind === 'key' ? { key: fromHex(given.text) } : { passphrase: given.text };
  }
  if (secrets.encrypt?.passphrase && made === undefined && !(await acceptsStrength())) return focusOn('own');
  const refusal = await work(secrets, made);
  for (const { key } of Object.values(secrets)) if (key) wipe(key);
  if (refusal) complain(state.value.usesKey ? 'key' : 'decrypt', refusal);
}

/** Returns how many files may be worked on at a time: a key takes 128 MiB. Browsers tell at most 8 GiB of memory. */
function mostAtATime(): number {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number };
  return Math.max(1, Math.min(navigator.hardwareConcurrency, Math.floor(2 * deviceMemory)));
}

/** The least length, in bytes, of a file that uses all workers. Several such files at a time would only take more memory. */
const longFile = 2 ** 24;

/** Works on rows: on long ones in turn, beside some short ones. Ends when all steps have ended. */
async function forEachRow(rows: readonly Row[], step: (row: Row) => Promise<void>): Promise<void> {
  const inTurn = async (waiting: Iterable<Row>) => {
    for (const row of waiting) await step(row);
  };
  const short = rows.filter(({ size }) => size < longFile).values();
  const turns = [rows.filter(({ size }) => size >= longFile), ...Array<typeof short>(mostAtATime()).fill(short)];
  for (const end of await Promise.allSettled(turns.map(inTurn))) if (end.status === 'rejected') throw end.reason;
}

/** Packs these files into one archive. */
export function zipOf(files: readonly { path: string; contents: Blob }[]): ReadableStream<Uint8Array> {
  const names = distinctNames(files.map(({ path }) => path));
  const entries = function* () {
    for (const [i, { contents }] of files.entries()) {
      const { size, lastModified } = contents as File;
      yield { name: names[i], input: streamOf(contents), size, lastModified };
    }
  };
  return makeZip(entries());
}

/** The contents of a row to encrypt. */
const contentsOf = ({ source }: Row): ReadableStream<Uint8Array> =>
  source instanceof File
    ? streamOf(source)
    : zipOf(source.map(({ path, source }) => ({ path, contents: source as File })));

export function convertFiles(): Promise<void> {
  return withSecrets(async (secrets, made) => {
    const files = facts.pending().length;
    if (facts.makesArchive()) pack(facts.pendingTo('encrypt'));
    const rows = facts.pending();
    const opened = new Map<Row, EncryptedFile>();
    const done = { encrypted: 0, decrypted: 0 };
    let refusal: Say | undefined;

    await atWork(sizeOf(rows), async (signal, meter) => {
      /** Makes a step for each row. If it fails, the other rows go on. */
      const stepOf = (work: (row: Row) => Promise<void>) => async (row: Row) => {
        signal.throwIfAborted();
        setPhase(row.id, { is: 'waiting' });
        try {
          await work(row);
        } catch (error) {
          signal.throwIfAborted();
          const why = explain(error);
          if (error instanceof WrongSecret) refusal = why;
          fail(row, why, error instanceof Problem ? error.file : undefined);
        }
      };
      const open = stepOf(async (row) => {
        opened.set(row, await openFile(row.source as File, secrets.decrypt, signal));
      });
      const convert = stepOf(async (row) => {
        const { id, direction, path, size } = row;
        const onProgress = (processed: number) => meter(id, Math.min(processed, size));
        const sealed = opened.get(row);
        const { encryptStream } = await startWorkers();
        const stream = sealed
          ? (await decrypted(sealed, signal)).pipeThrough(counting(onProgress))
          : contentsOf(row).pipeThrough(encryptStream({ ...secrets.encrypt, onProgress, signal }));
        const result = await store(resultName(path, direction), stream, signal, sealed?.size);
        done[`${direction}ed`] += row.source instanceof File ? 1 : row.source.length;
        setPhase(id, { is: 'done', result });
        use(sealed ? undefined : made, result.path);
      });
      try {
        // The secret is checked for all files before a long file is read.
        await forEachRow(facts.pendingTo('decrypt'), open);
        await forEachRow(
          rows.filter((row) => row.direction === 'encrypt' || opened.has(row)),
          convert,
        );
        const filesDone = done.encrypted + done.decrypted;
        say(tally(filesDone > 0 ? { ...done, notDone: files - filesDone } : { noneDone: 1 }));
      } catch (error) {
        for (const row of rows) fail(row);
        throw error;
      } finally {
        for (const sealed of opened.values()) sealed.dispose();
      }
    });
    focusOn('keep', 'get', 'start');
    return refusal;
  });
}

export async function convertText(): Promise<void> {
  const { text } = state.value.fields;
  if (text === '') return complain('text', message('textMissing'));
  if (!text.isWellFormed()) return complain('text', message('halfCharacter'));
  return withSecrets(async (secrets, made) => {
    const direction = facts.textDirection();
    let refusal: Say | undefined;
    set({ textResult: undefined });
    await atWork(1, async (signal) => {
      const encrypt = async () => {
        const { encryptBytes } = await startWorkers();
        return armor(await encryptBytes(new TextEncoder().encode(text), { ...secrets.encrypt, signal }));
      };
      const decrypt = async () => {
        const sealed = await openFile(new File([unarmored(text)], 'text'), secrets.decrypt, signal);
        return textOf(await sealed.read(0, sealed.size, { signal }).finally(() => sealed.dispose()));
      };
      try {
        const isEncrypted = direction === 'encrypt';
        const result = await { encrypt, decrypt }[direction]();
        set({ textResult: { text: result, isEncrypted, isCopied: false }, said: tally({ [`${direction}ed`]: 1 }) });
        use(isEncrypted ? made : undefined);
        focusOn('text-result');
      } catch (error) {
        signal.throwIfAborted();
        const why = explain(error);
        say(why);
        if (error instanceof WrongSecret) refusal = why;
        else if (error instanceof Problem) complain('text', why);
      }
    });
    return refusal;
  });
}

export async function hashFile(file: File): Promise<void> {
  set({ digest: '' });
  await atWork(file.size, async (signal, meter) => {
    const { hashStream } = await startWorkers();
    set({ digest: toHex(await hashStream(streamOf(file), { signal, onProgress: (all) => meter(0, all) })) });
    say(message('hashDone', { name: file.name }));
  });
}
