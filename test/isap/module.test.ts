/** The modules of ISAP, straight: every official vector, lengths past every edge, forgeries, and what stays in memory. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as portable from '../../ts/isap/portable.generated.js';
import * as simd128 from '../../ts/isap/simd128.generated.js';
import { ISAP_NAMES, isapEncrypt } from '../reference/isap.js';
import { readIsapVectors, readLongIsapVectors } from '../reference/isap-vectors.js';
import { pattern } from '../reference/kats.js';
import { IsapModule, type Message, tagLength } from './module.js';

const key = pattern('key', 16);
const nonce = pattern('nonce', 16);

const flipped = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

/** The ciphertext's SHA-256 and the tag, as the long vectors have them. */
const digestOf = (ciphertext: Uint8Array) => ({
  ciphertextSha256: createHash('sha256').update(ciphertext.subarray(0, -tagLength)).digest('hex'),
  tag: Buffer.from(ciphertext.subarray(-tagLength)).toString('hex'),
});

/** By node:buffer, as vitest compares long arrays slowly. */
const expectSame = (actual: Uint8Array | null, expected: Uint8Array) =>
  expect(actual !== null && Buffer.compare(actual, expected) === 0).toBe(true);

describe.each([
  ['portable', portable],
  ['simd128', simd128],
])('the %s module', (_, { hex, sha256 }) => {
  const module = new IsapModule(hex);

  it('is the one with its SHA-256', () => {
    expect(createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')).toBe(sha256);
  });

  it('takes pieces of whole blocks of both rates', () => {
    expect(module.pieceLimit % 8).toBe(0);
    expect(module.pieceLimit % 18).toBe(0);
  });

  describe.each(ISAP_NAMES)('in ISAP-%s', (name) => {
    it('gives the official vectors, both ways', () => {
      const vectors = readIsapVectors(name);
      expect(vectors).toHaveLength(1089);
      for (const { plaintext, ciphertext, ...common } of vectors) {
        expectSame(module.encrypt(name, { ...common, text: plaintext }), ciphertext);
        expectSame(module.decrypt(name, { ...common, text: ciphertext }), plaintext);
      }
    });

    it('gives the long vectors, both ways, whole and by pieces', () => {
      const vectors = readLongIsapVectors().filter(({ mode }) => mode === name);
      expect(vectors).toHaveLength(130);
      for (const { messageLength, adLength, tag, ciphertextSha256 } of vectors) {
        const associatedData = pattern('associatedData', adLength);
        const text = pattern('message', messageLength);
        const message = { key, nonce, associatedData, text };
        const longest = Math.max(messageLength, adLength);
        const pieceLengths = longest > 4200 ? [16128] : [72, 2016];
        if (messageLength + adLength <= module.pieceLimit) {
          const ciphertext = module.encrypt(name, message);
          expect(digestOf(ciphertext)).toEqual({ ciphertextSha256, tag });
          expectSame(module.decrypt(name, { ...message, text: ciphertext }), text);
        }
        for (const pieceLength of pieceLengths) {
          const ciphertext = module.encryptByPieces(name, message, pieceLength);
          expect(digestOf(ciphertext)).toEqual({ ciphertextSha256, tag });
          expectSame(module.decryptByPieces(name, { ...message, text: ciphertext }, pieceLength), text);
        }
      }
    });

    it('refuses a message with any bit changed, and leaves its text as it came', () => {
      const associatedData = pattern('associatedData', 20);
      const text = module.encrypt(name, { key, nonce, associatedData, text: pattern('message', 37) });
      const message: Message = { key, nonce, associatedData, text };
      expect(module.decrypt(name, message)).not.toBeNull();
      expect(module.decryptByPieces(name, message, 72)).not.toBeNull();
      for (const field of ['key', 'nonce', 'associatedData', 'text'] as const)
        for (let bit = 0; bit < 8 * message[field].length; bit++) {
          const forged = { ...message, [field]: flipped(message[field], bit) };
          expect(module.decrypt(name, forged)).toBeNull();
          if (bit % 7 === 0) expect(module.decryptByPieces(name, forged, 72)).toBeNull();
        }
    });

    it('tells what is associated data from what is text', () => {
      const all = pattern('message', 36);
      const tags = new Set<string>();
      for (let length = 0; length <= all.length; length++) {
        const message = { key, nonce, associatedData: all.subarray(0, length), text: all.subarray(length) };
        tags.add(digestOf(module.encrypt(name, message)).tag);
      }
      expect(tags.size).toBe(37);
    });

    it('leaves nothing in memory beyond state and window', () => {
      const fresh = new IsapModule(hex).memory;
      const message = { key, nonce, associatedData: pattern('associatedData', 100), text: pattern('message', 333) };
      const text = module.encrypt(name, message);
      expect(module.decrypt(name, { ...message, text })).not.toBeNull();
      expect(module.decrypt(name, { ...message, text: flipped(text, 9) })).toBeNull();
      module.encryptByPieces(name, message, 72);
      module.wipe();
      expectSame(module.memory, fresh);
    });

    it('begins anew whatever memory holds', () => {
      const message = { key, nonce, associatedData: pattern('associatedData', 9), text: pattern('message', 45) };
      const expected = isapEncrypt(name, { ...message, plaintext: message.text });
      for (const dirt of [0, 0xff, 0x5a]) {
        const start = module.exports.state_address();
        module.memory.fill(dirt, start, start + module.exports.aead_state_length());
        expectSame(module.encrypt(name, message), expected);
        module.memory.fill(dirt, start, start + module.exports.aead_state_length());
        expectSame(module.encryptByPieces(name, message, 72), expected);
      }
    });
  });
});
