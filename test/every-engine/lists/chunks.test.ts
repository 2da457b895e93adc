/** Chunks of a text under one key: as each would be by itself, and the first that is forged is told. */
import { describe, expect, it } from 'vitest';
import { noOptions } from '../../../ts/api/options.js';
import { load } from '../../../ts/index.js';
import { runSliced, runToEnd } from '../../../ts/messages/slicing.js';
import { chunksWork } from '../../../ts/stream/chunks.js';
import { romulus } from '../../../ts/suites/romulus/modes.js';
import { concatenate, expectSame, flipBit, key, text } from '../../fixtures/bytes.js';

const sync = await load();
const engine = await romulus.load();
const aeads = { N: sync.romulusN, M: sync.romulusM, T: sync.romulusT };
const noncePrefix = new Uint8Array(11).fill(7);
const batch = { key, noncePrefix, firstIndex: 3, isLast: false };
/** As in docs/stream-format.md: the prefix, and the number of the chunk. */
const nonceOf = (index: number) => Uint8Array.of(...noncePrefix, 0, 0, 0, index + batch.firstIndex, 0);

const countOf = (length: number, chunkLength: number) => Math.max(1, Math.ceil(length / chunkLength));

/** One by one. */
const expected = (mode: 'N' | 'M' | 'T', plaintext: Uint8Array, chunkLength: number) => {
  const chunks = Array.from({ length: countOf(plaintext.length, chunkLength) }, (_, i) =>
    plaintext.subarray(i * chunkLength, (i + 1) * chunkLength),
  );
  return concatenate(...chunks.map((chunk, i) => aeads[mode].encrypt({ key, nonce: nonceOf(i), plaintext: chunk })));
};

describe.each(['N', 'M', 'T'] as const)('chunks by Romulus-%s', (mode) => {
  it.each<[length: number, chunkLength: number]>([
    ...[0, 1, 1023, 1024, 1025, 32 * 1024 - 1, 33 * 1024 + 1].map((length): [number, number] => [length, 1024]),
    [3 * 2048, 2048],
    [40 * 4096 + 17, 4096],
    [3 * 65_536 + 5, 65_536],
  ])('of %i bytes by %i', async (length, chunkLength) => {
    const plaintext = text(length);
    const chunks = { ...batch, mode, chunkLength };
    const ciphertexts = expected(mode, plaintext, chunkLength);
    const encryption = () => chunksWork('encrypt', { ...chunks, text: plaintext });
    expectSame(runToEnd(engine, encryption()).bytes, ciphertexts, 'at once');
    expectSame((await runSliced(encryption(), noOptions)).bytes, ciphertexts, 'in slices');
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
      const chunks = { ...batch, mode, chunkLength, text: new Uint8Array(spoiled) };
      const { bytes, authentic } = runToEnd(engine, chunksWork('decrypt', chunks));
      expect(authentic).toBe(forged);
      const zeroed = plaintext.slice().fill(0, forged * chunkLength, (forged + 1) * chunkLength);
      expectSame(bytes, zeroed, 'the others, and nothing of it');
    }
  });
});
