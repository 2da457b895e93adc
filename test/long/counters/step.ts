/** One step of each mode, from the ciphertext of a block of zeros to that of the next one, wherever in a text that is. */
import type { SuiteKey } from '../../../ts/suites/table.js';
import { extended, xor } from '../../reference/bytes.js';
import { deoxysBc } from '../../reference/deoxys-bc.js';
import { ELEPHANT_INSTANCES, type ElephantName } from '../../reference/elephant.js';
import { DOMAINS, derive, type IceMember, iceCall } from '../../reference/ice.js';
import { REMUS_MEMBERS } from '../../reference/remus.js';
import { g } from '../../reference/rho.js';
import { firstTweakey } from '../../reference/romulus-modes.js';
import { skinny128, skinny128384 } from '../../reference/skinny.js';
import type { SuiteMode } from '../../reference/suites.js';
import { TGIF_MEMBERS } from '../../reference/tgif.js';

interface Secrets {
  key: Uint8Array;
  nonce: Uint8Array;
}

/** Gives the ciphertext of block `index` from that of the block before. */
type Step = (before: Uint8Array, index: number) => Uint8Array;

/** A field of polynomials over GF(2): of how many bits, and what x to their number reduces to. */
interface Field {
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

/** x to a power. */
function power(exponent: number, field: Field): bigint {
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
const bytesOf = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
const numberOf = (bytes: Uint8Array): bigint => bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);

/** Back from G [romulus 2.4]. */
const gInverse = (block: Uint8Array) => block.map((y) => (y << 1) | ((y >> 7) ^ ((y >> 6) & 1)));

/** A step whose output is G of a state that goes on by a call of a cipher. */
const feedback =
  (call: (state: Uint8Array, index: number) => Uint8Array): Step =>
  (before, index) =>
    g(call(gInverse(before), index));

const isN = ({ name }: SuiteMode) => name.startsWith('N');

/** The domain of a block that is not the last, in N and in M [romulus 2.3]. */
const domainOf = (mode: SuiteMode) => (isN(mode) ? 4 : 36);

type Cipher = (tweakeys: [Uint8Array, Uint8Array, Uint8Array], block: Uint8Array) => Uint8Array;

const romulusStep =
  (cipher: Cipher) =>
  (mode: SuiteMode, { key, nonce }: Secrets): Step =>
    feedback((state, index) => cipher([firstTweakey(counterAt(index), domainOf(mode)), nonce, key], state));

const short: Field = { width: 24, reduction: 0x1bn };

/** Romulus v1.2 [romulus-v12 2.2, 2.3]. */
function romulusV12Step(mode: SuiteMode, secrets: Secrets): Step {
  const { key, nonce } = secrets;
  const member = mode.name[1];
  if (member === '1') return romulusStep(skinny128)(mode, secrets);
  const base = member === '2' ? 64 : 128;
  const period = 2 ** 24 - 1;
  return feedback((state, index) => {
    const first = Uint8Array.of(...bytesOf(power(index % period, short), 3), base + domainOf(mode), ...nonce);
    const high = bytesOf(power(Math.floor(index / period), short), 16);
    return skinny128(member === '2' ? [first, key, high] : [first, key], state);
  });
}

/** The modes over ICE. */
const iceStep =
  (members: Record<string, IceMember>) =>
  (mode: SuiteMode, secrets: Secrets): Step => {
    const member = members[mode.name] as IceMember;
    const first = derive(member, secrets);
    const times = (mask: Uint8Array, count: number, field: Field) => {
      const length = field.width / 8;
      const product = multiply(numberOf(mask.subarray(0, length)), power(count, field), field);
      return Uint8Array.of(...bytesOf(product, length), ...mask.subarray(length));
    };
    const keyField = member.ice === 3 ? { width: 120, reduction: 0x1bn } : { width: 128, reduction: 0x87n };
    const blockField = { width: 8 * member.blockLength, reduction: 0x87n };
    return feedback((state, index) => {
      // N has doubled them for the empty block of its associated data.
      const count = isN(mode) ? index + 1 : index;
      const masks = { key: times(first.key, count, keyField), block: times(first.block, count, blockField) };
      return iceCall(member, masks, state, isN(mode) ? DOMAINS.text.inner : DOMAINS.encryption);
    });
  };

/** Elephant, whose blocks follow from no other. */
function elephantStep({ name }: SuiteMode, { key, nonce }: Secrets): Step {
  const { blockLength, permute, next } = ELEPHANT_INSTANCES[name as ElephantName];
  let masks = permute(extended(key, blockLength));
  const maskAt = (index: number) => {
    if (masks.length <= index + blockLength) {
      const more = extended(masks, 2 * (index + blockLength));
      for (let i = masks.length; i < more.length; i++) more[i] = next(more.subarray(i - blockLength, i));
      masks = more;
    }
    return masks.subarray(index, index + blockLength);
  };
  return (_, index) => {
    const mask = xor(maskAt(index), maskAt(index + 1));
    return xor(permute(xor(extended(nonce, blockLength), mask)), mask);
  };
}

const ofRomulus = romulusStep(([first, second, third], block) => skinny128384(first, second, third, block));

/** The step of each suite. Undefined where nothing is counted, or nothing of the counter shows: Romulus-T has a test of its own. */
export const stepsOf: Record<SuiteKey, (mode: SuiteMode, secrets: Secrets) => Step | undefined> = {
  romulus: (mode, secrets) => (mode.name === 'T' ? undefined : ofRomulus(mode, secrets)),
  isap: () => undefined,
  elephant: elephantStep,
  'romulus-v12': romulusV12Step,
  remus: iceStep(REMUS_MEMBERS),
  tgif: iceStep(TGIF_MEMBERS),
  deoxys: romulusStep(deoxysBc),
};
