/** Converts, packs and hashes files and texts. The work goes on until it is done or cancelled. */
import { makeZip } from 'client-zip';
import { fromHex, toHex, wipe } from 'romulus-wasm';
import { armor, type EncryptedFile, type StreamKey } from 'romulus-wasm/stream';
import { counting, decrypted, openFile, type Step, startWorkers, streamOf, textOf } from './conversion.js';
import { unarmored } from './encrypted-file.js';
import * as facts from './facts.js';
import { type Direction, distinctNames, resultName } from './names.js';
import { explain, Problem, WrongSecret } from './problem.js';
import { acceptsStrength } from './secrets.js';
import type { Progress, Row, Use, Work } from './state.js';
import * as states from './state.js';
import { store } from './storage.js';
import { change, complain, focusOn, say, set, state } from './visit.js';
import { message, type Name, type Say, tally } from './words.js';

/** The milliseconds between two reports. Screen readers would chatter if they reported more often, and nobody would see more drawings. */
const sayInterval = 10_000;
const showInterval = 250;

let stop: AbortController | undefined;

export const cancel = (): void => stop?.abort();

export type Meter = { tell(part: number, progress: Progress): void; filesDone: number };

/** Runs the work with a signal that the person can abort. Errors are reported on the page. */
export async function atWork(
  { verb, total, files }: { readonly verb: Name } & Pick<Work, 'total' | 'files'>,
  work: (signal: AbortSignal, meter: Meter) => Promise<void>,
): Promise<void> {
  if (stop) return;
  stop = new AbortController();
  const { signal } = stop;
  const parts = new Map<number, Progress>();
  const meter: Meter = { tell: (part, progress) => void parts.set(part, progress), filesDone: 0 };
  let nextSaid = performance.now() + sayInterval;
  change(states.begin(total, files, performance.now()));
  const timer = setInterval(() => {
    const now = performance.now();
    const processed = [...parts.values()].reduce((sum, part) => sum + (part.processed ?? 0), 0);
    change(states.progress(parts), states.report(processed, meter.filesDone, now));
    const { work } = state.value;
    if (!work || now < nextSaid) return;
    nextSaid = now + sayInterval;
    say((words) => `${words(verb)}: ${facts.percentOf(facts.shareOf(work))}`);
  }, showInterval);
  focusOn('cancel');
  try {
    await work(signal, meter);
  } catch (error) {
    say(signal.aborted ? message('cancelled') : explain(error));
  } finally {
    clearInterval(timer);
    stop = undefined;
    set({ work: undefined });
  }
}

/** Reads the needed secrets and does the work with them. Missing or refused secrets are reported at their field. */
async function withSecrets(work: (secrets: Record<Direction, StreamKey>, use: Use) => Promise<Say | undefined>) {
  const secrets = {} as Record<Direction, StreamKey>;
  let use: Use = 'own';
  for (const direction of ['encrypt', 'decrypt'] as const) {
    if (!facts.needs(direction, state.value)) continue;
    const given = facts.secretFor(state.value, direction);
    if ('problem' in given) return complain(given.field, given.problem);
    if (direction === 'encrypt') use = given.use;
    secrets[direction] = given.kind === 'key' ? { key: fromHex(given.text) } : { passphrase: given.text };
  }
  if (secrets.encrypt?.passphrase && use === 'own' && !(await acceptsStrength())) return focusOn('own');
  const refusal = await work(secrets, use);
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
  return withSecrets(async (secrets, use) => {
    const files = facts.pending(state.value).length;
    if (facts.makesArchive(state.value)) change(states.pack(facts.pendingTo('encrypt', state.value)));
    const rows = facts.pending(state.value);
    const { mode } = state.value;
    const [first, second] = new Set(rows.map(({ direction }) => `${direction}ing` as const));
    const verb = second ? 'workingOn' : first!;
    const opened = new Map<Row, EncryptedFile>();
    const done = { encrypted: 0, decrypted: 0 };
    let refusal: Say | undefined;

    await atWork({ verb, total: states.sizeOf(rows), files }, async (signal, meter) => {
      /** Makes a step for each row. If it fails, the other rows go on. */
      const stepOf = (work: (row: Row, step: Step) => Promise<void>) => async (row: Row) => {
        signal.throwIfAborted();
        change(states.setPhase(row.id, { is: 'working' }));
        try {
          await work(row, { signal, onKeyProgress: (key) => meter.tell(row.id, { key }) });
        } catch (error) {
          signal.throwIfAborted();
          const why = explain(error);
          if (error instanceof WrongSecret) refusal = why;
          change(states.fail(row, why, error instanceof Problem ? error.file : undefined));
        }
      };
      const open = stepOf(async (row, step) => {
        opened.set(row, await openFile(row.source as File, secrets.decrypt, step));
        change(states.setPhase(row.id, { is: 'waiting' }));
      });
      const convert = stepOf(async (row, step) => {
        const { id, direction, path, size } = row;
        const onProgress = (processed: number) => meter.tell(id, { processed: Math.min(processed, size) });
        const sealed = opened.get(row);
        const { encryptStream } = await startWorkers();
        const stream = sealed
          ? (await decrypted(sealed, signal)).pipeThrough(counting(onProgress))
          : contentsOf(row).pipeThrough(encryptStream({ ...secrets.encrypt, mode, onProgress, ...step }));
        const result = await store(resultName(path, direction), stream, signal, sealed?.size);
        const count = row.source instanceof File ? 1 : row.source.length;
        done[`${direction}ed`] += count;
        meter.filesDone += count;
        change(states.finish(id, result, sealed ? undefined : use));
      });
      try {
        say((words) => words('doing', { verb: words(verb), what: words('files', { count: files }) }));
        // The secret is checked for all files before a long file is read.
        await forEachRow(facts.pendingTo('decrypt', state.value), open);
        await forEachRow(
          rows.filter((row) => row.direction === 'encrypt' || opened.has(row)),
          convert,
        );
        const { filesDone } = meter;
        say(tally(filesDone > 0 ? { ...done, notDone: files - filesDone } : { noneDone: 1 }));
      } catch (error) {
        change(...rows.map((row) => states.fail(row)));
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
  const wrong = facts.textProblem(state.value);
  if (wrong) return complain('text', wrong);
  return withSecrets(async (secrets, use) => {
    const { mode, fields } = state.value;
    const direction = facts.textDirection(state.value);
    let refusal: Say | undefined;
    set({ textResult: undefined });
    await atWork({ verb: `${direction}ing`, total: 1, files: 1 }, async (signal, meter) => {
      const step = { signal, onKeyProgress: (processed: number) => meter.tell(0, { processed }) };
      const encrypt = async () => {
        const { encryptBytes } = await startWorkers();
        return armor(await encryptBytes(new TextEncoder().encode(fields.text), { ...secrets.encrypt, mode, ...step }));
      };
      const decrypt = async () => {
        const sealed = await openFile(new File([unarmored(fields.text)], 'text'), secrets.decrypt, step);
        return textOf(await sealed.read(0, sealed.size, { signal }).finally(() => sealed.dispose()));
      };
      try {
        const text = await { encrypt, decrypt }[direction]();
        set({ textResult: { text, isCopied: false, secret: direction === 'encrypt' ? use : undefined } });
        say(tally({ [`${direction}ed`]: 1 }));
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
  await atWork({ verb: 'hashing', total: file.size, files: 1 }, async (signal, meter) => {
    const onProgress = (processed: number) => meter.tell(0, { processed });
    const { hashStream } = await startWorkers();
    set({ digest: toHex(await hashStream(streamOf(file), { signal, onProgress })) });
    say(message('hashDone', { name: file.name }));
  });
}
