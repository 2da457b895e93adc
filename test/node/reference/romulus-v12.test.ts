/** The counter of Romulus v1.2's reference. */
import { describe, expect, it } from 'vitest';
import { toHex } from '../../reference/bytes.js';
import { v12Member } from '../../reference/romulus-v12.js';

describe('the short counter of Romulus v1.2', () => {
  const tweakeysAt = (name: 'N2' | 'N3', count: number) =>
    v12Member(name)
      .tweakeys(new Uint8Array(16), { block: new Uint8Array(12), count, domain: 0 })
      .map((tweakey) => toHex(tweakey.subarray(0, 3)));

  it('is reduced by x^4 + x^3 + x + 1', () => {
    const first = [0, 23, 24, 25].map((count) => tweakeysAt('N3', count)[0]);
    expect(first).toEqual(['010000', '000080', '1b0000', '360000']);
  });

  it('has the longest period, and in member 2 a second part that counts the periods', () => {
    const period = 2 ** 24 - 1;
    expect([0, 1, period, period + 1, 2 * period].map((count) => tweakeysAt('N2', count).join(' '))).toEqual([
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
});
