/** What each kind of test shows, as Wycheproof's files say it. */
import type { Note } from '../../test/reference/wycheproof.js';

export const AEAD_NOTES = {
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
  TwoKeys: {
    bugType: 'EDGE_CASE',
    description:
      'The ciphertext and tag of each pair open in both contexts, which have different keys, nonces or associated data.',
    effect: 'None: who opens a message is not told under which key it was made, since the mode does not commit to it.',
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
      'The tag of an authentic message was cut short, at its end or at its start. A mode has tags of one length only.',
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

export const HASH_NOTES = {
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
