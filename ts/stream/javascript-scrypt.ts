/**
 * scrypt in JavaScript, by @noble/hashes, for runtimes without a native scrypt. It runs in slices. It is in a separate file, because few
 * programs need it.
 */
import { scryptAsync } from '@noble/hashes/scrypt.js';
import type { Bytes } from '../api/bytes.js';
import type { CheckedOptions } from '../api/options.js';

export interface Derivation {
  /** 32 bytes. */
  readonly password: Bytes;
  /** 16 bytes. */
  readonly salt: Bytes;
  /** scrypt's N. */
  readonly cost: number;
}

interface Options extends CheckedOptions {
  /** The milliseconds for which the derivation may block the event loop. */
  readonly sliceTime: number;
}

/** The least difference between two reports of progress. */
const step = 1 / 32;

// This licence stands before a function, because bundlers keep it there.
/*! Contains @noble/hashes. The MIT License (MIT). Copyright (c) 2022 Paul Miller (https://paulmillr.com) */
/** Derives a key of 32 bytes. Returns undefined if there is too little memory. An aborted derivation stops within a slice. */
export async function deriveInJavaScript(
  { password, salt, cost }: Derivation,
  { signal, onProgress, sliceTime }: Options,
): Promise<Bytes | undefined> {
  let hasBegun = false;
  let told = 0;
  try {
    return await scryptAsync(password, salt, {
      N: cost,
      r: 8,
      p: 1,
      dkLen: 32,
      asyncTick: sliceTime,
      // An error from this function ends the derivation, which then overwrites its memory.
      onProgress(done) {
        hasBegun = true;
        signal?.throwIfAborted();
        if (done < told + step && done < 1) return;
        told = done;
        onProgress?.(done, 1);
      },
    });
  } catch (error) {
    if (!hasBegun && error instanceof RangeError) return undefined;
    throw error;
  }
}
