/** The counter of Romulus v1.2's reference. */
import { expect, it } from 'vitest';
import { toHex } from '../../reference/bytes.js';
import { v12Member } from '../../reference/romulus-v12.js';

const tweakeysAt = (count: number) =>
  v12Member('N2')
    .tweakeys(new Uint8Array(16), { block: new Uint8Array(12), count, domain: 0 })
    .map((tweakey) => toHex(tweakey.subarray(0, 3)));

it('the short counter has the longest period, and in member 2 a second part that counts the periods', () => {
  const period = 2 ** 24 - 1;
  expect([0, 1, period, period + 1, 2 * period].map((count) => tweakeysAt(count).join(' '))).toEqual([
    '010000 000000 010000',
    '020000 000000 010000',
    '010000 000000 020000',
    '020000 000000 020000',
    '010000 000000 040000',
  ]);
  let power = 1;
  let steps = 0;
  do power = ((power << 1) & 0xffffff) ^ (power >> 23 ? 0x1b : 0);
  while (++steps < period && power !== 1);
  expect(steps).toBe(period);
});
