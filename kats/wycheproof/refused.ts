/** Messages that must be refused: each was authentic before one change. */
import { concatenate } from '../../test/reference/bytes.js';
import type { SuiteMode } from '../../test/reference/suites.js';
import {
  BLOCK,
  type Case,
  EMPTY,
  encrypted,
  filled,
  flipBits,
  type Message,
  messageOf,
  padded,
  random,
  range,
  resized,
} from './inputs.js';

export function* refusedCases(mode: SuiteMode, modes: readonly SuiteMode[]): Generator<Case> {
  const message = (label: string, textLength: number, adLength: number) => messageOf(mode, label, textLength, adLength);
  const refuse = (flag: Case['flag'], comment: string, base: Message, change: Partial<Message>): Case => ({
    flag,
    comment,
    message: { ...base, ...change },
    valid: false,
  });

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

  const { nonceLength, tagLength } = mode;
  const tagBits = 8 * tagLength;
  for (const bit of range(tagBits))
    yield refuse('ModifiedTag', `bit ${bit} flipped`, base, { tag: flipBits(base.tag, bit) });
  for (const [what, each] of bases.slice(1))
    for (const bit of range(tagLength).map((byte) => 8 * byte + ((byte * 5) % 8)))
      yield refuse('ModifiedTag', `${what}; bit ${bit} flipped`, each, { tag: flipBits(each.tag, bit) });
  for (const bit of [0, tagBits - 1])
    yield refuse('ModifiedTag', `long; bit ${bit} flipped`, long, { tag: flipBits(long.tag, bit) });
  for (const [comment, bits] of [
    ['first bit of the first two bytes flipped', [0, 8]],
    ['last bit of the first and last byte flipped', [7, tagBits - 1]],
    ['first bit of two words of 32 bits flipped', [0, 32]],
    ['last bit of two words of 32 bits flipped', [tagBits / 2 - 1, tagBits / 2 + 31]],
    ['first bit of both halves flipped', [0, tagBits / 2]],
    ['last bit of both halves flipped', [tagBits / 2 - 1, tagBits - 1]],
    [
      `one bit of all ${['', '', 'two', '', 'four'][tagLength / 4]} words of 32 bits flipped`,
      range(tagLength / 4).map((word) => 32 * word + 9),
    ],
    ['first bit of all bytes flipped', range(tagLength).map((byte) => 8 * byte)],
  ] as [string, number[]][])
    yield refuse('ModifiedTag', comment, base, { tag: flipBits(base.tag, ...bits) });
  for (const [what, each] of bases) {
    const { tag } = each;
    const half = tagLength / 2;
    const changes: [string, Uint8Array][] = [
      ['all bits flipped', tag.map((byte) => byte ^ 0xff)],
      ['all bytes 00', filled(tagLength, 0)],
      ['all bytes ff', filled(tagLength, 0xff)],
      ['bytes reversed', tag.slice().reverse()],
      ['halves swapped', concatenate([tag.subarray(half), tag.subarray(0, half)])],
      ['bytes rotated', concatenate([tag.subarray(1), tag.subarray(0, 1)])],
      ['second half 00', concatenate([tag.subarray(0, half), filled(half, 0)])],
      ['first half 00', concatenate([filled(half, 0), tag.subarray(half)])],
      ['second half as the first', concatenate([tag.subarray(0, half), tag.subarray(0, half)])],
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
    for (const length of each === base ? range(tagLength).slice(1) : [1, 4, 8, 12, 15].filter((at) => at < tagLength)) {
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
    if (bit < 8 * nonceLength)
      yield refuse('ModifiedNonce', `bit ${bit} flipped`, base, { nonce: flipBits(base.nonce, bit) });
  }
  for (const [what, each] of bases) {
    const nonces: [string, Uint8Array][] = [
      ['all bytes 00', filled(nonceLength, 0)],
      ['all bytes ff', filled(nonceLength, 0xff)],
      ['another', random(`${mode.name} another nonce`, nonceLength)],
      ['bytes reversed', each.nonce.slice().reverse()],
      ['the next one', each.nonce.map((byte, i) => (i === nonceLength - 1 ? byte + 1 : byte))],
    ];
    for (const [comment, nonce] of nonces) yield refuse('ModifiedNonce', `${what}; ${comment}`, each, { nonce });
    for (const [comment, key] of [
      ['all bytes 00', filled(BLOCK, 0)],
      ['another', random(`${mode.name} another key`, BLOCK)],
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
        ['another', random(`${mode.name} another associated data`, ad.length)],
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
    const { associatedData: ad, ciphertext } = each;
    const swap = function* (names: string, first: keyof Message, second: keyof Message) {
      const change = { [first]: each[second], [second]: each[first] };
      if (each[first].length === each[second].length) yield refuse('SwappedFields', `${what}; ${names}`, each, change);
    };
    yield* swap('key and iv', 'key', 'nonce');
    yield* swap('key and tag', 'key', 'tag');
    yield* swap('iv and tag', 'nonce', 'tag');
    if (ad.length + ciphertext.length > 0)
      yield refuse('SwappedFields', `${what}; aad and ct`, each, { associatedData: ciphertext, ciphertext: ad });
    yield* swap('ct and tag', 'ciphertext', 'tag');
    yield* swap('iv and ct', 'nonce', 'ciphertext');
    yield* swap('iv and aad', 'nonce', 'associatedData');
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
    // The tag belongs to the other form of the text. A tag that belongs to no text would be refused anyway, so it would
    // show nothing.
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

  for (const other of modes) {
    if (other === mode) continue;
    for (const [what, each] of [...bases, ['msg of 69, aad of 48 bytes', blocks] as [string, Message]]) {
      const { nonce } = each;
      const foreign = { ...encrypted(other, { ...each, nonce: resized(nonce, other.nonceLength) }), nonce };
      yield refuse('WrongMode', `${what}; authentic under ${other.title}`, foreign, {});
      if (each.plaintext.length > 0) {
        yield refuse('WrongMode', `${what}; tag of ${other.title}`, each, { tag: foreign.tag });
        yield refuse('WrongMode', `${what}; ct of ${other.title}`, each, { ciphertext: foreign.ciphertext });
      }
    }
  }

  // A reader that fills up or cuts the nonce or the key would find these messages authentic. Any other reader refuses
  // them for the wrong length alone.
  for (const length of [0, 1, 8, 12, 15, 16, 17, 24, 32]) {
    const nonce = random(`${mode.name} nonce of ${length}`, length);
    const like = encrypted(mode, { ...base, nonce: resized(nonce, nonceLength) });
    if (length !== nonceLength) yield refuse('InvalidNonceSize', `iv of ${length} bytes`, like, { nonce });
    const key = random(`${mode.name} key of ${length}`, length);
    const keyed = encrypted(mode, { ...base, key: resized(key, BLOCK) });
    if (length !== BLOCK) yield refuse('InvalidKeySize', `key of ${length} bytes`, keyed, { key });
  }
}

function swapBlocks(bytes: Uint8Array, first: number, second: number): Uint8Array {
  const swapped = bytes.slice();
  swapped.set(bytes.subarray(BLOCK * second, BLOCK * (second + 1)), BLOCK * first);
  swapped.set(bytes.subarray(BLOCK * first, BLOCK * (first + 1)), BLOCK * second);
  return swapped;
}
