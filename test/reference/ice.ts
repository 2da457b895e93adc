// The mode over the masked block cipher ICE in plain form, written from the algorithms of the papers that have it.
// It shares no code with the product, so that tests compare two independent programs. Not constant time.

import type { Algorithm, Context } from './aead.js';
import { extended, xor } from './bytes.js';
import { around, onBothSides, pairsOf, piecesOf } from './kats.js';
import { g, pad, split, translate } from './rho.js';
import type { SuiteReference } from './suites.js';

export interface IceMember {
  /** A block cipher with a key of 16 bytes. */
  cipher(key: Uint8Array, block: Uint8Array): Uint8Array;
  /** The length of a block and of a tag in bytes. */
  blockLength: number;
  /** The number of the ICE that makes the masks [remus 3]. */
  ice: 1 | 2 | 3;
  /** The base of its domains [remus 4]. */
  base: number;
  mode: 'N' | 'M';
}

/** The domain of each call, without the base [remus 4]. */
export const DOMAINS = {
  associatedData: { inner: 4, last: 12, lastShort: 13 },
  text: { inner: 2, last: 10, lastShort: 11 },
  authenticatedText: { inner: 6, last: 14, lastShort: 15 },
  encryption: 2,
};

type Domains = (typeof DOMAINS)['text'];

export const iceAlgorithm =
  (member: IceMember): Algorithm =>
  (context, text, direction, received) => {
    const { blockLength } = member;
    const ice = new Ice(member, context);
    const blocks = split(text, blockLength);
    const absorbed = () => absorb(ice, new Uint8Array(blockLength), context.associatedData, DOMAINS.associatedData);
    if (member.mode === 'N') {
      const { output, state } = translate(direction, blocks, absorbed(), {
        behind(state, i) {
          ice.next();
          return ice.call(state, domainOf(DOMAINS.text, i, blocks, blockLength));
        },
      });
      return { output, tag: g(state) };
    }
    const tagOf = (plaintext: Uint8Array) => {
      ice.restart();
      return g(absorb(ice, absorbed(), plaintext, DOMAINS.authenticatedText));
    };
    const tag = received ?? tagOf(text);
    // The masks start again, and the first call uses them unchanged.
    ice.restart();
    const { output } = translate(direction, text.length === 0 ? [] : blocks, tag, {
      before(state, i) {
        if (i > 0) ice.next();
        return ice.call(state, DOMAINS.encryption);
      },
    });
    return { output, tag: received ? tagOf(output) : tag };
  };

export interface Masks {
  /** L, the key of a call. */
  key: Uint8Array;
  /** V, added to the block before and after. */
  block: Uint8Array;
}

/** The block cipher under masks that change from call to call [remus 3]. */
class Ice {
  readonly #member: IceMember;
  readonly #initial: Masks;
  #masks: Masks;

  constructor(member: IceMember, context: Context) {
    this.#member = member;
    this.#initial = derive(member, context);
    this.#masks = this.#initial;
  }

  restart(): void {
    this.#masks = this.#initial;
  }

  /** Doubles the masks. */
  next(): void {
    this.#masks = doubled(this.#masks, this.#member.ice, 1);
  }

  call(block: Uint8Array, domain: number): Uint8Array {
    return iceCall(this.#member, this.#masks, block, domain);
  }
}

export const iceCall = ({ cipher, base }: IceMember, masks: Masks, block: Uint8Array, domain: number): Uint8Array =>
  xor(cipher(withLastByte(masks.key, base + domain), xor(block, masks.block)), masks.block);

/** The masks before any doubling. */
export function derive({ cipher, blockLength, ice }: IceMember, { key, nonce }: Pick<Context, 'key' | 'nonce'>): Masks {
  const none = new Uint8Array(blockLength);
  if (ice === 3) return { key: xor(key, extended(nonce, key.length)), block: none };
  const first = cipher(key, nonce);
  return { key: g(first), block: ice === 1 ? none : g(cipher(withLastByte(key, 1), first)) };
}

function absorb(ice: Ice, initial: Uint8Array, bytes: Uint8Array, domains: Domains): Uint8Array {
  const { length } = initial;
  return split(bytes, length).reduce((state, block, i, all) => {
    ice.next();
    return ice.call(xor(state, pad(block, length)), domainOf(domains, i, all, length));
  }, initial);
}

export function domainOf(domains: Domains, index: number, blocks: Uint8Array[], blockLength: number): number {
  if (index < blocks.length - 1) return domains.inner;
  return (blocks[index] as Uint8Array).length < blockLength ? domains.lastShort : domains.last;
}

/** Doubles the first bytes as a number of the field of 2^(8 length) elements, lowest first; the others stay. */
export function double(bytes: Uint8Array, length: number, reduction: number): Uint8Array {
  const carry = (bytes[length - 1] as number) >> 7;
  return bytes.map((byte, i) => {
    if (i >= length) return byte;
    return (byte << 1) ^ (i === 0 ? carry * reduction : (bytes[i - 1] as number) >> 7);
  });
}

/** The masks after some doublings. */
export function doubled({ key, block }: Masks, ice: IceMember['ice'], times: number): Masks {
  if (times === 0) return { key, block };
  const once = {
    key: ice === 3 ? double(key, 15, 0x1b) : double(key, 16, 0x87),
    block: double(block, block.length, 0x87),
  };
  return doubled(once, ice, times - 1);
}

export const withLastByte = (key: Uint8Array, mask: number): Uint8Array =>
  key.map((byte, i) => (i === key.length - 1 ? byte ^ mask : byte));

/** Near the edges of blocks of 8 and of 16 bytes, of the reductions of the masks, and of pieces. */
const EDGES = [40, 48, 56, 64, 72, 80, 96, 112, 128, 256, 512, 960, 1024, 2048, 4096, 16384];
const LENGTHS = [33, ...around(...EDGES), 32768, 32769, 65536];

const PAIRS = pairsOf(...[33, 33, 49, 33, 48, 64, 97, 113, 255, 511, 1025, 1024, 4096, 4097, 16385, 16384]);

/** The test cases of both suites that have the mode. */
export const iceCases: Pick<SuiteReference, 'longCases' | 'comparedMax' | 'pieces'> = {
  longCases: () => [...onBothSides(LENGTHS), ...PAIRS],
  comparedMax: 500,
  // Whole blocks.
  pieces: piecesOf(32, 2048, 16384),
};
