/**
 * One step of a mode, anywhere in a text: it maps the ciphertext of one block of zeros to the ciphertext of the next
 * block.
 */
import { DOMAINS, derive, type IceMember, iceCall } from '../../reference/ice.js';
import { g } from '../../reference/rho.js';
import { firstTweakey } from '../../reference/romulus-modes.js';
import type { SuiteMode } from '../../reference/suites.js';

export interface Secrets {
  key: Uint8Array;
  nonce: Uint8Array;
}

/** Computes the ciphertext of block `index` from that of the block before. */
export type Step = (before: Uint8Array, index: number) => Uint8Array;

/** The exports of each file of steps/, by the key of its suite. */
export interface Steps {
  /** Undefined for a mode without steps. */
  stepOf(mode: SuiteMode, secrets: Secrets): Step | undefined;
  /** The largest number of blocks of a text, if it is smaller than this test wants. */
  mostBlocks?(mode: SuiteMode): number | undefined;
}

/** A field of polynomials over GF(2): the number of bits, and the value of x to that power. */
export interface Field {
  width: number;
  reduction: bigint;
}
const longField: Field = { width: 56, reduction: 0x95n };

function multiply(a: bigint, b: bigint, { width, reduction }: Field): bigint {
  let product = 0n;
  for (let bit = width - 1; bit >= 0; bit--) {
    const doubled = product << 1n;
    product = BigInt.asUintN(width, doubled) ^ ((doubled >> BigInt(width)) * reduction);
    if ((b >> BigInt(bit)) & 1n) product ^= a;
  }
  return product;
}

/** x to the power of `exponent`. */
export function power(exponent: number, field: Field): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = multiply(result, result, field);
    if (bit === '1') result = multiply(result, 2n, field);
  }
  return result;
}

/** ctr of Romulus [romulus 2.2]. */
export const counterAt = (index: number): bigint => power(index, longField);

/** The lowest byte first. */
export const bytesOf = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
const numberOf = (bytes: Uint8Array): bigint => bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);

/** Back from G [romulus 2.4]. */
const gInverse = (block: Uint8Array) => block.map((y) => (y << 1) | ((y >> 7) ^ ((y >> 6) & 1)));

/** A step of a mode whose output is G of its state. A call of a cipher makes the next state. */
export const feedback =
  (call: (state: Uint8Array, index: number) => Uint8Array): Step =>
  (before, index) =>
    g(call(gInverse(before), index));

const isN = ({ name }: SuiteMode) => name.startsWith('N');

/** The domain of a block that is not the last, in N and in M [romulus 2.3]. */
export const domainOf = (mode: SuiteMode) => (isN(mode) ? 4 : 36);

type Cipher = (tweakeys: [Uint8Array, Uint8Array, Uint8Array], block: Uint8Array) => Uint8Array;

export const romulusStep =
  (cipher: Cipher) =>
  (mode: SuiteMode, { key, nonce }: Secrets): Step =>
    feedback((state, index) => cipher([firstTweakey(counterAt(index), domainOf(mode)), nonce, key], state));

export const iceStep =
  (memberOf: (mode: SuiteMode) => IceMember) =>
  (mode: SuiteMode, secrets: Secrets): Step => {
    const member = memberOf(mode);
    const first = derive(member, secrets);
    const times = (mask: Uint8Array, count: number, field: Field) => {
      const length = field.width / 8;
      const product = multiply(numberOf(mask.subarray(0, length)), power(count, field), field);
      return Uint8Array.of(...bytesOf(product, length), ...mask.subarray(length));
    };
    const keyField = member.ice === 3 ? { width: 120, reduction: 0x1bn } : { width: 128, reduction: 0x87n };
    const blockField = { width: 8 * member.blockLength, reduction: 0x87n };
    return feedback((state, index) => {
      // N has already doubled them for the empty block of its associated data.
      const count = isN(mode) ? index + 1 : index;
      const masks = { key: times(first.key, count, keyField), block: times(first.block, count, blockField) };
      return iceCall(member, masks, state, isN(mode) ? DOMAINS.text.inner : DOMAINS.encryption);
    });
  };
