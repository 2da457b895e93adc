/** The number of calls of the cipher, beside programs that make the calls and count them. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type BoundedMode, calls, effectiveBlocks, type FamilyMode } from '../../../ts/estimates/index.js';
import { pattern } from '../../reference/kats.js';
import { type Mode, referenceDecrypt, referenceEncrypt, referenceHash } from '../../reference/romulus.js';
import { counted, walkIceM, walkIceN, walkRomulusM, walkRomulusN } from './earlier-modes.js';

const made = vi.hoisted(() => ({ calls: 0 }));
vi.mock('../../reference/skinny.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../reference/skinny.js')>();
  const encipher: typeof original.encipher = (...inputs) => {
    made.calls++;
    return original.encipher(...inputs);
  };
  const skinny128384: typeof original.skinny128384 = (...inputs) => {
    made.calls++;
    return original.skinny128384(...inputs);
  };
  return { ...original, encipher, skinny128384 };
});

/** Counts the calls for lengths in bytes. A build of a module that counts its own would be one more. */
type Counter = (associatedData: number, plaintext: number) => number;

function callsWithin(work: () => void): number {
  made.calls = 0;
  work();
  return made.calls;
}

const [key, nonce] = [pattern('key', 16), pattern('nonce', 16)];

const encrypts =
  (mode: Mode): Counter =>
  (associatedData, plaintext) =>
    callsWithin(() =>
      referenceEncrypt(mode, {
        key,
        nonce,
        associatedData: pattern('associatedData', associatedData),
        plaintext: pattern('message', plaintext),
      }),
    );

const decrypts =
  (mode: Mode): Counter =>
  (associatedData, plaintext) =>
    callsWithin(() =>
      referenceDecrypt(mode, {
        key,
        nonce,
        associatedData: pattern('associatedData', associatedData),
        ciphertext: pattern('message', plaintext + 16),
      }),
    );

type Walk<How> = (how: How, associatedData: number, plaintext: number, call: () => void) => void;
const walks =
  <How>(walk: Walk<How>, how: How): Counter =>
  (associatedData, plaintext) =>
    counted((call) => walk(how, associatedData, plaintext, call));

const ice1 = { keyCalls: 1, blockLength: 16 };
const ice2 = { keyCalls: 2, blockLength: 16 };
const ice3 = { keyCalls: 0, blockLength: 8 };
const counters: [name: string, mode: FamilyMode, counter: Counter][] = [
  ...(['N', 'M', 'T'] as const).flatMap((letter): [string, FamilyMode, Counter][] => [
    ['the reference, encrypting', `Romulus-${letter}`, encrypts(letter)],
    ['the reference, decrypting', `Romulus-${letter}`, decrypts(letter)],
  ]),
  ...(['Romulus-N', 'Romulus-N-Deoxys', 'Romulus-N1'] as const).map((mode): [string, FamilyMode, Counter] => [
    'a walk',
    mode,
    walks(walkRomulusN, 16),
  ]),
  ...(['Romulus-M', 'Romulus-M-Deoxys', 'Romulus-M1'] as const).map((mode): [string, FamilyMode, Counter] => [
    'a walk',
    mode,
    walks(walkRomulusM, 16),
  ]),
  ['a walk', 'Romulus-N2', walks(walkRomulusN, 12)],
  ['a walk', 'Romulus-N3', walks(walkRomulusN, 12)],
  ['a walk', 'Romulus-M2', walks(walkRomulusM, 12)],
  ['a walk', 'Romulus-M3', walks(walkRomulusM, 12)],
  ['a walk', 'Remus-N1', walks(walkIceN, ice1)],
  ['a walk', 'Remus-N2', walks(walkIceN, ice2)],
  ['a walk', 'Remus-N3', walks(walkIceN, ice3)],
  ['a walk', 'Remus-M1', walks(walkIceM, ice1)],
  ['a walk', 'Remus-M2', walks(walkIceM, ice2)],
  ['a walk', 'TGIF-N1', walks(walkIceN, ice1)],
  ['a walk', 'TGIF-N2', walks(walkIceN, ice2)],
  ['a walk', 'TGIF-M1', walks(walkIceM, ice1)],
  ['a walk', 'TGIF-M2', walks(walkIceM, ice2)],
];

/** About the ends of blocks of 8, 12 and 16 bytes, and of pairs of 28 and 32. */
const edges = [0, 1, 7, 8, 9, 11, 12, 13, 15, 16, 17, 27, 28, 29, 31, 32, 33, 44, 45, 56, 57, 63, 64, 65, 112];
const lengths = fc.oneof(fc.constantFrom(...edges), fc.nat({ max: 700 }));

describe.each(counters)('beside %s: %s', (name, mode, count) => {
  it('counts as many calls, at the edges and of random lengths', () => {
    const isReference = name.startsWith('the reference');
    const both = isReference ? edges.filter((length) => length < 34) : edges;
    for (const associatedData of both)
      for (const plaintext of both)
        expect(calls(mode, { associatedData, plaintext }), `${associatedData}, ${plaintext}`).toBe(
          count(associatedData, plaintext),
        );
    fc.assert(
      fc.property(lengths, lengths, (associatedData, plaintext) => {
        expect(calls(mode, { associatedData, plaintext })).toBe(count(associatedData, plaintext));
      }),
      { numRuns: isReference ? 30 : 500 },
    );
  });
});

it('counts as many calls as the reference of the hash', () => {
  const count = (plaintext: number) => callsWithin(() => referenceHash(pattern('message', plaintext)));
  for (const plaintext of edges) expect(calls('Romulus-H', { plaintext })).toBe(count(plaintext));
  fc.assert(
    fc.property(fc.nat({ max: 2000 }), (plaintext) => {
      expect(calls('Romulus-H', { plaintext })).toBe(count(plaintext));
    }),
    { numRuns: 50 },
  );
});

describe.each(counters.filter(([name]) => name === 'a walk'))('beside %s: %s', (_name, mode) => {
  it('has no fewer effective blocks than calls but those for the key, and at most two more', () => {
    const keyCalls = { 1: 1, 2: 2 }[/^(?:Remus|TGIF)-.([12])/.exec(mode)?.[1] ?? ''] ?? 0;
    fc.assert(
      fc.property(lengths, lengths, (associatedData, plaintext) => {
        const message = { associatedData, plaintext };
        const more = effectiveBlocks(mode as BoundedMode, message) - (calls(mode, message) - keyCalls);
        expect(more).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(2);
      }),
      { numRuns: 300 },
    );
  });
});

it('leaves out the associated data where none is given', () => {
  expect(calls('Romulus-N', { plaintext: 64 })).toBe(calls('Romulus-N', { associatedData: 0, plaintext: 64 }));
  expect(calls('Romulus-N', { associatedData: undefined, plaintext: 64 })).toBe(5);
});

it('counts lengths of which a block is less than the least step of a number of 32 bits', () => {
  expect(calls('Romulus-N', { associatedData: 0, plaintext: 2 ** 52 })).toBe(2 ** 48 + 1);
  expect(calls('Remus-N3', { associatedData: 2 ** 52, plaintext: 0 })).toBe(2 ** 49 + 1);
  expect(calls('Romulus-N2', { associatedData: 28 * 2 ** 40 + 17, plaintext: 0 })).toBe(2 ** 40 + 3);
});
