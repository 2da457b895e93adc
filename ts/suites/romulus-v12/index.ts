/**
 * romulus-wasm/romulus-v12: Romulus v1.2, the round-two version, in WebAssembly. **Superseded. Use this version only to study it or to
 * talk to a device that has it.** For all other purposes use Romulus v1.3, the main entry of this package.
 *
 * @module romulus-wasm/romulus-v12
 */
import moduleSource from '#module/romulus-v12';
import { type Aead, type LoadSuite, loadOf, localAead, type SuiteSync } from '../../api/aead.js';
import { checkMost } from '../../base/bytes.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import type { AeadMode } from '../../messages/mode.js';
import { romulusV12 as row } from '../table.js';

export type { LoadSuite, SuiteSync } from '../../api/aead.js';
export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

/** The most blocks of Romulus-N3 and Romulus-M3, whose counter has 24 bits [romulus-v12 2.3]. */
const mostBlocks = 2 ** 24 - 2;
/** The bytes of a block that goes into the state, and of one that goes into the tweak. Blocks of both kinds alternate. */
const [blockLength, tweakLength] = [16, 12];
const mostInTurn = (mostBlocks / 2) * (blockLength + tweakLength);
/** The length up to the end of the last block. The empty string has one block. */
function paddedLength(length: number): number {
  const rest = length % (blockLength + tweakLength);
  const last = rest > blockLength ? blockLength + tweakLength : rest > 0 || length === 0 ? blockLength : 0;
  return length - rest + last;
}

type Limit = NonNullable<AeadMode['limit']>;

/** N3 counts the blocks of associated data and the blocks of text separately. */
const limitN3: Limit = ({ adLength, textLength }, at, textName, tagLength) => {
  checkMost(`${at}associatedData`, adLength, mostInTurn);
  checkMost(at + textName, textLength, mostBlocks * blockLength + tagLength);
};

/** M3 counts the blocks of associated data and text together, an empty text as one. They go on alternating in the text. */
const limitM3: Limit = ({ adLength, textLength }, at, textName, tagLength) => {
  checkMost(`${at}associatedData`, adLength, mostInTurn - tweakLength);
  checkMost(at + textName, textLength, mostInTurn - paddedLength(adLength) + tagLength);
};

/**
 * Romulus-N1: Romulus-N over SKINNY-128-384 with 56 rounds. Key, nonce and tag have 16 bytes. **Never use a nonce twice under the same
 * key.** Superseded by Romulus-N of v1.3, which makes equally many calls of a shorter cipher. Specified in "Romulus v1.2":
 * docs/algorithms/romulus-v12.md, 3.
 * @example
 * import { romulusN1 as aead } from 'romulus-wasm/romulus-v12';
 * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await aead.encrypt(request);
 */
export const romulusN1: Aead = /* @__PURE__ */ localAead(row.modes.N1, loader);

/**
 * Romulus-N2: the nonce has 12 bytes and lies in the same part of the tweakey as a short counter. Key and tag have 16 bytes. **Never use a
 * nonce twice under the same key.** Superseded. The designers' C program differs from the specification from 369 bytes of plaintext or 325
 * of associated data on. This package follows the specification. Specified in "Romulus v1.2": docs/algorithms/romulus-v12.md, 3.
 */
export const romulusN2: Aead = /* @__PURE__ */ localAead(row.modes.N2, loader);

/**
 * Romulus-N3, over SKINNY-128-256 with 48 rounds. The nonce has 12 bytes, and key and tag have 16. **Never use a nonce twice under the same
 * key.** Superseded. The designers' C program differs from the specification from 369 bytes of plaintext or 325 of associated data on.
 * This package follows the specification. Its counter has 24 bits. So it refuses more than 268 435 424 bytes of plaintext or 234 880 996 of
 * associated data with a {@link LengthError}. Specified in "Romulus v1.2": docs/algorithms/romulus-v12.md, 3.
 */
export const romulusN3: Aead = /* @__PURE__ */ localAead(row.modes.N3, loader, { limit: limitN3 });

/**
 * Romulus-M1, which tolerates repeated nonces: Romulus-M over SKINNY-128-384 with 56 rounds. Key, nonce and tag have 16 bytes. Superseded
 * by Romulus-M of v1.3. Specified in "Romulus v1.2": docs/algorithms/romulus-v12.md, 4.
 */
export const romulusM1: Aead = /* @__PURE__ */ localAead(row.modes.M1, loader);

/**
 * Romulus-M2, which tolerates repeated nonces. The nonce has 12 bytes and lies in the same part of the tweakey as a short counter. Key and
 * tag have 16 bytes. Superseded. The designers' C program differs from the specification from 309 bytes on. This package follows the
 * specification. Specified in "Romulus v1.2": docs/algorithms/romulus-v12.md, 4.
 */
export const romulusM2: Aead = /* @__PURE__ */ localAead(row.modes.M2, loader);

/**
 * Romulus-M3, which tolerates repeated nonces, over SKINNY-128-256 with 48 rounds. The nonce has 12 bytes, and key and tag have 16.
 * Superseded. The designers' C program differs from the specification from 309 bytes on. This package follows the specification. Associated
 * data and plaintext together have at most 2^24 - 2 blocks, alternately of 16 and 12 bytes. Plaintext alone has at most 234 880 980 bytes.
 * A longer message is refused with a {@link LengthError}. Specified in "Romulus v1.2": docs/algorithms/romulus-v12.md, 4.
 */
export const romulusM3: Aead = /* @__PURE__ */ localAead(row.modes.M3, loader, { limit: limitM3 });

/** The members of Romulus v1.2 with plain results. */
export type RomulusV12Sync = SuiteSync<
  'romulusM1' | 'romulusM2' | 'romulusM3' | 'romulusN1' | 'romulusN2' | 'romulusN3'
>;

/** Loads the module of Romulus v1.2: {@link LoadSuite}. */
export const load: LoadSuite<RomulusV12Sync> = /* @__PURE__ */ loadOf(loader, {
  romulusN1,
  romulusN2,
  romulusN3,
  romulusM1,
  romulusM2,
  romulusM3,
});
