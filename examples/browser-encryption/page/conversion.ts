/** One file, encrypted or decrypted: into a Blob, or to disk while it goes on. */
import { AuthenticationError, type Mode } from 'romulus-wasm';
import type { StreamKey } from 'romulus-wasm/stream';
import { WrongSecret } from './problem.js';
import { maxMemory } from './sealed-header.js';
import { startWorkers } from './workers.js';

export type Direction = 'encrypt' | 'decrypt';

export interface Conversion {
  readonly direction: Direction;
  readonly secret: StreamKey;
  /** For encryption. */
  readonly mode: Mode;
  readonly signal: AbortSignal;
}

export interface ConversionListener {
  /** So many bytes of the file are done. */
  onProgress(processed: number): void;
  /** So much of the passphrase's key is derived, from 0 to 1. */
  onKeyProgress(done: number): void;
}

const suffix = '.romulus';

/** What the result is called: as by the program `romulus`. */
export function resultName(name: string, direction: Direction): string {
  if (direction === 'encrypt') return name + suffix;
  return name.endsWith(suffix) && name !== suffix ? name.slice(0, -suffix.length) : `${name}.decrypted`;
}

/**
 * The result, if there is no target to write it to. Rejects with a WrongSecret, with the library's errors, those of the file and the
 * target, and with the signal's reason; the target is then removed, or as empty as it was.
 *
 * @param listener told how far the work is
 */
export async function convert(
  file: File,
  { direction, secret, mode, signal }: Conversion,
  target: FileSystemFileHandle | undefined,
  listener: ConversionListener,
): Promise<Blob | undefined> {
  let isOpen = false;
  const settings = {
    ...secret,
    signal,
    onProgress(processed: number) {
      // Nothing is processed before the header has proved that the secret is right.
      isOpen = true;
      listener.onProgress(processed);
    },
    onKeyProgress: listener.onKeyProgress,
  };
  try {
    const pool = await startWorkers();
    signal.throwIfAborted();
    if (!target)
      return await (direction === 'encrypt'
        ? pool.encryptBlob(file, { ...settings, mode })
        : pool.decryptBlob(file, { ...settings, maxMemory }));
    const transform =
      direction === 'encrypt'
        ? pool.encryptStream({ ...settings, mode })
        : pool.decryptStream({ ...settings, maxMemory });
    // What is written here becomes the file's contents when it is closed, not before.
    const writable = await target.createWritable();
    await file.stream().pipeThrough(transform).pipeTo(writable);
    return undefined;
  } catch (error) {
    await removeIfEmpty(target);
    if (error instanceof AuthenticationError && !isOpen) throw new WrongSecret(wrong(secret));
    // The stream of a file that was changed or removed fails in Chromium with an error that does not say so; this does.
    if (error instanceof TypeError) await file.slice(0, 1).arrayBuffer();
    throw error;
  }
}

const wrong = ({ passphrase }: StreamKey): string =>
  passphrase ? 'The passphrase is wrong.' : 'This is not the key that the file was encrypted with.';

/** Choosing a place to save made an empty file there. */
async function removeIfEmpty(target: FileSystemFileHandle | undefined): Promise<void> {
  try {
    if (target && (await target.getFile()).size === 0) await target.remove?.();
  } catch {
    // An empty file that cannot be removed does no harm, and the first error says more.
  }
}
