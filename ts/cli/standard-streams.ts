/** Detects standard streams that were closed when the program was started. */
import { fstatSync, readSync, statSync, writeSync } from 'node:fs';

/** The reason that an error message gives after the name of the stream. */
export const closedReason = 'is closed, or /dev/null opened for reading and writing, which looks the same';

/** Node replaces a closed stream by /dev/null for reading and writing. A shell opens it for only one of the two. */
export function looksClosed(descriptor: 0 | 1): boolean {
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isCharacterDevice() || stat.rdev !== statSync('/dev/null').rdev) return false;
    // One of these calls throws if a shell opened it. Both are harmless: /dev/null has nothing to read or spoil.
    readSync(descriptor, new Uint8Array(1));
    writeSync(descriptor, new Uint8Array(1));
    return true;
  } catch {
    return false;
  }
}
