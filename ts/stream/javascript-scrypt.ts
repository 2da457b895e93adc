/** scrypt in JavaScript, by @noble/hashes, in slices. It has a file of its own, because few programs need it. */
import { scryptAsync } from '@noble/hashes/scrypt.js';
import type { Bytes } from '../base/bytes.js';
import type { CheckedOptions } from '../base/options.js';

export interface Derivation {
  /** 32 bytes. */
  readonly password: Bytes;
  /** 16 bytes. */
  readonly salt: Bytes;
  /** scrypt's N. */
  readonly cost: number;
}

const leastProgress = 1 / 32;

// This licence stands before a function, because bundlers keep it there.
/*! Contains @noble/hashes. The MIT License (MIT). Copyright (c) 2022 Paul Miller (https://paulmillr.com) */
/** Derives a key of 32 bytes in slices of `sliceTime` milliseconds. Returns undefined if there is too little memory. */
export async function deriveInJavaScript(
  { password, salt, cost }: Derivation,
  { signal, onProgress }: CheckedOptions,
  sliceTime: number,
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
        if (done < told + leastProgress && done < 1) return;
        told = done;
        onProgress?.(done, 1);
      },
    });
  } catch (error) {
    if (!hasBegun && error instanceof RangeError) return undefined;
    throw error;
  }
}
