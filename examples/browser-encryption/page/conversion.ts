/** One file, encrypted or decrypted: first its secret is checked, then it is read. */
import { AuthenticationError, type Mode } from 'romulus-wasm';
import type { EncryptedFile, StreamKey } from 'romulus-wasm/stream';
import { isArmoredFile, unarmoredFile } from './armor.js';
import { checkHeader, checkLength, isSealed, maxMemory } from './file-header.js';
import { WrongSecret } from './problem.js';
import { streamOf } from './reading.js';
import type { Secrets } from './secret-fields.js';
import { words } from './words.js';
import { startWorkers } from './workers.js';

export type Direction = 'encrypt' | 'decrypt';

export interface Conversion {
  /** One for each direction that there are files of. */
  readonly secrets: Secrets;
  /** For encryption. */
  readonly mode: Mode;
  readonly signal: AbortSignal;
}

/** Told how much of the passphrase's key is derived, from 0 to 1. */
export type KeyProgress = (done: number) => void;

/** A file whose secret is right. */
export interface Source {
  /** The result. It fails with the library's errors, those of the file, and the signal's reason. */
  read(onProgress: (processed: number) => void): Promise<ReadableStream<Uint8Array>>;
  /** Overwrites its key. */
  dispose(): void;
}

const suffix = '.romulus';

/** What the result is called: as by the program `romulus`. */
export function resultName(name: string, direction: Direction): string {
  if (direction === 'encrypt') return name + suffix;
  return name.endsWith(suffix) && name !== suffix ? name.slice(0, -suffix.length) : `${name}.decrypted`;
}

/** What is likely to be done with a file: what is encrypted, or has the name of an encrypted file, is to be decrypted. */
export async function directionOf(file: File): Promise<Direction> {
  const isEncrypted = file.name.endsWith(suffix) || (await isSealed(file)) || (await isArmoredFile(file));
  return isEncrypted ? 'decrypt' : 'encrypt';
}

export function openSource(
  file: File,
  direction: Direction,
  conversion: Conversion,
  onKeyProgress: KeyProgress,
): Promise<Source> {
  const open = direction === 'encrypt' ? plainSource : sealedSource;
  return open(file, conversion, onKeyProgress);
}

async function plainSource(
  file: File,
  { secrets: { lock }, mode, signal }: Conversion,
  onKeyProgress: KeyProgress,
): Promise<Source> {
  return {
    async read(onProgress) {
      const pool = await startWorkers();
      const transform = pool.encryptStream({ ...(lock as StreamKey), mode, signal, onProgress, onKeyProgress });
      return streamOf(file).pipeThrough(transform);
    },
    dispose() {},
  };
}

/** Rejects with a WrongSecret or another Problem, the library's errors, and those of the file. */
async function sealedSource(
  given: File,
  { secrets: { unlock }, signal }: Conversion,
  onKeyProgress: KeyProgress,
): Promise<Source> {
  const file = (await isArmoredFile(given)) ? await unarmoredFile(given) : given;
  const secret = unlock as StreamKey;
  await checkHeader(file, secret);
  await checkLength(file);
  const sealed = await openWith(file, { secret, signal, onKeyProgress });
  return {
    async read(onProgress) {
      const { size } = await startWorkers();
      return contentsOf(sealed, size + 2, signal, onProgress);
    },
    dispose: () => sealed.dispose(),
  };
}

interface Unlocking {
  readonly secret: StreamKey;
  readonly signal: AbortSignal;
  readonly onKeyProgress: KeyProgress;
}

async function openWith(file: File, { secret, signal, onKeyProgress }: Unlocking): Promise<EncryptedFile> {
  const pool = await startWorkers();
  // Nothing behind the header is read before the header has proved that the secret is right.
  let isRight = false;
  const watched = {
    size: file.size,
    slice(start: number, end: number) {
      if (start > 0) isRight = true;
      return file.slice(start, end);
    },
  };
  try {
    return await pool.openEncrypted(watched, { ...secret, signal, maxMemory, onKeyProgress });
  } catch (error) {
    if (isRight || !(error instanceof AuthenticationError)) throw error;
    throw new WrongSecret(secret.key ? words.wrongKey : words.wrongPassphrase);
  }
}

/** Bytes that one worker decrypts at a time. */
const shortest = 2 ** 21;

/** Everything in the file, with some reads under way before they are asked for. */
function contentsOf(
  sealed: EncryptedFile,
  ahead: number,
  signal: AbortSignal,
  onProgress: (processed: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const length = Math.max(sealed.chunkLength, shortest);
  const reads: Promise<Uint8Array<ArrayBuffer>>[] = [];
  let start = 0;
  let processed = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        for (; reads.length < ahead && start < sealed.size; start += length) {
          const read = sealed.read(start, Math.min(start + length, sealed.size), { signal });
          // If one before it fails, nobody waits for this one.
          read.catch(() => {});
          reads.push(read);
        }
        const bytes = await reads.shift();
        if (!bytes) return controller.close();
        controller.enqueue(bytes);
        processed += bytes.length;
        onProgress(processed);
      },
    },
    { highWaterMark: 0 },
  );
}
