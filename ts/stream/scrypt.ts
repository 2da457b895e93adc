/**
 * Makes a key from the digest of a passphrase by scrypt (RFC 7914) with r = 8 and p = 1: the runtime's own if there is one, otherwise an
 * implementation in JavaScript. file-cipher.ts refuses what needs more memory than `maxMemory`.
 */
import { type Bytes, copyOf } from '../base/bytes.js';
import { LoadError } from '../base/errors.js';
import type { CheckedOptions } from '../base/options.js';
import type { Job } from '../messages/job.js';
import { waitingFor } from '../runtime/abort.js';
import { builtin, type NodeScrypt } from '../runtime/builtin.js';
import { MemoryError } from './file-errors.js';
import type { Derivation } from './javascript-scrypt.js';

/** Derives 32 bytes from a passphrase. Its arrays may be transferred away. Fails with a MemoryError or the signal's reason. */
type DeriveKeyJob = Job<Derivation, Bytes>;

const deriveKeyKind: DeriveKeyJob['kind'] = {
  name: 'deriveKey',
  perform: async (derivation, options) => (nativeScrypt() ?? scryptInJavaScript)(derivation, options),
};

export const deriveKeyJob = (derivation: Derivation): DeriveKeyJob => ({ ...derivation, kind: deriveKeyKind });

type DeriveKey = (derivation: Derivation, options: CheckedOptions) => Promise<Bytes>;

/** The memory that scrypt needs, in bytes: 128 r N. */
export const memoryOf = (cost: number): number => 1024 * cost;

export const tooLittleMemory = ({ cost }: Derivation, cause?: unknown): MemoryError =>
  new MemoryError(memoryOf(cost), 'which this runtime does not give', cause);

/** The most native derivations at a time. Node uses the same four threads for files and host names. */
const mostNative = 2;
const running = new Set<Promise<unknown>>();

/** The native scrypt of Node, Deno and Bun, which runs in its own thread. Undefined in other runtimes. */
export function nativeScrypt(): DeriveKey | undefined {
  const scrypt = builtin('node:crypto')?.scrypt;
  if (typeof scrypt !== 'function') return undefined;
  return async (derivation, { signal, onProgress }) => {
    const waiting = waitingFor(signal);
    let derived: Promise<Bytes> | undefined;
    try {
      signal?.throwIfAborted();
      while (running.size >= mostNative) await waiting.until(Promise.race(running));
      derived = derive(scrypt, derivation);
      // A native derivation cannot be stopped, so it keeps its place until it ends.
      const settled: Promise<unknown> = derived.catch(() => {}).then(() => running.delete(settled));
      running.add(settled);
      const key = await waiting.until(derived);
      onProgress?.(1, 1);
      return key;
    } catch (error) {
      derived?.then((key) => key.fill(0)).catch(() => {});
      throw error;
    } finally {
      waiting.end();
    }
  };
}

async function derive(scrypt: NodeScrypt, derivation: Derivation): Promise<Bytes> {
  const { password, salt, cost } = derivation;
  try {
    // Without a prototype, because Node reads other names of the parameters too.
    const parameters = { __proto__: null, N: cost, r: 8, p: 1, maxmem: memoryOf(cost + 64) };
    const result = await new Promise<Uint8Array>((resolve, reject) =>
      scrypt(password, salt, 32, parameters, (error, key) => (error ? reject(error) : resolve(key))),
    );
    const key = copyOf(result, result.length);
    result.fill(0);
    return key;
  } catch (cause) {
    // With these valid parameters, scrypt fails only for lack of memory.
    throw tooLittleMemory(derivation, cause);
  }
}

const scryptInJavaScript: DeriveKey = async (derivation, options) => {
  let code: typeof import('./javascript-scrypt.js');
  try {
    code = await import('./javascript-scrypt.js');
  } catch (cause) {
    const hint = 'passphrases need scrypt.js of romulus-wasm beside its other files, or in the bundle';
    throw new LoadError(hint, cause, 'the code for passphrases');
  }
  const key = await code.deriveInJavaScript(derivation, options, 10);
  if (!key) throw tooLittleMemory(derivation);
  return key;
};
