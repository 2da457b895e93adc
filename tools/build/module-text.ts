/** Writes modules as the text that ts/engine/module-text.ts reads. */

// The first code that is used. No character from here on ends a string, or has a meaning where a tool inserts text.
const firstCode = '%'.charCodeAt(0);
const values = 87;
/** The prefixes that tell whether a character means one of the first, the second or the third 87 values. */
const shifts = ['', '}', '~'];

/** The text of a module. */
export const moduleText = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => {
    const value = (byte + 3) % 256;
    const code = firstCode + (value % values);
    return shifts[Math.floor(value / values)] + String.fromCharCode(code < '\\'.charCodeAt(0) ? code : code + 1);
  }).join('');
