// Makes the test files in Wycheproof's format: messages that must be refused beside those that must be accepted.

import { createHash } from 'node:crypto';
import {
  concatenate,
  MODES,
  type Mode,
  referenceDecrypt,
  referenceEncrypt,
  referenceHash,
} from '../test/reference/romulus.js';
import {
  type AeadTestGroup,
  type AeadTestVector,
  type HashTestVector,
  type Note,
  type TestFile,
  WYCHEPROOF_VERSION,
} from '../test/reference/wycheproof.js';

/** The fields of a message, ciphertext and tag apart. */
interface Message {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
  plaintext: Uint8Array;
  ciphertext: Uint8Array;
  tag: Uint8Array;
}

type Open = Omit<Message, 'ciphertext' | 'tag'>;

interface Case {
  flag: keyof typeof AEAD_NOTES;
  comment: string;
  message: Message;
  valid: boolean;
}

const BLOCK = 16;

const AEAD_NOTES = {
  Pseudorandom: {
    bugType: 'FUNCTIONALITY',
    description: 'Pseudorandom inputs of many lengths.',
  },
  BlockEdge: {
    bugType: 'EDGE_CASE',
    description:
      'Plaintext and associated data end at the edge of a block or of a pair of blocks, or one byte beside it.',
    effect: 'Padding, the parity of the number of blocks, or the domain of the last call of the cipher is wrong.',
  },
  CounterEdge: {
    bugType: 'EDGE_CASE',
    description:
      'The block counter, an LFSR of 56 bits stored with its lowest byte first, passes from one byte to the next, is reduced for the first time (after 56 steps), or counts past 2^7 or 2^8 blocks.',
    effect:
      'The counter has the wrong order of bytes, the wrong feedback, or restarts. Short messages do not show that.',
  },
  SpecialValue: {
    bugType: 'EDGE_CASE',
    description: 'Inputs whose bits are all zero or all one, whose bytes count upward, or that have a single bit.',
    effect: 'A special value is taken for something missing, or arithmetic fails on it.',
  },
  SpecialCiphertext: {
    bugType: 'EDGE_CASE',
    description: 'The ciphertext is all zero or all one, by the choice of the plaintext.',
    effect: 'A special value is taken for something missing.',
  },
  ModifiedTag: {
    bugType: 'AUTH_BYPASS',
    description:
      'The tag of an authentic message was changed: single bits, in every position; bits and bytes that cancel in a comparison that sums differences; bytes in another order; constants.',
    effect: 'A tag that is not compared in full lets an attacker forge messages with less work, or none.',
  },
  TruncatedTag: {
    bugType: 'AUTH_BYPASS',
    description:
      'The tag of an authentic message was cut short, at its end or at its start. The suite has tags of 16 bytes only.',
    effect: 'A comparison that ends with the shorter tag lets an attacker guess a forgery byte by byte.',
  },
  ZeroLengthTag: {
    bugType: 'AUTH_BYPASS',
    description: 'The tag of an authentic message was left out.',
    effect: 'A comparison of nothing with nothing accepts every message.',
  },
  LongTag: {
    bugType: 'AUTH_BYPASS',
    description: 'There are more bytes after the tag of an authentic message.',
    effect: 'Trailing bytes that nobody authenticated are accepted.',
  },
  ModifiedCiphertext: {
    bugType: 'AUTH_BYPASS',
    description: 'Bits of the ciphertext were flipped, in each byte of a short message and at the edges of a long one.',
    effect: 'Part of the ciphertext is not authenticated.',
  },
  ResizedCiphertext: {
    bugType: 'AUTH_BYPASS',
    description: 'Bytes or blocks of the ciphertext were taken away, added, repeated or put in another order.',
    effect: 'The length or the order of blocks is not authenticated.',
  },
  ModifiedKey: {
    bugType: 'AUTH_BYPASS',
    description: 'The key differs in one bit, in every position.',
    effect: 'Part of the key is not used.',
  },
  ModifiedNonce: {
    bugType: 'AUTH_BYPASS',
    description: 'The nonce differs in one bit, in every position, or is another one.',
    effect: 'Part of the nonce is not authenticated.',
  },
  ModifiedAad: {
    bugType: 'AUTH_BYPASS',
    description:
      'The associated data differs in a bit of each byte, was cut, lengthened, left out, or is something else.',
    effect: 'Part of the associated data is not authenticated.',
  },
  SwappedFields: {
    bugType: 'AUTH_BYPASS',
    description: 'Fields of an authentic message have changed places, or bytes have moved from one to its neighbour.',
    effect: 'Fields are not told apart.',
  },
  PaddedInput: {
    bugType: 'AUTH_BYPASS',
    description:
      'A short or empty input was replaced by the block that its padding makes of it, or the reverse: zeros in place of nothing, zeros and a length in place of a short block.',
    effect: 'A padded block and a full one are processed in the same domain, so that two messages have one tag.',
  },
  WrongMode: {
    bugType: 'AUTH_BYPASS',
    description: 'The message, or its tag alone, is authentic under another mode of the suite, with the same inputs.',
    effect: 'The domains of the modes are not separated, or one mode is taken for another.',
  },
  InvalidNonceSize: {
    bugType: 'MODIFIED_PARAMETER',
    description:
      'The nonce is not 16 bytes long. The message is authentic under the nonce that filling up with zeros or cutting would make of it. Neither encryption nor decryption may accept it.',
    effect: 'Different nonces become one, and so repeat.',
  },
  InvalidKeySize: {
    bugType: 'MODIFIED_PARAMETER',
    description:
      'The key is not 16 bytes long. The message is authentic under the key that filling up with zeros or cutting would make of it. Neither encryption nor decryption may accept it.',
    effect: 'A short key is used as if it were a full one.',
  },
} satisfies Record<string, Note>;

const HASH_NOTES = {
  Pseudorandom: { bugType: 'FUNCTIONALITY', description: 'Pseudorandom messages of every length up to two blocks.' },
  BlockEdge: {
    bugType: 'EDGE_CASE',
    description:
      'The message ends at an edge of a block of 32 bytes, one byte beside it, or in the middle of the block.',
    effect: 'The padding lacks its block of its own, or has one too many.',
  },
  SpecialValue: {
    bugType: 'EDGE_CASE',
    description: 'All bits of the message are zero, or one.',
    effect: 'Zeros of the message are taken for padding.',
  },
  PaddedInput: {
    bugType: 'EDGE_CASE',
    description: 'The digest is that of the message with its padding, or without bytes that look like padding.',
    effect: 'Two messages have the same digest.',
  },
  ModifiedDigest: {
    bugType: 'MODIFIED_PARAMETER',
    description: 'The digest of the message was changed, cut or lengthened: it must not pass for the digest.',
    effect: 'A digest is not compared in full.',
  },
} satisfies Record<string, Note>;

const EMPTY = new Uint8Array(0);
const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Bytes that look random and are the same in every run: SHAKE-256 of a fixed seed and what they are for. */
function random(label: string, length: number): Uint8Array {
  if (length === 0) return EMPTY;
  const shake = createHash('shake256', { outputLength: length });
  return Uint8Array.from(shake.update(`Romulus test vectors ${WYCHEPROOF_VERSION}: ${label}`).digest());
}

function encrypted(mode: Mode, open: Open): Message {
  const both = referenceEncrypt(mode, open);
  return { ...open, ciphertext: both.slice(0, -BLOCK), tag: both.slice(-BLOCK) };
}

const flipBits = (bytes: Uint8Array, ...bits: number[]) =>
  bytes.map((byte, i) => bits.reduce((flipped, bit) => (bit >> 3 === i ? flipped ^ (1 << (bit & 7)) : flipped), byte));

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** What the padding of the suite makes of bytes that do not fill their last block: zeros, then their number. */
function padded(bytes: Uint8Array, size: number): Uint8Array {
  const rest = bytes.length % size;
  return concatenate([bytes, filled(size - rest - 1, 0), Uint8Array.of(rest)]);
}

function* aeadCases(mode: Mode): Generator<Case> {
  const open = (label: string, textLength: number, adLength: number): Open => ({
    key: random(`${mode} ${label} key`, BLOCK),
    nonce: random(`${mode} ${label} nonce`, BLOCK),
    associatedData: random(`${mode} ${label} associated data`, adLength),
    plaintext: random(`${mode} ${label} plaintext`, textLength),
  });
  const message = (label: string, textLength: number, adLength: number) =>
    encrypted(mode, open(label, textLength, adLength));
  const accept = (flag: Case['flag'], comment: string, accepted: Message): Case => ({
    flag,
    comment,
    message: accepted,
    valid: true,
  });
  const refuse = (flag: Case['flag'], comment: string, base: Message, change: Partial<Message>): Case => ({
    flag,
    comment,
    message: { ...base, ...change },
    valid: false,
  });

  for (const i of range(33)) yield accept('Pseudorandom', '', message(`pseudorandom ${i}`, i, (i * 7) % 33));
  for (const i of [40, 55, 70, 85, 100, 200])
    yield accept('Pseudorandom', '', message(`pseudorandom ${i}`, i, 257 - i));

  const edges = [0, 1, 15, 16, 17, 31, 32, 33, 47, 48];
  for (const text of edges)
    for (const ad of edges) yield accept('BlockEdge', `msg of ${text}, aad of ${ad} bytes`, message('edge', text, ad));

  for (const blocks of [7, 8, 9, 15, 16, 17, 55, 56, 57, 58, 112, 113, 128]) {
    yield accept('CounterEdge', `msg of ${blocks} blocks`, message('counter', blocks * BLOCK, 5));
    yield accept('CounterEdge', `aad of ${blocks} blocks`, message('counter', 5, blocks * BLOCK));
  }
  for (const length of [56 * BLOCK - 1, 56 * BLOCK + 1, 57 * BLOCK - 1]) {
    yield accept('CounterEdge', `msg of ${length} bytes`, message('counter', length, 0));
    yield accept('CounterEdge', `aad of ${length} bytes`, message('counter', 0, length));
  }
  yield accept('CounterEdge', 'msg of 57, aad of 57 blocks', message('counter', 57 * BLOCK, 57 * BLOCK));
  yield accept('CounterEdge', 'msg of 29, aad of 28 blocks', message('counter', 29 * BLOCK, 28 * BLOCK));
  yield accept('CounterEdge', 'msg of 256 blocks and a byte', message('counter', 4097, 17));
  yield accept('CounterEdge', 'aad of 256 blocks and a byte', message('counter', 17, 4097));

  for (const key of [0, 0xff])
    for (const nonce of [0, 0xff])
      for (const plaintext of [0, 0xff])
        for (const associatedData of [0, 0xff])
          for (const length of [BLOCK, 2 * BLOCK + 1])
            yield accept(
              'SpecialValue',
              `all bytes ${[key, nonce, plaintext, associatedData].map((byte) => hex(Uint8Array.of(byte))).join(' ')}`,
              encrypted(mode, {
                key: filled(BLOCK, key),
                nonce: filled(BLOCK, nonce),
                plaintext: filled(length, plaintext),
                associatedData: filled(length, associatedData),
              }),
            );
  const counting = (length: number) => Uint8Array.from(range(length));
  const single = (length: number, bit: number) => flipBits(filled(length, 0), bit);
  const special: [string, (length: number) => Uint8Array][] = [
    ['counting bytes', counting],
    ['first byte 01', (length) => single(length, 0)],
    ['first byte 80', (length) => single(length, 7)],
    ['last byte 01', (length) => single(length, 8 * (length - 1))],
    ['last byte 80', (length) => single(length, 8 * length - 1)],
  ];
  for (const [comment, make] of special)
    for (const length of [15, 16, 17]) {
      const inputs = { plaintext: make(length), associatedData: make(length) };
      yield accept('SpecialValue', comment, encrypted(mode, { key: make(BLOCK), nonce: make(BLOCK), ...inputs }));
    }

  // Which plaintext gives a ciphertext is known beforehand only where the stream does not depend on the tag.
  if (mode !== 'M')
    for (const byte of [0, 0xff])
      for (const length of [1, 16, 32, 35]) {
        const inputs = open('special ciphertext', 0, 20);
        const plaintext = plaintextOf(mode, inputs, filled(length, byte));
        yield accept(
          'SpecialCiphertext',
          `all bytes ${hex(Uint8Array.of(byte))}`,
          encrypted(mode, { ...inputs, plaintext }),
        );
      }

  const base = message('base', 20, 13);
  const empty = message('empty', 0, 0);
  const adOnly = message('associated data only', 0, 24);
  const block = message('block', BLOCK, BLOCK);
  const blocks = message('blocks', 4 * BLOCK + 5, 3 * BLOCK);
  const long = message('long', 57 * BLOCK, 40);
  const bases: [string, Message][] = [
    ['msg of 20, aad of 13 bytes', base],
    ['no msg, no aad', empty],
    ['no msg', adOnly],
    ['msg of 16, aad of 16 bytes', block],
  ];

  for (const bit of range(128))
    yield refuse('ModifiedTag', `bit ${bit} flipped`, base, { tag: flipBits(base.tag, bit) });
  for (const [what, each] of bases.slice(1))
    for (const bit of range(16).map((byte) => 8 * byte + ((byte * 5) % 8)))
      yield refuse('ModifiedTag', `${what}; bit ${bit} flipped`, each, { tag: flipBits(each.tag, bit) });
  for (const bit of [0, 127])
    yield refuse('ModifiedTag', `long; bit ${bit} flipped`, long, { tag: flipBits(long.tag, bit) });
  for (const [comment, bits] of [
    ['first bit of the first two bytes flipped', [0, 8]],
    ['last bit of the first and last byte flipped', [7, 127]],
    ['first bit of two words of 32 bits flipped', [0, 32]],
    ['last bit of two words of 32 bits flipped', [63, 95]],
    ['first bit of both halves flipped', [0, 64]],
    ['last bit of both halves flipped', [63, 127]],
    ['one bit of all four words of 32 bits flipped', [9, 41, 73, 105]],
    ['first bit of all bytes flipped', range(16).map((byte) => 8 * byte)],
  ] as [string, number[]][])
    yield refuse('ModifiedTag', comment, base, { tag: flipBits(base.tag, ...bits) });
  for (const [what, each] of bases) {
    const { tag } = each;
    const changes: [string, Uint8Array][] = [
      ['all bits flipped', tag.map((byte) => byte ^ 0xff)],
      ['all bytes 00', filled(BLOCK, 0)],
      ['all bytes ff', filled(BLOCK, 0xff)],
      ['bytes reversed', tag.slice().reverse()],
      ['halves swapped', concatenate([tag.subarray(8), tag.subarray(0, 8)])],
      ['bytes rotated', concatenate([tag.subarray(1), tag.subarray(0, 1)])],
      ['second half 00', concatenate([tag.subarray(0, 8), filled(8, 0)])],
      ['first half 00', concatenate([filled(8, 0), tag.subarray(8)])],
      ['second half as the first', concatenate([tag.subarray(0, 8), tag.subarray(0, 8)])],
    ];
    for (const [comment, changed] of changes)
      yield refuse('ModifiedTag', `${what}; ${comment}`, each, { tag: changed });
  }
  yield refuse('ModifiedTag', 'tag of the same message under another nonce', base, {
    tag: encrypted(mode, { ...base, nonce: flipBits(base.nonce, 0) }).tag,
  });
  yield refuse('ModifiedTag', 'tag of another message under the same nonce', base, {
    tag: encrypted(mode, { ...base, plaintext: flipBits(base.plaintext, 3) }).tag,
  });

  for (const [what, each] of bases) {
    for (const length of each === base ? range(16).slice(1) : [1, 4, 8, 12, 15]) {
      yield refuse('TruncatedTag', `${what}; first ${length} bytes`, each, { tag: each.tag.slice(0, length) });
      yield refuse('TruncatedTag', `${what}; last ${length} bytes`, each, { tag: each.tag.slice(-length) });
    }
    yield refuse('ZeroLengthTag', what, each, { tag: EMPTY });
    for (const extra of [1, 4, 16]) {
      yield refuse('LongTag', `${what}; ${extra} zeros more`, each, { tag: concatenate([each.tag, filled(extra, 0)]) });
      yield refuse('LongTag', `${what}; ${extra} zeros before`, each, {
        tag: concatenate([filled(extra, 0), each.tag]),
      });
    }
    yield refuse('LongTag', `${what}; twice`, each, { tag: concatenate([each.tag, each.tag]) });
  }

  for (const byte of range(base.ciphertext.length)) {
    const bit = 8 * byte + ((byte * 3) % 8);
    yield refuse('ModifiedCiphertext', `bit ${bit} flipped`, base, { ciphertext: flipBits(base.ciphertext, bit) });
  }
  for (const bit of [0, 127, 128, 255, 511, 512, 551])
    yield refuse('ModifiedCiphertext', `bit ${bit} flipped`, blocks, { ciphertext: flipBits(blocks.ciphertext, bit) });
  for (const blockAt of [0, 1, 55, 56])
    for (const bit of [128 * blockAt, 128 * blockAt + 127])
      yield refuse('ModifiedCiphertext', `long; bit ${bit} flipped`, long, {
        ciphertext: flipBits(long.ciphertext, bit),
      });
  yield refuse('ModifiedCiphertext', 'all bits flipped', base, {
    ciphertext: base.ciphertext.map((byte) => byte ^ 0xff),
  });
  yield refuse('ModifiedCiphertext', 'all bytes 00', base, { ciphertext: filled(20, 0) });
  yield refuse('ModifiedCiphertext', 'the plaintext in its place', base, { ciphertext: base.plaintext });

  for (const [what, each] of [
    ['msg of 20 bytes', base],
    ['msg of 69 bytes', blocks],
  ] as const) {
    const { ciphertext } = each;
    const { length } = ciphertext;
    const without = (start: number, end: number) =>
      concatenate([ciphertext.subarray(0, start), ciphertext.subarray(end)]);
    const changes: [string, Uint8Array][] = [
      ['left out', EMPTY],
      ['first byte left out', without(0, 1)],
      ['last byte left out', without(length - 1, length)],
      ['first block left out', without(0, BLOCK)],
      ['last block left out', without(length - (length % BLOCK), length)],
      ['a zero more', concatenate([ciphertext, filled(1, 0)])],
      ['a zero before', concatenate([filled(1, 0), ciphertext])],
      ['a block of zeros more', concatenate([ciphertext, filled(BLOCK, 0)])],
      ['last block filled up with zeros', concatenate([ciphertext, filled(BLOCK - (length % BLOCK), 0)])],
      ['first block twice', concatenate([ciphertext.subarray(0, BLOCK), ciphertext])],
      ['twice', concatenate([ciphertext, ciphertext])],
    ];
    for (const [comment, changed] of changes)
      yield refuse('ResizedCiphertext', `${what}; ${comment}`, each, { ciphertext: changed });
  }
  for (const [what, each, first, second] of [
    ['blocks 0 and 1 swapped', blocks, 0, 1],
    ['blocks 0 and 2 swapped', blocks, 0, 2],
    ['blocks 2 and 3 swapped', blocks, 2, 3],
    ['blocks 0 and 56 swapped', long, 0, 56],
  ] as const)
    yield refuse('ResizedCiphertext', what, each, { ciphertext: swapBlocks(each.ciphertext, first, second) });

  for (const bit of range(128)) {
    yield refuse('ModifiedKey', `bit ${bit} flipped`, base, { key: flipBits(base.key, bit) });
    yield refuse('ModifiedNonce', `bit ${bit} flipped`, base, { nonce: flipBits(base.nonce, bit) });
  }
  for (const [what, each] of bases) {
    const nonces: [string, Uint8Array][] = [
      ['all bytes 00', filled(BLOCK, 0)],
      ['all bytes ff', filled(BLOCK, 0xff)],
      ['another', random(`${mode} another nonce`, BLOCK)],
      ['bytes reversed', each.nonce.slice().reverse()],
      ['the next one', each.nonce.map((byte, i) => (i === 15 ? byte + 1 : byte))],
    ];
    for (const [comment, nonce] of nonces) yield refuse('ModifiedNonce', `${what}; ${comment}`, each, { nonce });
    for (const [comment, key] of [
      ['all bytes 00', filled(BLOCK, 0)],
      ['another', random(`${mode} another key`, BLOCK)],
    ] as const)
      yield refuse('ModifiedKey', `${what}; ${comment}`, each, { key });
  }
  for (const byte of range(blocks.associatedData.length)) {
    const associatedData = flipBits(blocks.associatedData, 8 * byte + ((byte * 3) % 8));
    yield refuse('ModifiedAad', `a bit of byte ${byte} flipped`, blocks, { associatedData });
  }
  for (const [what, each] of bases) {
    const { associatedData: ad } = each;
    const changes: [string, Uint8Array][] = [
      ['a zero more', concatenate([ad, filled(1, 0)])],
      ['a zero before', concatenate([filled(1, 0), ad])],
      ['a block of zeros more', concatenate([ad, filled(BLOCK, 0)])],
      ['two blocks of zeros more', concatenate([ad, filled(2 * BLOCK, 0)])],
    ];
    if (ad.length > 0)
      changes.push(
        ['left out', EMPTY],
        ['first byte left out', ad.slice(1)],
        ['last byte left out', ad.slice(0, -1)],
        ['another', random(`${mode} another associated data`, ad.length)],
        ['twice', concatenate([ad, ad])],
      );
    for (const [comment, associatedData] of changes)
      yield refuse('ModifiedAad', `${what}; ${comment}`, each, { associatedData });
  }
  for (const [first, second] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const)
    yield refuse('ModifiedAad', `blocks ${first} and ${second} swapped`, blocks, {
      associatedData: swapBlocks(blocks.associatedData, first, second),
    });

  for (const [what, each] of bases) {
    const { key, nonce, associatedData: ad, ciphertext, tag } = each;
    yield refuse('SwappedFields', `${what}; key and iv`, each, { key: nonce, nonce: key });
    yield refuse('SwappedFields', `${what}; key and tag`, each, { key: tag, tag: key });
    yield refuse('SwappedFields', `${what}; iv and tag`, each, { nonce: tag, tag: nonce });
    if (ad.length + ciphertext.length > 0)
      yield refuse('SwappedFields', `${what}; aad and ct`, each, { associatedData: ciphertext, ciphertext: ad });
    if (ciphertext.length === BLOCK) {
      yield refuse('SwappedFields', `${what}; ct and tag`, each, { ciphertext: tag, tag: ciphertext });
      yield refuse('SwappedFields', `${what}; iv and ct`, each, { nonce: ciphertext, ciphertext: nonce });
    }
    if (ad.length === BLOCK)
      yield refuse('SwappedFields', `${what}; iv and aad`, each, { nonce: ad, associatedData: nonce });
    if (ad.length > 0) {
      const moved = concatenate([ad, ciphertext]);
      yield refuse('SwappedFields', `${what}; aad moved to ct`, each, { associatedData: EMPTY, ciphertext: moved });
      yield refuse('SwappedFields', `${what}; last byte of aad moved to ct`, each, {
        associatedData: ad.slice(0, -1),
        ciphertext: concatenate([ad.subarray(-1), ciphertext]),
      });
    }
    if (ciphertext.length > 0) {
      const moved = concatenate([ad, ciphertext]);
      yield refuse('SwappedFields', `${what}; ct moved to aad`, each, { associatedData: moved, ciphertext: EMPTY });
      yield refuse('SwappedFields', `${what}; first byte of ct moved to aad`, each, {
        associatedData: concatenate([ad, ciphertext.subarray(0, 1)]),
        ciphertext: ciphertext.slice(1),
      });
    }
  }

  for (const length of [0, 1, 12, 15, 17, 31]) {
    const short = message('padding of aad', 20, length);
    const full = padded(short.associatedData, BLOCK);
    yield refuse('PaddedInput', `aad of ${length} bytes, padded`, short, { associatedData: full });
    const other = encrypted(mode, { ...short, associatedData: full });
    yield refuse('PaddedInput', `aad of ${length} bytes, authentic with its padding`, other, {
      associatedData: short.associatedData,
    });
    // Nothing is authentic without the tag of the very ciphertext, so only such are of interest here.
    const shortText = message('padding of msg', length, 20);
    const fullText = encrypted(mode, { ...shortText, plaintext: padded(shortText.plaintext, BLOCK) });
    yield refuse('PaddedInput', `msg of ${length} bytes, with the tag of its padded form`, shortText, {
      tag: fullText.tag,
    });
    yield refuse(
      'PaddedInput',
      `msg padded to ${fullText.plaintext.length} bytes, with the tag of the short one`,
      fullText,
      {
        tag: shortText.tag,
      },
    );
  }

  for (const other of MODES) {
    if (other === mode) continue;
    for (const [what, each] of [...bases, ['msg of 69, aad of 48 bytes', blocks] as [string, Message]]) {
      const foreign = encrypted(other, each);
      yield refuse('WrongMode', `${what}; authentic under Romulus-${other}`, foreign, {});
      if (each.plaintext.length > 0) {
        yield refuse('WrongMode', `${what}; tag of Romulus-${other}`, each, { tag: foreign.tag });
        yield refuse('WrongMode', `${what}; ct of Romulus-${other}`, each, { ciphertext: foreign.ciphertext });
      }
    }
  }

  // Authentic under what filling up and cutting would make of them; so all others refuse them by their length only.
  for (const length of [0, 1, 8, 12, 15, 17, 24, 32]) {
    const nonce = random(`${mode} nonce of ${length}`, length);
    yield refuse('InvalidNonceSize', `iv of ${length} bytes`, encrypted(mode, { ...base, nonce: resized(nonce) }), {
      nonce,
    });
    const key = random(`${mode} key of ${length}`, length);
    yield refuse('InvalidKeySize', `key of ${length} bytes`, encrypted(mode, { ...base, key: resized(key) }), { key });
  }
}

const resized = (bytes: Uint8Array) => concatenate([bytes, filled(BLOCK, 0)]).slice(0, BLOCK);

function swapBlocks(bytes: Uint8Array, first: number, second: number): Uint8Array {
  const swapped = bytes.slice();
  swapped.set(bytes.subarray(BLOCK * second, BLOCK * (second + 1)), BLOCK * first);
  swapped.set(bytes.subarray(BLOCK * first, BLOCK * (first + 1)), BLOCK * second);
  return swapped;
}

/** The plaintext that encrypts to a ciphertext, found block by block: each depends on those before it alone. */
function plaintextOf(mode: 'N' | 'T', open: Open, ciphertext: Uint8Array): Uint8Array {
  let plaintext = new Uint8Array(ciphertext.length);
  for (let end = 0; end < ciphertext.length; end += BLOCK) {
    const sofar = encrypted(mode, { ...open, plaintext }).ciphertext;
    plaintext = plaintext.map((byte, i) => byte ^ (sofar[i] as number) ^ (ciphertext[i] as number));
  }
  return plaintext;
}

/** One test a line, so that a difference can be read. */
function fileText(file: TestFile): string {
  const { testGroups, ...head } = file;
  const fields = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const groups = testGroups.map(({ tests, ...group }) => {
    const lines = tests.map((test) => `      ${JSON.stringify(test)}`).join(',\n');
    return `    {\n      ${JSON.stringify(group).slice(1, -1)},\n      "tests": [\n${lines}\n      ]\n    }`;
  });
  return `{\n${fields.join('')}  "testGroups": [\n${groups.join(',\n')}\n  ]\n}\n`;
}

const source = { name: 'romulus-wasm', version: WYCHEPROOF_VERSION };

/** The file of a mode; what is said to be valid or invalid is tried with the reference first. */
export function aeadTestFile(mode: Mode): string {
  const groups = new Map<string, AeadTestGroup>();
  const seen = new Set<string>();
  for (const { flag, comment, message, valid } of aeadCases(mode)) {
    if (message.key.length === BLOCK && message.nonce.length === BLOCK) checkCase(mode, message, valid, comment);
    // Where a field is empty, two changes may be the same.
    const inputs = Object.values(message).map(hex).join(' ');
    if (seen.has(inputs)) continue;
    seen.add(inputs);
    const [keySize, ivSize] = [8 * message.key.length, 8 * message.nonce.length];
    const name = `${keySize} ${ivSize}`;
    const group = groups.get(name) ?? { type: 'AeadTest', source, ivSize, keySize, tagSize: 128, tests: [] };
    groups.set(name, group);
    const test: AeadTestVector = {
      tcId: seen.size,
      comment,
      flags: [flag],
      key: hex(message.key),
      iv: hex(message.nonce),
      aad: hex(message.associatedData),
      msg: hex(message.plaintext),
      ct: hex(message.ciphertext),
      tag: hex(message.tag),
      result: valid ? 'valid' : 'invalid',
    };
    group.tests.push(test);
  }
  const testGroups = [...groups.values()];
  const used = new Set<string>(testGroups.flatMap(({ tests }) => tests.flatMap(({ flags }) => flags)));
  return fileText({
    algorithm: `ROMULUS-${mode}`,
    schema: 'aead_test_schema_v1.json',
    generatorVersion: WYCHEPROOF_VERSION,
    numberOfTests: seen.size,
    header: [
      `Tests of Romulus-${mode} of Romulus v1.3, for encryption and decryption.`,
      'Valid tests must come out both ways. Invalid ones must be refused, and give no plaintext.',
      'In invalid tests msg is the plaintext before the change, where there was one.',
    ],
    notes: Object.fromEntries(Object.entries(AEAD_NOTES).filter(([flag]) => used.has(flag))),
    testGroups,
  });
}

function checkCase(mode: Mode, { ciphertext, tag, plaintext, ...context }: Message, valid: boolean, comment: string) {
  // Detached, a tag of another length is refused as such; behind its ciphertext it is part of a longer or shorter text.
  const opened = referenceDecrypt(mode, { ...context, ciphertext: concatenate([ciphertext, tag]) });
  const right = valid ? opened !== null && hex(opened) === hex(plaintext) : opened === null;
  if (!right) throw new Error(`Romulus-${mode}: a test is not ${valid ? 'valid' : 'invalid'}: ${comment}`);
}

function* hashCases(): Generator<{
  flag: keyof typeof HASH_NOTES;
  comment: string;
  msg: Uint8Array;
  digest: Uint8Array;
}> {
  const size = 32;
  const message = (length: number) => random(`H ${length}`, length);
  const right = (flag: keyof typeof HASH_NOTES, comment: string, msg: Uint8Array) => ({
    flag,
    comment,
    msg,
    digest: referenceHash(msg),
  });
  for (const length of range(2 * size + 2)) yield right('Pseudorandom', `${length} bytes`, message(length));
  for (const blocks of [3, 4, 7, 8, 15, 16, 31, 32, 33, 64])
    for (const length of [-16, -1, 0, 1].map((difference) => blocks * size + difference))
      yield right('BlockEdge', `${length} bytes`, message(length));
  for (const byte of [0, 0xff])
    for (const length of [1, 15, 16, 17, 30, 31, 32, 33, 63, 64, 65, 1024])
      yield right('SpecialValue', `${length} bytes ${hex(Uint8Array.of(byte))}`, filled(length, byte));

  for (const length of [0, 1, 16, 31, 32, 33, 63, 64]) {
    const short = message(length);
    const full = padded(short, size);
    const what = `${length} bytes`;
    yield { flag: 'PaddedInput', comment: `${what}; digest of the padded`, msg: short, digest: referenceHash(full) };
    yield {
      flag: 'PaddedInput',
      comment: `${what}, padded; digest without`,
      msg: full,
      digest: referenceHash(short),
    };
    const zero = concatenate([short, filled(1, 0)]);
    yield {
      flag: 'PaddedInput',
      comment: `${what}; digest with a zero more`,
      msg: short,
      digest: referenceHash(zero),
    };
  }
  for (const length of [0, 20, 32, 100]) {
    const msg = message(length);
    const digest = referenceHash(msg);
    const changes: [string, Uint8Array][] = [
      ...range(size).map((byte): [string, Uint8Array] => {
        const bit = 8 * byte + ((byte * 3 + length) % 8);
        return [`bit ${bit} flipped`, flipBits(digest, bit)];
      }),
      ['halves swapped', concatenate([digest.subarray(16), digest.subarray(0, 16)])],
      ['first half', digest.slice(0, 16)],
      ['without the last byte', digest.slice(0, -1)],
      ['a zero more', concatenate([digest, filled(1, 0)])],
      ['left out', EMPTY],
      ['all bytes 00', filled(size, 0)],
    ];
    for (const [comment, changed] of changes) yield { flag: 'ModifiedDigest', comment, msg, digest: changed };
  }
}

/** The file of the hash. Wycheproof has no schema for hashes: this one is kats/hash_test_schema.json. */
export function hashTestFile(): string {
  const tests = [...hashCases()].map(
    ({ flag, comment, msg, digest }, i): HashTestVector => ({
      tcId: i + 1,
      comment,
      flags: [flag],
      msg: hex(msg),
      digest: hex(digest),
      result: hex(referenceHash(msg)) === hex(digest) ? 'valid' : 'invalid',
    }),
  );
  return fileText({
    algorithm: 'ROMULUS-H',
    schema: 'hash_test_schema.json',
    generatorVersion: WYCHEPROOF_VERSION,
    numberOfTests: tests.length,
    header: [
      'Tests of Romulus-H of Romulus v1.3.',
      'In valid tests digest is that of msg, in invalid ones it is not, and a comparison must say so.',
    ],
    notes: HASH_NOTES,
    testGroups: [{ type: 'HashTest', source, digestSize: 256, tests }],
  });
}
