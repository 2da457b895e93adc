/** The modules of all suites by their exports: every official vector, lengths past every edge, forgeries, and what stays in memory. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../../ts/engine/module-text.js';
import { expectSame, flipBit, hex as hexOf } from '../../fixtures/bytes.js';
import { triedOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import { suites } from '../../reference/suites.js';
import { readLongVectors } from '../../reference/vectors.js';
import { SuiteModule } from './module.js';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const builds = suites.flatMap((suite) => ['portable', 'simd128'].map((build) => ({ suite, build })));

describe.each(builds)('the $build module of $suite.key', async ({ suite, build }) => {
  const file = new URL(`../../../ts/suites/${suite.key}/${build}.generated.ts`, import.meta.url).href;
  const { text, sha256: expectedSha256 }: { text: string; sha256: string } = await import(/* @vite-ignore */ file);
  const module = new SuiteModule(text, suite.modes);

  it('is the one with its SHA-256', () => {
    expect(sha256(bytesOf(text))).toBe(expectedSha256);
  });

  const tried = triedOf(suite.modes.map((mode) => ({ suite, mode })));

  describe.each(tried.map(({ mode }) => mode))('in $name', async (mode) => {
    const longVectors = await readLongVectors(suite, mode);
    const { blockLength, tagLength } = mode;
    // A piece of whole blocks, as small as the mode takes them.
    const [[unit]] = suite.pieces({ messageLength: 0, adLength: 0 }, blockLength) as [[number, number]];
    const key = pattern('key', 16);
    const nonce = pattern('nonce', mode.nonceLength);
    const messageOf = (textLength: number, adLength: number) => ({
      key,
      nonce,
      associatedData: pattern('associatedData', adLength),
      text: pattern('message', textLength),
    });

    it('gives the long vectors, both ways, whole and by pieces', () => {
      expect(module.pieceLimit % blockLength).toBe(0);
      expect(longVectors).toHaveLength(suite.longCases(mode).length);
      for (const { messageLength, adLength, tag, ciphertextSha256 } of longVectors) {
        const message = messageOf(messageLength, adLength);
        const lengths = `${messageLength} bytes, ad ${adLength}`;
        const check = (ciphertext: Uint8Array) => {
          expect(sha256(ciphertext.subarray(0, -tagLength)), lengths).toBe(ciphertextSha256);
          expect(hexOf(ciphertext.subarray(-tagLength)), lengths).toBe(tag);
        };
        if (messageLength + adLength <= module.pieceLimit) {
          const text = module.encrypt(mode, message);
          check(text);
          expectSame(module.decrypt(mode, { ...message, text }), message.text, lengths);
        }
        for (const [length, ofAd] of suite.pieces({ messageLength, adLength }, blockLength)) {
          const text = module.encryptByPieces(mode, message, length, ofAd);
          check(text);
          expectSame(module.decryptByPieces(mode, { ...message, text }, length, ofAd), message.text, lengths);
        }
      }
    });

    it('refuses a message with any bit changed, and leaves its text as it came', () => {
      const open = messageOf(53, 40);
      const message = { ...open, text: module.encrypt(mode, open) };
      expect(module.decrypt(mode, message)).not.toBeNull();
      expect(module.decryptByPieces(mode, message, unit)).not.toBeNull();
      for (const field of ['key', 'nonce', 'associatedData', 'text'] as const)
        for (let bit = 0; bit < 8 * message[field].length; bit++) {
          const forged = { ...message, [field]: flipBit(message[field], bit) };
          if (module.decrypt(mode, forged) !== null) expect.fail(`${field}, bit ${bit}`);
          if (bit % 7 === 0 && module.decryptByPieces(mode, forged, unit) !== null)
            expect.fail(`${field}, bit ${bit}, by pieces`);
        }
    });

    it('leaves nothing in memory beyond state and window', () => {
      const fresh = new SuiteModule(text, suite.modes).memory;
      const expectClean = (what: string) => {
        module.wipe();
        expectSame(module.memory, fresh, what);
      };
      const lengths = [0, 1, blockLength, 7 * blockLength, 33 * blockLength + 1, 100 * blockLength, 5000];
      for (const length of [...lengths, module.pieceLimit]) {
        const message = messageOf(length, length === module.pieceLimit ? 0 : 100);
        const text = module.encrypt(mode, message);
        expectClean(`encrypt ${length}`);
        expect(module.decrypt(mode, { ...message, text })).not.toBeNull();
        expectClean(`decrypt ${length}`);
        expect(module.decrypt(mode, { ...message, text: flipBit(text, 2) })).toBeNull();
        expectClean(`refuse ${length}`);
        module.encryptByPieces(mode, message, 11 * unit);
        expectClean(`encrypt ${length} by pieces`);
        module.decryptByPieces(mode, { ...message, text }, 11 * unit);
        expectClean(`decrypt ${length} by pieces`);
      }
    });

    it('begins anew whatever state and window hold', () => {
      const message = messageOf(45, 50);
      const expected = mode.encrypt({ ...message, plaintext: message.text });
      for (const dirt of [0, 0xff, 0x5a]) {
        module.wipe(dirt);
        expectSame(module.encrypt(mode, message), expected, `after ${dirt}`);
        module.wipe(dirt);
        expectSame(module.encryptByPieces(mode, message, unit), expected, `by pieces after ${dirt}`);
      }
    });
  });
});
