/** Chunks of a text under one key: as each would be by itself, and the first that is forged is told. */
import { describe, expect, it } from 'vitest';
import { load } from '../../../ts/index.js';
import { runSliced, runToEnd } from '../../../ts/slicing.js';
import { chunksWork } from '../../../ts/stream/chunks.js';
import { romulus } from '../../../ts/suites/romulus/modes.js';
import { noOptions } from '../../../ts/work-options.js';
import { concatenate, expectSame, flipBit, key, text } from '../../fixtures/bytes.js';

const sync = await load();
const engine = await romulus.load();
const aeads = { N: sync.romulusN, M: sync.romulusM, T: sync.romulusT };
const nonceOf = (index: number) => new Uint8Array(16).fill(index + 1, 11);

const countOf = (length: number, chunkLength: number) => Math.max(1, Math.ceil(length / chunkLength));

/** One by one. */
const expected = (mode: 'N' | 'M' | 'T', plaintext: Uint8Array, chunkLength: number) =>
  concatenate(
    ...Array.from({ length: countOf(plaintext.length, chunkLength) }, (_, i) =>
      aeads[mode].encrypt({
        key,
        nonce: nonceOf(i),
        plaintext: plaintext.subarray(i * chunkLength, (i + 1) * chunkLength),
      }),
    ),
  );

describe.each(['N', 'M', 'T'] as const)('chunks by Romulus-%s', (mode) => {
  it.each([
    [0, 1024],
    [1, 1024],
    [1023, 1024],
    [1024, 1024],
    [1025, 1024],
    [3 * 2048, 2048],
    [32 * 1024 - 1, 1024],
    [33 * 1024 + 1, 1024],
    [40 * 4096 + 17, 4096],
    [3 * 65_536 + 5, 65_536],
  ])('of %i bytes by %i', async (length, chunkLength) => {
    const plaintext = text(length);
    const chunks = { mode, key, nonceOf, chunkLength };
    const ciphertexts = expected(mode, plaintext, chunkLength);
    expectSame(runToEnd(engine, chunksWork('encrypt', { ...chunks, text: plaintext })).bytes, ciphertexts, 'at once');
    expectSame(
      (await runSliced(chunksWork('encrypt', { ...chunks, text: plaintext }), noOptions)).bytes,
      ciphertexts,
      'in slices',
    );
    const opened = await runSliced(chunksWork('decrypt', { ...chunks, text: ciphertexts }), noOptions);
    expectSame(opened.bytes, plaintext, 'opened');
    expect(opened.authentic).toBe(countOf(length, chunkLength));
  });

  it('tells the first that is forged, and has nothing of it', () => {
    const chunkLength = 1024;
    const plaintext = text(34 * chunkLength + 100);
    const ciphertexts = expected(mode, plaintext, chunkLength);
    for (let forged = 0; forged < 35; forged++) {
      const at = forged * (chunkLength + 16);
      const spoiled = flipBit(ciphertexts, 8 * at + forged);
      const chunks = { mode, key, nonceOf, chunkLength, text: new Uint8Array(spoiled) };
      const { bytes, authentic } = runToEnd(engine, chunksWork('decrypt', chunks));
      expect(authentic).toBe(forged);
      expectSame(bytes.subarray(0, forged * chunkLength), plaintext.subarray(0, forged * chunkLength), 'before it');
      expect(bytes.subarray(forged * chunkLength, (forged + 1) * chunkLength).every((byte) => byte === 0)).toBe(true);
      expectSame(
        bytes.subarray((forged + 1) * chunkLength),
        plaintext.subarray((forged + 1) * chunkLength),
        'behind it',
      );
    }
  });
});
