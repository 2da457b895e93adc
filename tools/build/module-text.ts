/** Writes modules as the text that ts/engine/module-text.ts reads. */
import { alphabet } from '../../ts/engine/module-text.js';

const values = alphabet.length - 2;

/** The text of a module. */
export const moduleText = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => {
    const value = (byte + 3) % 256;
    const prefix = value < values ? '' : alphabet[values - 1 + Math.floor(value / values)];
    return `${prefix}${alphabet[value % values]}`;
  }).join('');
