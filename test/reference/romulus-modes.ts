// Romulus-N and -M in plain form, written from the algorithms of Romulus v1.3, over any tweakable block cipher with a block,
// a tweak and a key of 16 bytes. For tests only: not constant time.

/** What both directions of a mode start from. */
export interface Context {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
}

export interface Algorithm {
  encrypt(context: Context, plaintext: Uint8Array): { ciphertext: Uint8Array; tag: Uint8Array };
  /** The plaintext, and the tag that the input should have carried. */
  decrypt(context: Context, ciphertext: Uint8Array, tag: Uint8Array): { plaintext: Uint8Array; tag: Uint8Array };
}

/** One call of the keyed tweakable block cipher. */
export type TweakableCipher = (state: Uint8Array, tweak: Uint8Array, counter: bigint, domain: number) => Uint8Array;

/** rho or its inverse: the next state and the translated block. */
type Translation = (state: Uint8Array, block: Uint8Array) => { state: Uint8Array; output: Uint8Array };

type Message = Omit<Context, 'key'> & { cipher: TweakableCipher };

export const BLOCK_LENGTH = 16;
export const ZERO_BLOCK = new Uint8Array(BLOCK_LENGTH);

/** x^7 + x^4 + x^2 + 1, to which x^56 reduces in the field of the counter [romulus 2.2]. */
const COUNTER_REDUCTION = 0x95n;

/** ctr(0), ctr(1), ... as far as they have been asked for. */
const counters = [1n];

export function romulusModes(withKey: (key: Uint8Array) => TweakableCipher): Record<'N' | 'M', Algorithm> {
  const messageOf = ({ key, ...rest }: Context): Message => ({ cipher: withKey(key), ...rest });
  return {
    N: {
      encrypt(context, plaintext) {
        const { output, tag } = translateN(messageOf(context), plaintext, rho);
        return { ciphertext: output, tag };
      },
      decrypt(context, ciphertext) {
        const { output, tag } = translateN(messageOf(context), ciphertext, rhoInverse);
        return { plaintext: output, tag };
      },
    },
    M: {
      encrypt(context, plaintext) {
        const message = messageOf(context);
        const tag = tagM(message, plaintext);
        return { ciphertext: translateM(message, plaintext, tag, rho), tag };
      },
      decrypt(context, ciphertext, tag) {
        const message = messageOf(context);
        const plaintext = translateM(message, ciphertext, tag, rhoInverse);
        return { plaintext, tag: tagM(message, plaintext) };
      },
    },
  };
}

/** Returns the ciphertext followed by the tag. */
export function encryptWith({ encrypt }: Algorithm, context: Context, plaintext: Uint8Array): Uint8Array {
  const { ciphertext, tag } = encrypt(context, plaintext);
  return concatenate([ciphertext, tag]);
}

/** Takes the ciphertext followed by the tag; returns the plaintext, or null when the input is not authentic. */
export function decryptWith({ decrypt }: Algorithm, context: Context, ciphertext: Uint8Array): Uint8Array | null {
  if (ciphertext.length < BLOCK_LENGTH) return null;
  const body = ciphertext.subarray(0, -BLOCK_LENGTH);
  const received = ciphertext.subarray(-BLOCK_LENGTH);
  const { plaintext, tag } = decrypt(context, body, received);
  return tag.every((byte, i) => byte === received[i]) ? plaintext : null;
}

function translateN({ cipher, nonce, associatedData }: Message, text: Uint8Array, translate: Translation) {
  const adBlocks = split(associatedData);
  const absorbed = absorb(cipher, adBlocks, () => 8);
  let state = cipher(absorbed, nonce, ctr(adBlocks.length), endsShort(associatedData) ? 26 : 24);
  const lastDomain = endsShort(text) ? 21 : 20;
  const output = split(text).map((block, i, all) => {
    const translated = translate(state, block);
    state = cipher(translated.state, nonce, ctr(i + 1), i < all.length - 1 ? 4 : lastDomain);
    return translated.output;
  });
  return { output: concatenate(output), tag: mix(state) };
}

function tagM({ cipher, nonce, associatedData }: Message, plaintext: Uint8Array): Uint8Array {
  const adBlocks = split(associatedData);
  const textBlocks = split(plaintext);
  const blocks = [...adBlocks, ...textBlocks];
  const state = absorb(cipher, blocks, (index) => (index < adBlocks.length ? 40 : 44));
  const domain =
    48 +
    (adBlocks.length % 2 === 0 ? 8 : 0) +
    (textBlocks.length % 2 === 0 ? 4 : 0) +
    (endsShort(associatedData) ? 2 : 0) +
    (endsShort(plaintext) ? 1 : 0);
  return mix(cipher(state, nonce, ctr(blocks.length), domain));
}

function translateM({ cipher, nonce }: Message, text: Uint8Array, tag: Uint8Array, translate: Translation): Uint8Array {
  let state = tag;
  const output = splitUnlessEmpty(text).map((block, i) => {
    const translated = translate(cipher(state, nonce, ctr(i), 36), block);
    state = translated.state;
    return translated.output;
  });
  return concatenate(output);
}

/** TK1: the counter in 7 little-endian bytes, the domain, and 8 zeros [romulus 2.3]. */
export function firstTweakey(counter: bigint, domain: number): Uint8Array {
  const tweakey = new Uint8Array(BLOCK_LENGTH);
  new DataView(tweakey.buffer).setBigUint64(0, (BigInt(domain) << 56n) | counter, true);
  return tweakey;
}

/** 2^index in GF(2^56), by doubling the counter before it. */
export function ctr(index: number): bigint {
  while (counters.length <= index) {
    const doubled = (counters.at(-1) as bigint) << 1n;
    counters.push(doubled >> 56n ? BigInt.asUintN(56, doubled) ^ COUNTER_REDUCTION : doubled);
  }
  return counters[index] as bigint;
}

/** Absorbs blocks by pairs: the first of a pair goes into the state, the second is the tweak that follows it. */
function absorb(cipher: TweakableCipher, blocks: Uint8Array[], domainOf: (index: number) => number): Uint8Array {
  return blocks
    .map(pad)
    .reduce<Uint8Array>(
      (state, block, i) => (i % 2 === 0 ? xor(state, block) : cipher(state, block, ctr(i), domainOf(i))),
      ZERO_BLOCK,
    );
}

export function rho(state: Uint8Array, plaintext: Uint8Array) {
  return { state: xor(state, pad(plaintext)), output: xor(plaintext, mix(state)) };
}

function rhoInverse(state: Uint8Array, ciphertext: Uint8Array) {
  const plaintext = xor(ciphertext, mix(state));
  return { state: xor(state, pad(plaintext)), output: plaintext };
}

/** G [romulus 2.4]. */
export function mix(state: Uint8Array): Uint8Array {
  return state.map((byte) => (byte >> 1) | ((byte ^ (byte << 7)) & 0x80));
}

/** Blocks of 16 bytes, the last one possibly short; the empty string has one empty block. */
function split(bytes: Uint8Array): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / BLOCK_LENGTH));
  return Array.from({ length: count }, (_, i) => bytes.subarray(BLOCK_LENGTH * i, BLOCK_LENGTH * (i + 1)));
}

/** The same, but that the empty string has none. */
export function splitUnlessEmpty(bytes: Uint8Array): Uint8Array[] {
  return bytes.length === 0 ? [] : split(bytes);
}

function endsShort(bytes: Uint8Array): boolean {
  return bytes.length === 0 || bytes.length % BLOCK_LENGTH !== 0;
}

/** pad of Romulus-N and -M: a full block stays as it is, and the empty block becomes zeros. */
export function pad(block: Uint8Array): Uint8Array {
  return block.length === BLOCK_LENGTH ? block : padAlways(block, BLOCK_LENGTH);
}

/** The padding of Romulus-H and -T: zeros and the length mod size, so that a full last block gains one more. */
export function padAlways(bytes: Uint8Array, size: number): Uint8Array {
  const remainder = bytes.length % size;
  const padded = new Uint8Array(bytes.length - remainder + size);
  padded.set(bytes);
  padded[padded.length - 1] = remainder;
  return padded;
}

/** As long as its first argument. */
export function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, i) => byte ^ (b[i] as number));
}

export function concatenate(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
