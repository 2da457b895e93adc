/** Converts, packs and hashes files and texts. The work goes on until it is done or cancelled. */
import { makeZip } from 'client-zip';
import { fromHex, toHex, wipe } from 'romulus-wasm';
import { type EncryptedFile, MemoryError, type StreamKey } from 'romulus-wasm/stream';
import { counting, decrypted, openFile, type Step, startWorkers, streamOf, textOf } from './conversion.js';
import { armored, unarmored } from './encrypted-file.js';
import * as facts from './facts.js';
import { type Direction, distinctNames, resultName } from './names.js';
import { explain, Problem, WrongSecret } from './problem.js';
import type { Progress, Row, Use, Work } from './state.js';
import * as states from './state.js';
import { store } from './storage.js';
import { change, complain, focusOn, say, set, state } from './store.js';
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
  const start = performance.now();
  let nextSaid = sayInterval;
  const show = () => {
    const elapsed = performance.now() - start;
    const processed = [...parts.values()].reduce((sum, part) => sum + (part.processed ?? 0), 0);
    const shown = { total, files, processed, filesDone: meter.filesDone, elapsed };
    change(states.progress(parts), (before) => ({ ...before, work: shown }));
    if (elapsed < nextSaid) return;
    nextSaid = elapsed + sayInterval;
    say((words) => `${words(verb)}: ${facts.percentOf(facts.shareOf(shown))}`);
  };
  change(states.settle);
  show();
  const timer = setInterval(show, showInterval);
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
  const refusal = await work(secrets, use);
  for (const { key } of Object.values(secrets)) if (key) wipe(key);
  if (refusal) complain(state.value.usesKey ? 'key' : 'decrypt', refusal);
}

/** Returns how many keys may be derived at a time, with 128 MiB each. Browsers tell at most 8 GiB of memory. */
function mostAtATime(): number {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number };
  return Math.max(1, Math.min(navigator.hardwareConcurrency, Math.floor(2 * deviceMemory)));
}

type RowStep = (row: Row, isAlone: boolean, onDerived?: () => void) => Promise<void>;

/** Runs a step for rows in lanes. A lane goes on once a row's key is derived. A row that lacks memory runs again, alone. */
async function inLanes(rows: readonly Row[], step: RowStep): Promise<void> {
  const waiting = rows.values();
  const again: Row[] = [];
  const failures: unknown[] = [];
  const steps: Promise<unknown>[] = [];
  const lane = async () => {
    for (const row of waiting) {
      const { promise: derived, resolve } = Promise.withResolvers<void>();
      const done = step(row, false, resolve).catch((error) =>
        error instanceof MemoryError ? again.push(row) : failures.push(error),
      );
      steps.push(done);
      await Promise.race([done, derived]);
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: mostAtATime() }, lane));
  await Promise.all(steps);
  if (failures.length > 0) throw failures[0];
  for (const row of again) await step(row, true);
}

/** The least length, in bytes, of a file that uses all workers. Several such files at a time would only take more memory. */
const longFile = 2 ** 24;

/** Packs these files into one archive. Calls `onFailure` with the index of each file that cannot be read. */
export function zipOf(files: readonly { path: string; contents: Blob }[], onFailure = (_: number) => {}) {
  const names = distinctNames(files.map(({ path }) => path));
  const entries = function* () {
    for (const [i, { contents }] of files.entries()) {
      const { size, lastModified } = contents as File;
      yield { name: names[i], input: streamOf(contents, () => onFailure(i)), size, lastModified };
    }
  };
  return makeZip(entries());
}

export function convertFiles(): Promise<void> {
  return withSecrets(async (secrets, use) => {
    const files = facts.pending(state.value).length;
    if (facts.makesArchive(state.value)) change(states.pack(facts.pendingTo('encrypt', state.value)));
    const rows = facts.pending(state.value);
    const { mode } = state.value;
    const [first, second] = new Set(rows.map(({ direction }) => `${direction}ing` as const));
    const verb = second ? 'workingOn' : first!;
    const total = states.sizeOf(rows);
    const done = { encrypted: 0, decrypted: 0 };
    const opened = new Map<Row, EncryptedFile>();
    const unread = new Map<Row, Row>();
    let longTurn: Promise<unknown> = Promise.resolve();
    let refusal: Say | undefined;

    await atWork({ verb, total, files }, async (signal, meter) => {
      /** Runs a step for a row. A row whose step has failed takes no more progress. */
      const attempt = async (row: Row, isAlone: boolean, step: (step: Step) => Promise<void>) => {
        const onKeyProgress = (key: number) => meter.tell(row.id, { key });
        try {
          signal.throwIfAborted();
          change(states.setPhase(row.id, { is: 'working' }));
          await step({ signal, onKeyProgress });
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof MemoryError && !isAlone) {
            change(states.setPhase(row.id, { is: 'waiting' }));
            throw error;
          }
          const why = explain(error);
          change(states.fail(row, why, unread.get(row)));
          if (error instanceof WrongSecret) refusal = why;
        }
      };
      const open: RowStep = (row, isAlone) =>
        attempt(row, isAlone, async (step) => {
          opened.set(row, await openFile(row.source as File, secrets.decrypt, step));
          change(states.setPhase(row.id, { is: 'waiting' }));
        });
      const convert: RowStep = (row, isAlone, onDerived) =>
        attempt(row, isAlone, async (step) => {
          const { id, source, direction, path, size } = row;
          const sealed = opened.get(row);
          const onProgress = (processed: number) => meter.tell(id, { processed: Math.min(processed, size) });
          const isFile = source instanceof File;
          const members = () => (source as Row[]).map(({ path, source }) => ({ path, contents: source as File }));
          const plain = () => (isFile ? streamOf(source) : zipOf(members(), (i) => unread.set(row, source[i]!)));
          const { encryptStream } = await startWorkers();
          const stream = sealed
            ? (await decrypted(sealed, step.signal)).pipeThrough(counting(onProgress))
            : plain().pipeThrough(encryptStream({ ...secrets.encrypt, mode, onProgress, ...step }));
          // The header comes out first, when the key is derived.
          const derives = onDerived && secrets.encrypt?.passphrase;
          const watched = derives ? stream.pipeThrough(counting(onDerived)) : stream;
          const result = await store(resultName(path, direction), watched, step.signal, sealed?.size);
          const count = isFile ? 1 : source.length;
          done[sealed ? 'decrypted' : 'encrypted'] += count;
          meter.filesDone += count;
          change(states.finish(id, result, sealed ? undefined : use));
        });
      const inTurn: RowStep = (row, isAlone, onDerived) => {
        if (row.size < longFile) return convert(row, isAlone, onDerived);
        const turn = longTurn.then(() => convert(row, isAlone));
        longTurn = turn.catch(() => {});
        return turn;
      };
      try {
        say((words) => words('doing', { verb: words(verb), count: files }));
        // The secret is checked for all files before a long file is read.
        const sealed = rows.filter(({ direction }) => direction === 'decrypt');
        await inLanes(sealed, open);
        const ready = rows.filter((row) => row.direction === 'encrypt' || opened.has(row));
        await inLanes(ready, inTurn);
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

const bytesOf = (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
  new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).bytes();

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
        const { encryptStream } = await startWorkers();
        const options = { ...secrets.encrypt, mode, ...step };
        return armored(await bytesOf(new Blob([fields.text]).stream().pipeThrough(encryptStream(options))));
      };
      const decrypt = async () => {
        const sealed = await openFile(new File([unarmored(fields.text)], 'text'), secrets.decrypt, step);
        return textOf(await bytesOf(await decrypted(sealed, signal)).finally(() => sealed.dispose()));
      };
      try {
        const text = await { encrypt, decrypt }[direction]();
        set({ textResult: { text, isCopied: false, secret: direction === 'encrypt' ? use : undefined } });
        say(message(`${direction}Done`));
        focusOn('text-result');
      } catch (error) {
        signal.throwIfAborted();
        const why = explain(error);
        say((words) => words('textFailed', { why: why(words) }));
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
    const stream = streamOf(file).pipeThrough(counting((processed) => meter.tell(0, { processed })));
    set({ digest: toHex(await (await startWorkers()).hashStream(stream, { signal })) });
    say(message('hashDone', { name: file.name }));
  });
}
