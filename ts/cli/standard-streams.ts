/** Standard streams that were closed when the program was started. */
import { fstatSync, readSync, statSync, writeSync } from 'node:fs';

/** The reason in a message, after the name of the stream. */
export const closedReason = 'is closed, or /dev/null opened for reading and writing, which looks the same';

/** Node opens /dev/null for reading and writing where a standard stream is closed; a shell opens it for one of the two. */
export function looksClosed(descriptor: 0 | 1): boolean {
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isCharacterDevice() || stat.rdev !== statSync('/dev/null').rdev) return false;
    // One of them throws if the shell opened the file for the other. /dev/null has nothing to read or spoil.
    readSync(descriptor, new Uint8Array(1));
    writeSync(descriptor, new Uint8Array(1));
    return true;
  } catch {
    return false;
  }
}
