/** The reference of Romulus v1.2, beside what every mode is tried for. */
import { describe, expect, it } from 'vitest';
import { reference, v12Member } from '../../reference/romulus-v12.js';
import { tryReference } from './official.js';

tryReference('romulus-v12', reference, { N1: 16, N2: 12, N3: 12, M1: 16, M2: 12, M3: 12 });

describe('the short counter of Romulus v1.2', () => {
  const tweakeysAt = (name: 'N2' | 'N3', count: number) =>
    v12Member(name)
      .tweakeys(new Uint8Array(16), { block: new Uint8Array(12), count, domain: 0 })
      .map((tweakey) => Buffer.from(tweakey.subarray(0, 3)).toString('hex'));

  it('is reduced by x^4 + x^3 + x + 1', () => {
    expect([0, 23, 24, 25].map((count) => tweakeysAt('N3', count)[0])).toEqual([
      '010000',
      '000080',
      '1b0000',
      '360000',
    ]);
  });

  it('has a second part in member 2, which counts how often the first began anew', () => {
    const period = 2 ** 24 - 1;
    expect([0, 1, period, period + 1, 2 * period].map((count) => tweakeysAt('N2', count))).toEqual([
      ['010000', '000000', '010000'],
      ['020000', '000000', '010000'],
      ['010000', '000000', '020000'],
      ['020000', '000000', '020000'],
      ['010000', '000000', '040000'],
    ]);
  });

  /** After how many doublings 1 comes back. */
  const periodOf = (reduction: number) => {
    let steps = 0;
    for (let power = 1; steps === 0 || power !== 1; steps++)
      power = ((power << 1) & 0xffffff) ^ (power >> 23 ? reduction : 0);
    return steps;
  };

  it('has the longest period, unlike that of the C of the designers', () => {
    expect(periodOf(0x1b)).toBe(2 ** 24 - 1);
    expect(periodOf(0x95)).toBe(266_305);
  });
});
