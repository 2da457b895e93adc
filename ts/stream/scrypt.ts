/** scrypt (RFC 7914) with r = 8 and p = 1: the runtime's own where it has one, else JavaScript that is loaded only for it. */

import type { Bytes } from '../api/bytes.js';
import { LoadError } from '../api/errors.js';
import type { AbortSignalLike } from '../api/platform.js';
import { follow, waitingFor } from '../runtime/abort.js';
import { builtin, type NodeScrypt } from '../runtime/builtin.js';
import { MemoryError } from './file-errors.js';
import type { Derivation } from './javascript-scrypt.js';

interface StretchOptions {
  readonly signal: AbortSignalLike;
  readonly onProgress: ((done: number) => void) | undefined;
}

/** The key, 32 bytes. The derivation's arrays are given away. Rejects with a MemoryError, or with the signal's reason. */
export type Stretch = (derivation: Derivation, options: StretchOptions) => Promise<Bytes>;

/** In bytes: 128 r N. */
export const memoryOf = (cost: number): number => 1024 * cost;

export const tooLittleMemory = ({ cost }: Derivation, cause?: unknown): MemoryError =>
  new MemoryError(memoryOf(cost), 'which this runtime does not give', cause);

/** The scrypt of Node, Deno and Bun, which compute it in a thread of their own; undefined elsewhere. */
export function nativeStretch(): Stretch | undefined {
  const scrypt = builtin('node:crypto')?.scrypt;
  if (typeof scrypt !== 'function') return undefined;
  return async (derivation, { signal, onProgress }) => {
    await begin(signal);
    const derived = derive(scrypt, derivation, signal).finally(end);
    const waiting = waitingFor(signal);
    try {
      const key = await waiting.until(derived);
      onProgress?.(1);
      return key;
    } catch (error) {
      derived.then(
        (key) => key.fill(0),
        () => {},
      );
      throw error;
    } finally {
      waiting.end();
    }
  };
}

async function derive(scrypt: NodeScrypt, derivation: Derivation, signal: AbortSignalLike): Promise<Bytes> {
  // It may have been aborted while it was given its place.
  signal.throwIfAborted();
  const { password, salt, cost } = derivation;
  try {
    const parameters = { N: cost, r: 8, p: 1, maxmem: memoryOf(cost + 64) };
    const result = await new Promise<Uint8Array>((resolve, reject) =>
      scrypt(password, salt, 32, parameters, (error, key) => (error ? reject(error) : resolve(key))),
    );
    const key = new Uint8Array(result);
    result.fill(0);
    return key;
  } catch (cause) {
    // All that it can lack, with these parameters.
    throw tooLittleMemory(derivation, cause);
  }
}

/**
 * What has begun natively cannot be stopped, and Node has four threads for it, for files and for names of hosts. So that these
 * are never all taken, the others wait here, where an aborted one is dropped.
 */
const mostNative = 2;
let native = 0;
const waiting = new Set<() => void>();

async function begin(signal: AbortSignalLike): Promise<void> {
  signal.throwIfAborted();
  if (native < mostNative) {
    native++;
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const go = () => {
      waiting.delete(go);
      unfollow();
      resolve();
    };
    waiting.add(go);
    const unfollow = follow(signal, () => {
      waiting.delete(go);
      unfollow();
      reject(signal.reason);
    });
  });
}

/** The place goes to who has waited longest. */
function end(): void {
  const [next] = waiting;
  if (next) next();
  else native--;
}

const inJavaScript: Stretch = async (derivation, options) => {
  let code: typeof import('./javascript-scrypt.js');
  try {
    code = await import('./javascript-scrypt.js');
  } catch (cause) {
    throw new LoadError(
      'passphrases need scrypt.js of romulus-wasm beside its other files, or in the bundle',
      cause,
      'the code for passphrases',
    );
  }
  const key = await code.stretchInJavaScript(derivation, { ...options, sliceTime: 10 });
  if (!key) throw tooLittleMemory(derivation);
  return key;
};

/** In this thread, if not by the runtime. */
export const stretchHere: Stretch = (derivation, options) => (nativeStretch() ?? inJavaScript)(derivation, options);
