/** The lists of digests that the tests of `romulus hash` expect. */
import { load } from '../../../ts/index.js';
import { hex } from '../../fixtures/bytes.js';

const { romulusH } = await load();

export const digestOf = (contents: Uint8Array | string): string =>
  hex(romulusH(typeof contents === 'string' ? new TextEncoder().encode(contents) : contents));

export const lineOf = (name: string, contents: Uint8Array | string): string => `${digestOf(contents)}  ${name}\n`;

export const linesOf = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');
