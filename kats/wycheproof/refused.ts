/** Messages that must be refused: each was authentic before one change. */
import { concatenate } from '../../test/reference/bytes.js';
import { padAlways } from '../../test/reference/romulus.js';
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
  random,
  range,
  resized,
} from './inputs.js';

/** Changes of one field, each with its comment. */
type Changes = [comment: string, value: Uint8Array][];

const join = (...parts: Uint8Array[]) => concatenate(parts);
const zeros = (length: number) => filled(length, 0);
const flips = (bytes: Uint8Array, bits: number[]): Changes =>
  bits.map((bit) => [`bit ${bit} flipped`, flipBits(bytes, bit)]);

export function* refusedCases(mode: SuiteMode, modes: readonly SuiteMode[]): Generator<Case> {
  const message = (label: string, textLength: number, adLength: number) => messageOf(mode, label, textLength, adLength);
  const refuse = (flag: Case['flag'], comment: string, base: Message, change: Partial<Message>): Case => ({
    flag,
    comment,
    message: { ...base, ...change },
    valid: false,
  });
  const refuseAll = (flag: Case['flag'], field: keyof Message, what: string, base: Message, changes: Changes) =>
    changes.map(([comment, value]) => refuse(flag, what ? `${what}; ${comment}` : comment, base, { [field]: value }));

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
  yield* refuseAll('ModifiedTag', 'tag', '', base, flips(base.tag, range(tagBits)));
  const oneOfEach = range(tagLength).map((byte) => 8 * byte + ((byte * 5) % 8));
  for (const [what, each] of bases.slice(1))
    yield* refuseAll('ModifiedTag', 'tag', what, each, flips(each.tag, oneOfEach));
  yield* refuseAll('ModifiedTag', 'tag', 'long', long, flips(long.tag, [0, tagBits - 1]));
  const words = ['', '', 'two', '', 'four'][tagLength / 4];
  const severalBits: [comment: string, bits: number[]][] = [
    ['first bit of the first two bytes flipped', [0, 8]],
    ['last bit of the first and last byte flipped', [7, tagBits - 1]],
    ['first bit of two words of 32 bits flipped', [0, 32]],
    ['last bit of two words of 32 bits flipped', [tagBits / 2 - 1, tagBits / 2 + 31]],
    ['first bit of both halves flipped', [0, tagBits / 2]],
    ['last bit of both halves flipped', [tagBits / 2 - 1, tagBits - 1]],
    [`one bit of all ${words} words of 32 bits flipped`, range(tagLength / 4).map((word) => 32 * word + 9)],
    ['first bit of all bytes flipped', range(tagLength).map((byte) => 8 * byte)],
  ];
  for (const [comment, bits] of severalBits)
    yield refuse('ModifiedTag', comment, base, { tag: flipBits(base.tag, ...bits) });
  for (const [what, each] of bases) {
    const { tag } = each;
    const half = tagLength / 2;
    const [first, second] = [tag.subarray(0, half), tag.subarray(half)];
    yield* refuseAll('ModifiedTag', 'tag', what, each, [
      ['all bits flipped', tag.map((byte) => byte ^ 0xff)],
      ['all bytes 00', zeros(tagLength)],
      ['all bytes ff', filled(tagLength, 0xff)],
      ['bytes reversed', tag.slice().reverse()],
      ['halves swapped', join(second, first)],
      ['bytes rotated', join(tag.subarray(1), tag.subarray(0, 1))],
      ['second half 00', join(first, zeros(half))],
      ['first half 00', join(zeros(half), second)],
      ['second half as the first', join(first, first)],
    ]);
  }
  yield* refuseAll('ModifiedTag', 'tag', '', base, [
    ['tag of the same message under another nonce', encrypted(mode, { ...base, nonce: flipBits(base.nonce, 0) }).tag],
    [
      'tag of another message under the same nonce',
      encrypted(mode, { ...base, plaintext: flipBits(base.plaintext, 3) }).tag,
    ],
  ]);

  for (const [what, each] of bases) {
    const { tag } = each;
    const cuts = each === base ? range(tagLength).slice(1) : [1, 4, 8, 12, 15].filter((at) => at < tagLength);
    const cut = cuts.flatMap(
      (length): Changes => [
        [`first ${length} bytes`, tag.slice(0, length)],
        [`last ${length} bytes`, tag.slice(-length)],
      ],
    );
    yield* refuseAll('TruncatedTag', 'tag', what, each, cut);
    yield refuse('ZeroLengthTag', what, each, { tag: EMPTY });
    const lengthened = [1, 4, 16].flatMap(
      (extra): Changes => [
        [`${extra} zeros more`, join(tag, zeros(extra))],
        [`${extra} zeros before`, join(zeros(extra), tag)],
      ],
    );
    yield* refuseAll('LongTag', 'tag', what, each, [...lengthened, ['twice', join(tag, tag)]]);
  }

  const inEachByte = range(base.ciphertext.length).map((byte) => 8 * byte + ((byte * 3) % 8));
  yield* refuseAll('ModifiedCiphertext', 'ciphertext', '', base, flips(base.ciphertext, inEachByte));
  const inBlocks = flips(blocks.ciphertext, [0, 127, 128, 255, 511, 512, 551]);
  yield* refuseAll('ModifiedCiphertext', 'ciphertext', '', blocks, inBlocks);
  const atEdges = [0, 1, 55, 56].flatMap((blockAt) => [128 * blockAt, 128 * blockAt + 127]);
  yield* refuseAll('ModifiedCiphertext', 'ciphertext', 'long', long, flips(long.ciphertext, atEdges));
  yield* refuseAll('ModifiedCiphertext', 'ciphertext', '', base, [
    ['all bits flipped', base.ciphertext.map((byte) => byte ^ 0xff)],
    ['all bytes 00', zeros(20)],
    ['the plaintext in its place', base.plaintext],
  ]);

  for (const [what, each] of [
    ['msg of 20 bytes', base],
    ['msg of 69 bytes', blocks],
  ] as const) {
    const { ciphertext } = each;
    const { length } = ciphertext;
    const over = length % BLOCK;
    yield* refuseAll('ResizedCiphertext', 'ciphertext', what, each, [
      ['left out', EMPTY],
      ['first byte left out', ciphertext.slice(1)],
      ['last byte left out', ciphertext.slice(0, -1)],
      ['first block left out', ciphertext.slice(BLOCK)],
      ['last block left out', ciphertext.slice(0, length - over)],
      ['a zero more', join(ciphertext, zeros(1))],
      ['a zero before', join(zeros(1), ciphertext)],
      ['a block of zeros more', join(ciphertext, zeros(BLOCK))],
      ['last block filled up with zeros', join(ciphertext, zeros(BLOCK - over))],
      ['first block twice', join(ciphertext.subarray(0, BLOCK), ciphertext)],
      ['twice', join(ciphertext, ciphertext)],
    ]);
  }
  const swaps = (bytes: Uint8Array, ...pairs: [number, number][]): Changes =>
    pairs.map(([first, second]) => [`blocks ${first} and ${second} swapped`, swapBlocks(bytes, first, second)]);
  const swapped = swaps(blocks.ciphertext, [0, 1], [0, 2], [2, 3]);
  yield* refuseAll('ResizedCiphertext', 'ciphertext', '', blocks, swapped);
  yield* refuseAll('ResizedCiphertext', 'ciphertext', '', long, swaps(long.ciphertext, [0, 56]));

  for (const bit of range(128)) {
    yield* refuseAll('ModifiedKey', 'key', '', base, flips(base.key, [bit]));
    if (bit < 8 * nonceLength) yield* refuseAll('ModifiedNonce', 'nonce', '', base, flips(base.nonce, [bit]));
  }
  for (const [what, each] of bases) {
    yield* refuseAll('ModifiedNonce', 'nonce', what, each, [
      ['all bytes 00', zeros(nonceLength)],
      ['all bytes ff', filled(nonceLength, 0xff)],
      ['another', random(`${mode.name} another nonce`, nonceLength)],
      ['bytes reversed', each.nonce.slice().reverse()],
      ['the next one', each.nonce.map((byte, i) => (i === nonceLength - 1 ? byte + 1 : byte))],
    ]);
    yield* refuseAll('ModifiedKey', 'key', what, each, [
      ['all bytes 00', zeros(BLOCK)],
      ['another', random(`${mode.name} another key`, BLOCK)],
    ]);
  }
  const inAd = range(blocks.associatedData.length).map((byte): Changes[0] => [
    `a bit of byte ${byte} flipped`,
    flipBits(blocks.associatedData, 8 * byte + ((byte * 3) % 8)),
  ]);
  yield* refuseAll('ModifiedAad', 'associatedData', '', blocks, inAd);
  for (const [what, each] of bases) {
    const { associatedData: ad } = each;
    yield* refuseAll('ModifiedAad', 'associatedData', what, each, [
      ['a zero more', join(ad, zeros(1))],
      ['a zero before', join(zeros(1), ad)],
      ['a block of zeros more', join(ad, zeros(BLOCK))],
      ['two blocks of zeros more', join(ad, zeros(2 * BLOCK))],
    ]);
    if (ad.length > 0)
      yield* refuseAll('ModifiedAad', 'associatedData', what, each, [
        ['left out', EMPTY],
        ['first byte left out', ad.slice(1)],
        ['last byte left out', ad.slice(0, -1)],
        ['another', random(`${mode.name} another associated data`, ad.length)],
        ['twice', join(ad, ad)],
      ]);
  }
  const swappedAd = swaps(blocks.associatedData, [0, 1], [0, 2], [1, 2]);
  yield* refuseAll('ModifiedAad', 'associatedData', '', blocks, swappedAd);

  for (const [what, each] of bases) {
    const { associatedData: ad, ciphertext } = each;
    const exchange = function* (comment: string, change: Partial<Message>) {
      yield refuse('SwappedFields', `${what}; ${comment}`, each, change);
    };
    const swap = function* (names: string, first: keyof Message, second: keyof Message) {
      if (each[first].length === each[second].length)
        yield* exchange(names, { [first]: each[second], [second]: each[first] });
    };
    yield* swap('key and iv', 'key', 'nonce');
    yield* swap('key and tag', 'key', 'tag');
    yield* swap('iv and tag', 'nonce', 'tag');
    if (ad.length + ciphertext.length > 0)
      yield* exchange('aad and ct', { associatedData: ciphertext, ciphertext: ad });
    yield* swap('ct and tag', 'ciphertext', 'tag');
    yield* swap('iv and ct', 'nonce', 'ciphertext');
    yield* swap('iv and aad', 'nonce', 'associatedData');
    const both = join(ad, ciphertext);
    const movedTo = (length: number) => ({ associatedData: both.slice(0, length), ciphertext: both.slice(length) });
    if (ad.length > 0) {
      yield* exchange('aad moved to ct', movedTo(0));
      yield* exchange('last byte of aad moved to ct', movedTo(ad.length - 1));
    }
    if (ciphertext.length > 0) {
      yield* exchange('ct moved to aad', movedTo(both.length));
      yield* exchange('first byte of ct moved to aad', movedTo(ad.length + 1));
    }
  }

  for (const length of [0, 1, 12, 15, 17, 31]) {
    const short = message('padding of aad', 20, length);
    const full = padAlways(short.associatedData, BLOCK);
    yield refuse('PaddedInput', `aad of ${length} bytes, padded`, short, { associatedData: full });
    const other = encrypted(mode, { ...short, associatedData: full });
    yield refuse('PaddedInput', `aad of ${length} bytes, authentic with its padding`, other, {
      associatedData: short.associatedData,
    });
    // The tag belongs to the other form of the text. A tag that belongs to no text would be refused anyway, so it would
    // show nothing.
    const shortText = message('padding of msg', length, 20);
    const fullText = encrypted(mode, { ...shortText, plaintext: padAlways(shortText.plaintext, BLOCK) });
    const [ofFull, ofShort] = [{ tag: fullText.tag }, { tag: shortText.tag }];
    const { length: fullLength } = fullText.plaintext;
    yield refuse('PaddedInput', `msg of ${length} bytes, with the tag of its padded form`, shortText, ofFull);
    yield refuse('PaddedInput', `msg padded to ${fullLength} bytes, with the tag of the short one`, fullText, ofShort);
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
