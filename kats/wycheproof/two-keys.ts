/**
 * Makes pairs of messages that have the same ciphertext and tag, and open in two contexts. docs/commitment.md derives
 * the attacks.
 */
import { concatenate, xor } from '../../test/reference/bytes.js';
import { deoxysBc, deoxysBcInverse } from '../../test/reference/deoxys-bc.js';
import {
  ELEPHANT_INSTANCES,
  type ElephantName,
  masksOf,
  padded,
  permuteMasked,
} from '../../test/reference/elephant.js';
import { DOMAINS, derive, domainOf, doubled, type IceMember, iceCall, withLastByte } from '../../test/reference/ice.js';
import { REMUS_MEMBERS, type RemusName } from '../../test/reference/remus.js';
import { g, pad, split } from '../../test/reference/rho.js';
import { inTurns, type Tweak } from '../../test/reference/romulus-modes.js';
import { type V12Name, v12Member } from '../../test/reference/romulus-v12.js';
import { skinny128, skinny128Inverse, skinny128384 } from '../../test/reference/skinny.js';
import { skinny64128Inverse } from '../../test/reference/skinny-64.js';
import type { Suite, SuiteMode } from '../../test/reference/suites.js';
import { TGIF_MEMBERS, type TgifName } from '../../test/reference/tgif.js';
import { tgifBcInverse } from '../../test/reference/tgif-bc.js';
import { BLOCK, type Case, EMPTY, filled, type Message, random, range } from './inputs.js';

/** The parts that both contexts share, and the key and nonce of one of them. */
type Given = Pick<Message, 'key' | 'nonce' | 'ciphertext' | 'tag'>;

/** Solves for a block of associated data. `before` has the blocks before that one. */
type Attack = (given: Given, before: Uint8Array[]) => Uint8Array;

/** The inverse of `map`, for every byte. */
const inverseOf = (map: (byte: Uint8Array) => Uint8Array) => {
  const table = new Uint8Array(256);
  for (const byte of range(256)) table[map(Uint8Array.of(byte))[0] as number] = byte;
  return (bytes: Uint8Array) => bytes.map((byte) => table[byte] as number);
};
const gInverse = inverseOf(g);
const gPlusInverse = inverseOf((byte) => xor(byte, g(byte)));

/** Computes the state before rho, from the state after it and the block of ciphertext. */
function beforeRho(behind: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  const padding = pad(ciphertext, behind.length).fill(0, 0, ciphertext.length);
  const whole = xor(behind, padding);
  return whole.map((byte, i) =>
    i < ciphertext.length ? gPlusInverse(Uint8Array.of(byte ^ ciphertext[i]!))[0]! : byte,
  );
}

type Direction = 'forward' | 'back';
type RomulusCall = (direction: Direction, key: Uint8Array, tweak: Tweak, state: Uint8Array) => Uint8Array;

/**
 * Returns the calls of the cipher in a suite with the modes of Romulus. The members of Romulus v1.2 have their own
 * tweakeys. Those of N1 are also the tweakeys of all other suites here.
 */
function romulusCall(suite: Suite, { name }: SuiteMode): RomulusCall {
  const { base, tweakeys } = v12Member(suite.key === 'romulus-v12' ? (name as V12Name) : 'N1');
  return (direction, key, tweak, state) => {
    const parts = tweakeys(key, { ...tweak, domain: base + tweak.domain }) as [Uint8Array, Uint8Array, Uint8Array];
    if (suite.key === 'deoxys') return (direction === 'forward' ? deoxysBc : deoxysBcInverse)(parts, state);
    if (direction === 'back') return skinny128Inverse(parts, state, suite.key === 'romulus' ? 40 : undefined);
    return suite.key === 'romulus' ? skinny128384(...parts, state) : skinny128(parts, state);
  };
}

function romulusAttack(call: RomulusCall, { name, nonceLength }: SuiteMode): Attack {
  return ({ key, nonce, ciphertext, tag }, before) => {
    const isN = name.startsWith('N');
    const adBlocks = before.length + 1;
    let state: Uint8Array;
    let plaintextBlocks: ReturnType<typeof inTurns> = [];
    if (isN) {
      const text = split(ciphertext, BLOCK);
      const last = (text.at(-1) as Uint8Array).length < BLOCK ? 21 : 20;
      state = gInverse(tag);
      for (let i = text.length; i > 0; i--) {
        const domain = i < text.length ? 4 : last;
        const behind = call('back', key, { block: nonce, count: i, domain }, state);
        state = beforeRho(behind, text[i - 1] as Uint8Array);
      }
      state = call('back', key, { block: nonce, count: adBlocks, domain: 24 }, state);
    } else {
      let stream = tag;
      const plaintext = (ciphertext.length === 0 ? [] : split(ciphertext, BLOCK)).map((block, i) => {
        const encrypted = call('forward', key, { block: nonce, count: i, domain: 36 }, stream);
        const text = xor(block, g(encrypted));
        stream = xor(encrypted, pad(text, BLOCK));
        return text;
      });
      // The number of blocks of associated data is odd, so the first of the message is a tweak.
      plaintextBlocks = inTurns(concatenate(plaintext), nonceLength, BLOCK);
      const { bytes, length } = plaintextBlocks.at(-1) as (typeof plaintextBlocks)[number];
      const domain = 48 + (plaintextBlocks.length % 2 === 0 ? 4 : 0) + (bytes.length < length ? 1 : 0);
      const count = adBlocks + plaintextBlocks.length;
      state = call('back', key, { block: nonce, count, domain }, gInverse(tag));
    }
    for (let i = plaintextBlocks.length - 1; i >= 0; i--) {
      const { bytes, length } = plaintextBlocks[i] as (typeof plaintextBlocks)[number];
      const block = pad(bytes, length);
      const count = adBlocks + i;
      state = count % 2 === 0 ? xor(state, block) : call('back', key, { block, count, domain: 44 }, state);
    }
    const begun = before.reduce<Uint8Array>(
      (sum, block, i) =>
        i % 2 === 0 ? xor(sum, block) : call('forward', key, { block, count: i, domain: isN ? 8 : 40 }, sum),
      filled(BLOCK, 0),
    );
    return concatenate([...before, xor(state, begun)]);
  };
}

type Inverse = (key: Uint8Array, block: Uint8Array) => Uint8Array;

function iceAttack(member: IceMember, inverse: Inverse): Attack {
  const { base, blockLength, mode } = member;
  return ({ key, nonce, ciphertext, tag }, before) => {
    const first = derive(member, { key, nonce });
    const at = (times: number) => doubled(first, member.ice, times);
    const back = (times: number, domain: number, block: Uint8Array) => {
      const masks = at(times);
      return xor(inverse(withLastByte(masks.key, base + domain), xor(block, masks.block)), masks.block);
    };
    const text = split(ciphertext, blockLength);
    const adBlocks = before.length + 1;
    let stream = tag;
    // The plaintext of M. The plaintext of N is computed when the message is opened.
    const plaintext = text.map((block, i) => {
      const encrypted = iceCall(member, at(i), stream, DOMAINS.encryption);
      const plain = xor(block, g(encrypted));
      stream = xor(encrypted, pad(plain, blockLength));
      return plain;
    });
    let state: Uint8Array = gInverse(tag);
    for (let i = text.length - 1; i >= 0; i--) {
      const domains = mode === 'N' ? DOMAINS.text : DOMAINS.authenticatedText;
      state = back(adBlocks + 1 + i, domainOf(domains, i, text, blockLength), state);
      state = mode === 'N' ? beforeRho(state, text[i]!) : xor(state, pad(plaintext[i]!, blockLength));
    }
    const begun = before.reduce<Uint8Array>(
      (sum, block, i) => iceCall(member, at(i + 1), xor(sum, block), DOMAINS.associatedData.inner),
      filled(blockLength, 0),
    );
    return concatenate([...before, xor(back(adBlocks, DOMAINS.associatedData.last, state), begun)]);
  };
}

/** Returns the nonce that gives the other key the masks of this key and nonce. Only the mask of the key is used. */
function sameMasks(
  { cipher, ice }: IceMember,
  inverse: Inverse,
  key: Uint8Array,
  nonce: Uint8Array,
  other: Uint8Array,
) {
  if (ice === 3) return xor(nonce, xor(key, other));
  return inverse(other, cipher(key, nonce));
}

/**
 * Returns the sums behind a tag. `rest` is the sum that the blocks of nonce and associated data must add for this tag.
 */
function elephantSums(name: ElephantName, { key, ciphertext, tag }: Given) {
  const { blockLength, permuteBack } = ELEPHANT_INSTANCES[name];
  const text = padded(ciphertext, blockLength);
  const masks = masksOf(name, key, text.length + 2);
  const mask = masks[0] as Uint8Array;
  const back = (block: Uint8Array, by: Uint8Array) => xor(permuteBack(xor(block, by)), by);
  const partOf = (block: Uint8Array, i: number) => permuteMasked(name, block, xor(masks[i]!, masks[i + 2]!));
  // The bytes after the tag may have any value.
  const needed = back(concatenate([tag, filled(blockLength - tag.length, 0)]), mask);
  return { back, masks, needed, partOf, rest: text.map(partOf).reduce(xor, needed) };
}

function elephantAttack(name: ElephantName): Attack {
  return (given, before) => {
    const { back, masks, rest } = elephantSums(name, given);
    const { blockLength } = ELEPHANT_INSTANCES[name];
    const [first, , end] = padded(concatenate([given.nonce, ...before, filled(blockLength, 0)]), blockLength);
    const sum = xor(xor(rest, first!), permuteMasked(name, end!, masks[2]!));
    return concatenate([...before, back(sum, masks[1]!)]);
  };
}

const bitsOf = (bytes: Uint8Array) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

type Both = readonly [Given, Given];

/**
 * Finds a ciphertext whose tag is right under both keys, without associated data. Each block has one of two values, and
 * adds one of two values to the sum of each key. The choice of blocks solves a system of linear equations modulo 2,
 * with one equation for each bit of both sums from the byte `from` on. The bytes before it stay as they come out.
 */
function elephantCiphertext(name: ElephantName, both: Both, from = 0): Uint8Array {
  const { blockLength } = ELEPHANT_INSTANCES[name];
  const count = 16 * (blockLength - from) + 8;
  const sums = both.map((given) => elephantSums(name, { ...given, ciphertext: filled(count * blockLength, 0) }));
  const pair = (values: Uint8Array[]) => bitsOf(concatenate(values.map((value) => value.subarray(from))));
  const flipped = filled(blockLength, 0).fill(1, 0, 1);
  const difference = ({ partOf }: (typeof sums)[number], i: number) =>
    xor(partOf(filled(blockLength, 0), i), partOf(flipped, i));
  let wanted = pair(sums.map(({ rest }, i) => xor(rest, padded((both[i] as Given).nonce, blockLength)[0]!)));
  // Rows with different highest bits. `blocks` are the blocks whose differences add up to the row.
  const rows: { value: bigint; blocks: bigint }[] = [];
  const reduce = (row: { value: bigint; blocks: bigint }) =>
    rows.reduce(
      (sum, { value, blocks }) =>
        (sum.value ^ value) < sum.value ? { value: sum.value ^ value, blocks: sum.blocks ^ blocks } : sum,
      row,
    );
  for (const i of range(count)) {
    const row = reduce({ value: pair(sums.map((sum) => difference(sum, i))), blocks: 1n << BigInt(i) });
    if (row.value === 0n) continue;
    rows.push(row);
    rows.sort((a, b) => (a.value < b.value ? 1 : -1));
  }
  const solved = reduce({ value: wanted, blocks: 0n });
  wanted = solved.value;
  if (wanted !== 0n) throw new Error(`${name}: the equations have no solution`);
  return concatenate(range(count).map((i) => ((solved.blocks >> BigInt(i)) & 1n ? flipped : filled(blockLength, 0))));
}

/** Gives each of the two a nonce for the ciphertext. The sum begins with the nonce, which is not permuted. */
function elephantNonces(name: ElephantName, both: Both, ciphertext: Uint8Array): Given[] {
  return both.map((given) => {
    const whole = { ...given, ciphertext };
    return { ...whole, nonce: elephantSums(name, whole).rest.slice(0, given.nonce.length) };
  });
}

interface Plan {
  attack: Attack;
  /**
   * The lengths of blocks before the last block of associated data. A pair with one key and one nonce has such blocks,
   * because its associated data must differ.
   */
  before: number[];
  /** The nonce with which the other key computes the same. Undefined if there is none. */
  sameMasks?: (key: Uint8Array, nonce: Uint8Array, other: Uint8Array) => Uint8Array;
}

/** The plan for each mode in which a pair costs almost nothing. */
function planOf(suite: Suite, mode: SuiteMode): Plan | undefined {
  const { name, blockLength, nonceLength } = mode;
  if (suite.key === 'isap' || name === 'T') return undefined;
  if (suite.key === 'elephant')
    return { attack: elephantAttack(name as ElephantName), before: [blockLength - nonceLength] };
  if (suite.key !== 'remus' && suite.key !== 'tgif')
    return { attack: romulusAttack(romulusCall(suite, mode), mode), before: [BLOCK, nonceLength] };
  const isTgif = suite.key === 'tgif';
  const member = isTgif ? TGIF_MEMBERS[name as TgifName] : REMUS_MEMBERS[name as RemusName];
  const large: Inverse = isTgif ? tgifBcInverse : (key, block) => skinny128Inverse([key], block);
  const inverse = member.ice === 3 ? skinny64128Inverse : large;
  const plan = { attack: iceAttack(member, inverse), before: [blockLength] };
  return member.ice === 2
    ? plan
    : { ...plan, sameMasks: (key, nonce, other) => sameMasks(member, inverse, key, nonce, other) };
}

export function* twoKeyCases(suite: Suite, mode: SuiteMode): Generator<Case> {
  const plan = planOf(suite, mode);
  if (!plan) return;
  const { blockLength: block, nonceLength, tagLength } = mode;
  let pairs = 0;
  function* pair(
    comment: string,
    shared: Pick<Message, 'ciphertext' | 'tag'>,
    contexts: Omit<Given, keyof typeof shared>[],
    adOf: (given: Given, i: number) => Uint8Array,
  ): Generator<Case> {
    pairs++;
    for (const [i, context] of contexts.entries()) {
      const given = { ...context, ...shared };
      const open = { key: given.key, nonce: given.nonce, associatedData: adOf(given, i) };
      const plaintext = mode.decrypt({ ...open, ciphertext: concatenate([shared.ciphertext, shared.tag]) });
      if (!plaintext) throw new Error(`${mode.title}: a ciphertext does not open in a context that was made for it`);
      yield {
        flag: 'TwoKeys',
        comment: `pair ${pairs}: ${comment}`,
        message: { ...open, ...shared, plaintext },
        valid: true,
      };
    }
  }
  const make = (label: string, length: number) => random(`${mode.name} two keys ${label}`, length);
  const keys = [make('first key', BLOCK), make('second key', BLOCK)] as const;
  const nonces = [make('first nonce', nonceLength), make('second nonce', nonceLength)] as const;
  const before = (i: number) => plan.before.map((length) => make(`before ${i}`, length));
  const sharedOf = (length: number) => {
    const ciphertext = make(`ciphertext ${length}`, length);
    // Whole blocks are zero in the modes N.
    if (mode.name.startsWith('N')) ciphertext.fill(0, 0, length - (length % block));
    return { ciphertext, tag: make(`tag ${length}`, tagLength) };
  };
  // Elephant's first block holds the nonce and begins the associated data.
  const least = suite.key === 'elephant' ? before(0) : [];
  const twoKeys = keys.map((key) => ({ key, nonce: nonces[0] }));
  for (const length of [0, 1, block - 1, block, block + 1, 2 * block, 3 * block + 5, 5 * block])
    yield* pair('two keys', sharedOf(length), twoKeys, (given) => plan.attack(given, least));
  const both = keys.map((key, i) => ({ key, nonce: nonces[i]! }));
  yield* pair('two keys, two nonces', sharedOf(30), both, (given) => plan.attack(given, least));
  const one = range(2).map(() => ({ key: keys[0], nonce: nonces[0] }));
  yield* pair('one key and nonce, two aads', sharedOf(31), one, (given, i) => plan.attack(given, before(i)));
  if (suite.key === 'elephant') {
    const name = mode.name as ElephantName;
    const tag = make('tag', tagLength);
    const given = twoKeys.map((context) => ({ ...context, ciphertext: EMPTY, tag })) as [Given, Given];
    yield* pair('two keys, no aad', { ciphertext: elephantCiphertext(name, given), tag }, twoKeys, () => EMPTY);
    const ciphertext = elephantCiphertext(name, given, nonceLength);
    const found = elephantNonces(name, given, ciphertext);
    yield* pair('two keys, two nonces, no aad', { ciphertext, tag }, found, () => EMPTY);
  }
  if (!plan.sameMasks) return;
  const [key, second] = keys;
  // Remus-N3 adds a nonce of 12 bytes to its key. The other modes encrypt a nonce of a whole block.
  const other = second.map((byte, i) => (i < nonceLength ? byte : key[i]!));
  const contexts = [
    { key, nonce: nonces[0] },
    { key: other, nonce: plan.sameMasks(key, nonces[0], other) },
  ];
  const text = mode.encrypt({ ...contexts[0]!, plaintext: make('plaintext', 20), associatedData: EMPTY });
  const shared = { ciphertext: text.slice(0, -tagLength), tag: text.slice(-tagLength) };
  yield* pair('two keys, two nonces, the same msg and no aad', shared, contexts, () => EMPTY);
}
