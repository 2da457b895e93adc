/** The work of the page, which goes on until it is done or cancelled: files and texts are converted, packed, saved and hashed. */
import { makeZip } from 'client-zip';
import { fromHex, toHex, wipe } from 'romulus-wasm';
import { type EncryptedFile, MemoryError, type StreamKey } from 'romulus-wasm/stream';
import { counting, decrypted, encrypted, openFile, startWorkers, streamOf, textOf } from './conversion.js';
import { armored, unarmored } from './encrypted-file.js';
import * as facts from './facts.js';
import { type Direction, distinctNames, resultName } from './names.js';
import { explain, Problem, WrongSecret } from './problem.js';
import type { Progress, Row, Say, Use } from './state.js';
import * as states from './state.js';
import { store } from './storage.js';
import { change, complain, focusOn, say, set, state } from './store.js';

/** Milliseconds. Screen readers would chatter more often, and nobody sees more. */
const sayInterval = 10_000;
const showInterval = 100;

let stop: AbortController | undefined;

export const cancel = (): void => stop?.abort();

export interface Task {
  readonly verb: Say;
  /** Bytes, and files. */
  readonly total: number;
  readonly files: number;
  readonly whenCancelled?: Say;
}

export interface Meter {
  /** Says how much of a row is done, or of something else. */
  tell(part: number, progress: Progress): void;
  noteDone(count: number): void;
}

/** Does it with the page at work, and with a signal that the person can abort. What it throws is said. */
export async function atWork(task: Task, work: (signal: AbortSignal, meter: Meter) => Promise<void>): Promise<void> {
  if (stop) return;
  stop = new AbortController();
  const { signal } = stop;
  const { verb, total, files, whenCancelled = (words) => words.cancelled } = task;
  const parts = new Map<number, Progress>();
  const since = performance.now();
  let filesDone = 0;
  let saidAt = since;
  const show = () => {
    const now = performance.now();
    const processed = [...parts.values()].reduce((sum, part) => sum + (part.processed ?? 0), 0);
    const shown = { verb, total, files, processed, filesDone, since, now };
    change(states.progress(parts), (before) => ({ ...before, work: shown }));
    if (now < saidAt + sayInterval) return;
    saidAt = now;
    say((words) => words.percent(verb(words), facts.percentOf(facts.shareOf(shown))));
  };
  change(states.settle);
  show();
  const timer = setInterval(show, showInterval);
  focusOn('cancel');
  try {
    await work(signal, {
      tell: (part, progress) => void parts.set(part, progress),
      noteDone: (count) => {
        filesDone += count;
      },
    });
  } catch (error) {
    say(signal.aborted ? whenCancelled : explain(error));
  } finally {
    clearInterval(timer);
    stop = undefined;
    set({ work: undefined });
  }
}

/** Reads the secrets that are needed and does the work with them. What is missing or refused is said at its field. */
async function withSecrets(work: (secrets: Record<Direction, StreamKey>, use: Use) => Promise<Say | undefined>) {
  const needs = facts.needs(state.value);
  const secrets = {} as Record<Direction, StreamKey>;
  let use: Use = 'own';
  for (const direction of ['encrypt', 'decrypt'] as const) {
    if (!needs[direction]) continue;
    const given = facts.secretFor(state.value, direction);
    if ('problem' in given) return complain(given.field, given.problem);
    if (direction === 'encrypt') use = given.use;
    secrets[direction] = given.kind === 'key' ? { key: fromHex(given.text) } : { passphrase: given.text };
  }
  const refusal = await work(secrets, use);
  for (const { key } of Object.values(secrets)) if (key) wipe(key);
  if (refusal) complain(state.value.usesKey ? 'key' : 'decrypt', refusal);
}

/** Each derivation of a key takes 128 MiB. Browsers that tell how much memory there is tell no more than 8 GiB. */
function mostAtATime(): number {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number };
  return Math.max(1, Math.min(navigator.hardwareConcurrency, Math.floor(2 * deviceMemory)));
}

/** Does the step for each, as many at a time as memory allows: what it is too little for is done again, alone. */
async function inLanes<Item>(items: readonly Item[], step: (item: Item, isAlone: boolean) => Promise<void>) {
  const waiting = [...items].reverse();
  const again: Item[] = [];
  const lane = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      const each = item;
      await step(each, false).catch((error) => {
        if (!(error instanceof MemoryError)) throw error;
        again.push(each);
      });
    }
  };
  await Promise.all(Array.from({ length: mostAtATime() }, lane));
  for (const item of again) await step(item, true);
}

/** A longer file takes all workers; several of them at a time would only take more memory. */
const longFile = 2 ** 24;

const verbOf = (...directions: readonly Direction[]): Say => {
  if (new Set(directions).size > 1) return (words) => words.workingOn;
  return directions[0] === 'encrypt' ? (words) => words.encrypting : (words) => words.decrypting;
};

/** The files in one, which tells which of them cannot be read. */
async function zipOf(rows: readonly Row[], onFailure: (row: Row) => void): Promise<ReadableStream<Uint8Array>> {
  const names = await distinctNames(rows.map(({ path }) => path));
  const entries = function* () {
    for (const [i, row] of rows.entries()) {
      const file = row.source as File;
      const input = streamOf(file, () => onFailure(row));
      yield { name: names[i], input, size: file.size, lastModified: file.lastModified };
    }
  };
  return makeZip(entries());
}

export function convertFiles(): Promise<void> {
  return withSecrets(async (secrets, use) => {
    const count = facts.pending(state.value).length;
    if (facts.makesArchive(state.value)) change(states.pack(facts.toPack(state.value)));
    const rows = facts.pending(state.value);
    const { mode } = state.value;
    const verb = verbOf(...rows.map(({ direction }) => direction));
    const total = rows.reduce((sum, { size }) => sum + size, 0);
    const doneBy: Record<Direction, number> = { encrypt: 0, decrypt: 0 };
    const opened = new Map<Row, EncryptedFile>();
    const unread = new Map<Row, Row>();
    let longTurn: Promise<unknown> = Promise.resolve();
    let refusal: Say | undefined;

    await atWork({ verb, total, files: count }, async (signal, meter) => {
      /** Does a step. What fails takes no more progress, and what it still reads is cancelled. */
      const attempt = async (row: Row, isAlone: boolean, step: (signal: AbortSignal) => Promise<void>) => {
        const own = new AbortController();
        try {
          signal.throwIfAborted();
          change(states.setPhase(row.id, { is: 'working' }));
          await step(AbortSignal.any([signal, own.signal]));
        } catch (error) {
          own.abort(error);
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
      const onKeyProgress =
        ({ id }: Row) =>
        (key: number) =>
          meter.tell(id, { key });
      const open = (row: Row, isAlone: boolean) =>
        attempt(row, isAlone, async (signal) => {
          const options = { signal, onKeyProgress: onKeyProgress(row) };
          opened.set(row, await openFile(row.source as File, secrets.decrypt, options));
          change(states.setPhase(row.id, { is: 'waiting' }));
        });
      const convert = (row: Row, isAlone: boolean) =>
        attempt(row, isAlone, async (signal) => {
          const { id, source, direction, path } = row;
          const sealed = opened.get(row);
          const onProgress = (processed: number) => meter.tell(id, { processed: Math.min(processed, row.size) });
          const plain = () =>
            source instanceof File ? streamOf(source) : zipOf(source, (member) => unread.set(row, member));
          const options = { secret: secrets.encrypt, mode, signal, onProgress, onKeyProgress: onKeyProgress(row) };
          const stream = sealed ? decrypted(sealed, signal, onProgress) : encrypted(await plain(), options);
          const result = await store(resultName(path, direction), await stream, signal);
          const files = source instanceof File ? 1 : source.length;
          doneBy[direction] += files;
          meter.noteDone(files);
          change(states.finish(id, result, sealed ? undefined : use));
        });
      const inTurn = (row: Row, isAlone: boolean) => {
        if (row.size < longFile) return convert(row, isAlone);
        const turn = longTurn.then(() => convert(row, isAlone));
        longTurn = turn.catch(() => {});
        return turn;
      };
      try {
        say((words) => words.doing(verb(words), count));
        // Whether the secret is right is known of all files before a long one is read.
        await inLanes(
          rows.filter(({ direction }) => direction === 'decrypt'),
          open,
        );
        await inLanes(
          rows.filter((row) => row.direction === 'encrypt' || opened.has(row)),
          inTurn,
        );
        const { encrypt, decrypt } = doneBy;
        say((words) => words.done(encrypt, decrypt, count - encrypt - decrypt));
      } catch (error) {
        for (const row of rows) change(states.fail(row));
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
    const direction = facts.isArmored(fields.text) ? 'decrypt' : 'encrypt';
    let refusal: Say | undefined;
    set({ textResult: undefined });
    await atWork({ verb: verbOf(direction), total: 1, files: 1 }, async (signal, meter) => {
      const onKeyProgress = (done: number) => meter.tell(0, { processed: done });
      const read = async (stream: Promise<ReadableStream<Uint8Array>>) =>
        new Uint8Array(await new Response((await stream) as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
      const encrypt = async () => {
        const options = { secret: secrets.encrypt, mode, signal, onKeyProgress };
        const text = armored(await read(encrypted(new Blob([fields.text]).stream(), options)));
        return { text, isEncryption: true, isCopied: false, secret: use };
      };
      const decrypt = async () => {
        const file = new File([unarmored(fields.text)], 'text');
        const sealed = await openFile(file, secrets.decrypt, { signal, onKeyProgress });
        const bytes = read(decrypted(sealed, signal, () => {})).finally(() => sealed.dispose());
        return { text: textOf(await bytes), isEncryption: false, isCopied: false };
      };
      try {
        set({ textResult: await (direction === 'encrypt' ? encrypt() : decrypt()) });
        say((words) => words.textDone(direction === 'encrypt'));
        focusOn('text-result');
      } catch (error) {
        signal.throwIfAborted();
        const why = explain(error);
        say((words) => words.textFailed(why(words)));
        if (error instanceof WrongSecret) refusal = why;
        else if (error instanceof Problem) complain('text', why);
      }
    });
    return refusal;
  });
}

export async function hashFile(file: File): Promise<void> {
  set({ digest: '' });
  await atWork({ verb: (words) => words.hashing, total: file.size, files: 1 }, async (signal, meter) => {
    const pool = await startWorkers();
    const count = counting((processed) => meter.tell(0, { processed }));
    set({ digest: toHex(await pool.hashStream(streamOf(file).pipeThrough(count), { signal })) });
    say((words) => words.hashDone(file.name));
  });
}
