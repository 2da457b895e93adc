/** The modules of Elephant, straight: every official vector, lengths past every edge, forgeries, and what stays in memory. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as portable from '../../ts/elephant/portable.generated.js';
import * as simd128 from '../../ts/elephant/simd128.generated.js';
import { ELEPHANT_NAMES, elephantBlockLength, elephantEncrypt, elephantTagLength } from '../reference/elephant.js';
import { readElephantVectors, readLongElephantVectors } from '../reference/elephant-vectors.js';
import { pattern } from '../reference/kats.js';
import { ElephantModule, type Message } from './module.js';

const key = pattern('key', 16);
const nonce = pattern('nonce', 12);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const flipped = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

/** By node:buffer, as vitest compares long arrays slowly. */
const expectSame = (actual: Uint8Array | null, expected: Uint8Array, what: string) =>
  expect(actual !== null && Buffer.compare(actual, expected) === 0, what).toBe(true);

describe.each([
  ['portable', portable],
  ['simd128', simd128],
])('the %s module', (build, { hex, sha256: expectedSha256 }) => {
  const module = new ElephantModule(hex);

  it('is the one with its SHA-256', () => {
    expect(sha256(Buffer.from(hex, 'hex'))).toBe(expectedSha256);
  });

  describe.each(ELEPHANT_NAMES)('in %s', (name) => {
    const blockLength = elephantBlockLength(name);
    const tagLength = elephantTagLength(name);

    it('takes pieces of whole blocks', () => {
      expect(module.pieceLimit % blockLength).toBe(0);
    });

    it('gives the official vectors, both ways', () => {
      const vectors = readElephantVectors(name);
      expect(vectors).toHaveLength(1089);
      for (const { plaintext, ciphertext, ...common } of vectors) {
        const lengths = `${plaintext.length} bytes, ad ${common.associatedData.length}`;
        expectSame(module.encrypt(name, { ...common, text: plaintext }), ciphertext, lengths);
        expectSame(module.decrypt(name, { ...common, text: ciphertext }), plaintext, lengths);
      }
    });

    it('gives the long vectors, both ways, whole and by pieces', () => {
      const vectors = readLongElephantVectors().filter(({ mode }) => mode === name);
      expect(vectors).toHaveLength(187);
      for (const { messageLength, adLength, tag, ciphertextSha256 } of vectors) {
        const message = {
          key,
          nonce,
          associatedData: pattern('associatedData', adLength),
          text: pattern('message', messageLength),
        };
        const lengths = `${messageLength} bytes, ad ${adLength}`;
        const check = (ciphertext: Uint8Array) => {
          expect(sha256(ciphertext.subarray(0, -tagLength)), lengths).toBe(ciphertextSha256);
          expect(Buffer.from(ciphertext.subarray(-tagLength)).toString('hex'), lengths).toBe(tag);
        };
        const long = messageLength + adLength > 4000;
        if (messageLength + adLength <= module.pieceLimit) {
          const ciphertext = module.encrypt(name, message);
          check(ciphertext);
          expectSame(module.decrypt(name, { ...message, text: ciphertext }), message.text, lengths);
        }
        for (const [blocks, adPieceLength] of long
          ? [[704, 17600]]
          : [
              [1, 1],
              [9, 100],
              [64, 63],
              [129, 3000],
            ]) {
          const pieceLength = blockLength * (blocks as number);
          const ciphertext = module.encryptByPieces(name, message, pieceLength, adPieceLength);
          check(ciphertext);
          const received = { ...message, text: ciphertext };
          expectSame(module.decryptByPieces(name, received, pieceLength, adPieceLength), message.text, lengths);
        }
      }
    });

    it('works messages that fill the window', () => {
      for (const adLength of [0, 1, 8799, module.pieceLimit]) {
        const text = pattern('message', module.pieceLimit - adLength);
        const message = { key, nonce, associatedData: pattern('associatedData', adLength), text };
        const ciphertext = module.encrypt(name, message);
        expectSame(module.encryptByPieces(name, message, 5 * blockLength), ciphertext, `ad ${adLength}`);
        expectSame(module.decrypt(name, { ...message, text: ciphertext }), text, `ad ${adLength}`);
      }
    });

    it('refuses a message with any bit changed, and leaves its text as it came', () => {
      const associatedData = pattern('associatedData', 40);
      const text = module.encrypt(name, { key, nonce, associatedData, text: pattern('message', 53) });
      const message: Message = { key, nonce, associatedData, text };
      expect(module.decrypt(name, message)).not.toBeNull();
      expect(module.decryptByPieces(name, message, blockLength)).not.toBeNull();
      for (const field of ['key', 'nonce', 'associatedData', 'text'] as const)
        for (let bit = 0; bit < 8 * message[field].length; bit++) {
          const forged = { ...message, [field]: flipped(message[field], bit) };
          expect(module.decrypt(name, forged), `${field}, bit ${bit}`).toBeNull();
          if (bit % 7 === 0) expect(module.decryptByPieces(name, forged, blockLength)).toBeNull();
        }
    });

    it('refuses a message cut short, grown, or with blocks exchanged', () => {
      const associatedData = pattern('associatedData', 19);
      const text = pattern('message', 8 * blockLength);
      const message = { key, nonce, associatedData, text: module.encrypt(name, { key, nonce, associatedData, text }) };
      for (let length = tagLength; length < message.text.length; length++)
        expect(module.decrypt(name, { ...message, text: message.text.subarray(0, length) })).toBeNull();
      expect(module.decrypt(name, { ...message, text: Buffer.concat([message.text, Uint8Array.of(0)]) })).toBeNull();
      for (let i = 0; i + 1 < 8; i++) {
        const exchanged = message.text.slice();
        exchanged.copyWithin(blockLength * i, blockLength * (i + 1), blockLength * (i + 2));
        exchanged.set(message.text.subarray(blockLength * i, blockLength * (i + 1)), blockLength * (i + 1));
        expect(module.decrypt(name, { ...message, text: exchanged }), `blocks ${i} and ${i + 1}`).toBeNull();
      }
    });

    it('tells what is associated data from what is text', () => {
      const all = pattern('message', 60);
      const tags = new Set<string>();
      for (let length = 0; length <= all.length; length++) {
        const message = { key, nonce, associatedData: all.subarray(0, length), text: all.subarray(length) };
        tags.add(Buffer.from(module.encrypt(name, message).subarray(-tagLength)).toString('hex'));
      }
      expect(tags.size).toBe(61);
    });

    it('leaves nothing in memory beyond state and window', () => {
      const { memory } = new ElephantModule(hex);
      const expectClean = (what: string) => {
        module.wipe();
        expectSame(module.memory, memory, what);
      };
      for (const length of [0, 1, blockLength, 7 * blockLength, 33 * blockLength + 1, 100 * blockLength, 5000, 17600]) {
        const message = {
          key,
          nonce,
          associatedData: pattern('associatedData', 100),
          text: pattern('message', length),
        };
        if (length > 17500) message.associatedData = new Uint8Array(0);
        const text = module.encrypt(name, message);
        expectClean(`encrypt ${length}`);
        expect(module.decrypt(name, { ...message, text })).not.toBeNull();
        expectClean(`decrypt ${length}`);
        expect(module.decrypt(name, { ...message, text: flipped(text, 2) })).toBeNull();
        expectClean(`refuse ${length}`);
        module.encryptByPieces(name, message, 11 * blockLength);
        expectClean(`encrypt ${length} by pieces`);
        module.decryptByPieces(name, { ...message, text }, 11 * blockLength);
        expectClean(`decrypt ${length} by pieces`);
      }
    });

    it('begins anew whatever state and window hold', () => {
      const message = { key, nonce, associatedData: pattern('associatedData', 50), text: pattern('message', 45) };
      const expected = elephantEncrypt(name, { ...message, plaintext: message.text });
      for (const dirt of [0, 0xff, 0x5a]) {
        module.wipe(dirt);
        expectSame(module.encrypt(name, message), expected, `${build} after ${dirt}`);
        module.wipe(dirt);
        expectSame(module.encryptByPieces(name, message, blockLength), expected, `${build} by pieces after ${dirt}`);
      }
    });
  });
});
