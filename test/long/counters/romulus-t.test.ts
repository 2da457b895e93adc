/**
 * The counter of Romulus-T near block 2^24 of a text, and near each smaller power of two. The ciphertext does not show
 * the keys of the blocks, each made from the one before. So the test calls the module itself, piece by piece. Its state
 * between pieces has the next key, and the reference goes on from there.
 */
import { expect, inject, it } from 'vitest';
import type { EngineExports } from '../../../ts/engine/engine.js';
import { bytesOf } from '../../../ts/engine/module-text.js';
import { suites } from '../../../ts/suites/table.js';
import { expectSame, key } from '../../fixtures/bytes.js';
import { pattern } from '../../reference/kats.js';
import { firstTweakey, skinny128384 } from '../../reference/romulus.js';
import { counterAt } from './step.js';

const blockLength = 16;
const nonce = pattern('nonce', 16);

/** The nonce, encrypted under a key, a counter and a domain [romulus 5.1]. */
const call = (key: Uint8Array, counter: bigint, domain: number) =>
  skinny128384(firstTweakey(counter, domain), new Uint8Array(blockLength), key, nonce);
const firstKey = () => call(key, 0n, 66);
const streamOf = (key: Uint8Array, index: number) => call(key, counterAt(index), 64);
const nextKey = (key: Uint8Array, index: number) => call(key, counterAt(index), 65);

async function moduleOfRomulus() {
  const { text } =
    inject('build') === 'portable'
      ? await import('../../../ts/suites/romulus/portable.generated.js')
      : await import('../../../ts/suites/romulus/simd128.generated.js');
  return new WebAssembly.Instance(new WebAssembly.Module(bytesOf(text))).exports as unknown as EngineExports;
}

it('Romulus-T', { timeout: 600_000 }, async () => {
  const exports = await moduleOfRomulus();
  const memory = new Uint8Array(exports.memory.buffer);
  const [state, window] = [exports.state_address(), exports.window_address()];
  const pieceLength = exports.piece_limit();
  const inPiece = pieceLength / blockLength;
  const encryptPiece = () => {
    memory.fill(0, window, window + pieceLength);
    exports.aead_encrypt_text(pieceLength, 0);
  };
  /** Follows the blocks of the piece in the window, from its first key; returns the key of the next piece. */
  const followed = (first: Uint8Array, start: number) => {
    let next = first;
    for (let i = 0; i < inPiece; next = nextKey(next, start + i++)) {
      const at = window + blockLength * i;
      expectSame(memory.subarray(at, at + blockLength), streamOf(next, start + i), `block ${start + i}`);
    }
    return next;
  };

  memory.set(key, window);
  memory.set(nonce, window + key.length);
  exports.aead_start(suites.romulus.modes.T!.id);
  exports.aead_absorb_ad(0, 1);
  encryptPiece();
  // The place of the key in the state.
  const place = Buffer.from(memory.subarray(0, window)).indexOf(followed(firstKey(), 0), state);
  expect(place).toBeGreaterThan(state);

  for (let start = inPiece; start <= 2 ** 24; start += inPiece) {
    const first = memory.slice(place, place + blockLength);
    encryptPiece();
    // The pieces before and after a power of two.
    const isNear = [start, start + inPiece].some((edge) => Number.isInteger(Math.log2(edge)));
    if (isNear) expectSame(memory.subarray(place, place + blockLength), followed(first, start), `after ${start}`);
  }
});
