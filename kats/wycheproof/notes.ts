/** The notes of Wycheproof's files: each says what a kind of test shows. */
import type { Note } from '../../test/reference/wycheproof.js';

const note = (bugType: Note['bugType'], description: string, effect?: string): Note => ({
  bugType,
  description,
  ...(effect === undefined ? {} : { effect }),
});

export const AEAD_NOTES = {
  Pseudorandom: note('FUNCTIONALITY', 'Pseudorandom inputs of many lengths.'),
  BlockEdge: note(
    'EDGE_CASE',
    'Plaintext and associated data end at the edge of a block or of a pair of blocks, or one byte beside it.',
    'Padding, the parity of the number of blocks, or the domain of the last call of the cipher is wrong.',
  ),
  CounterEdge: note(
    'EDGE_CASE',
    'The block counter, an LFSR of 56 bits stored with its lowest byte first, passes from one byte to the next, is reduced for the first time (after 56 steps), or counts past 2^7 or 2^8 blocks.',
    'The counter has the wrong order of bytes, the wrong feedback, or restarts. Short messages do not show that.',
  ),
  SpecialValue: note(
    'EDGE_CASE',
    'Inputs whose bits are all zero or all one, whose bytes count upward, or that have a single bit.',
    'A special value is taken for something missing, or arithmetic fails on it.',
  ),
  SpecialCiphertext: note(
    'EDGE_CASE',
    'The ciphertext is all zero or all one, by the choice of the plaintext.',
    'A special value is taken for something missing.',
  ),
  TwoKeys: note(
    'EDGE_CASE',
    'The ciphertext and tag of each pair open in both contexts, which have different keys, nonces or associated data.',
    'None: who opens a message is not told under which key it was made, since the mode does not commit to it.',
  ),
  ModifiedTag: note(
    'AUTH_BYPASS',
    'The tag of an authentic message was changed: single bits, in every position; bits and bytes that cancel in a comparison that sums differences; bytes in another order; constants.',
    'A tag that is not compared in full lets an attacker forge messages with less work, or none.',
  ),
  TruncatedTag: note(
    'AUTH_BYPASS',
    'The tag of an authentic message was cut short, at its end or at its start. A mode has tags of one length only.',
    'A comparison that ends with the shorter tag lets an attacker guess a forgery byte by byte.',
  ),
  ZeroLengthTag: note(
    'AUTH_BYPASS',
    'The tag of an authentic message was left out.',
    'A comparison of nothing with nothing accepts every message.',
  ),
  LongTag: note(
    'AUTH_BYPASS',
    'There are more bytes after the tag of an authentic message.',
    'Trailing bytes that nobody authenticated are accepted.',
  ),
  ModifiedCiphertext: note(
    'AUTH_BYPASS',
    'Bits of the ciphertext were flipped, in each byte of a short message and at the edges of a long one.',
    'Part of the ciphertext is not authenticated.',
  ),
  ResizedCiphertext: note(
    'AUTH_BYPASS',
    'Bytes or blocks of the ciphertext were taken away, added, repeated or put in another order.',
    'The length or the order of blocks is not authenticated.',
  ),
  ModifiedKey: note('AUTH_BYPASS', 'The key differs in one bit, in every position.', 'Part of the key is not used.'),
  ModifiedNonce: note(
    'AUTH_BYPASS',
    'The nonce differs in one bit, in every position, or is another one.',
    'Part of the nonce is not authenticated.',
  ),
  ModifiedAad: note(
    'AUTH_BYPASS',
    'The associated data differs in a bit of each byte, was cut, lengthened, left out, or is something else.',
    'Part of the associated data is not authenticated.',
  ),
  SwappedFields: note(
    'AUTH_BYPASS',
    'Fields of an authentic message have changed places, or bytes have moved from one to its neighbour.',
    'Fields are not told apart.',
  ),
  PaddedInput: note(
    'AUTH_BYPASS',
    'A short or empty input was replaced by the block that its padding makes of it, or the reverse: zeros in place of nothing, zeros and a length in place of a short block.',
    'A padded block and a full one are processed in the same domain, so that two messages have one tag.',
  ),
  WrongMode: note(
    'AUTH_BYPASS',
    'The message, or its tag alone, is authentic under another mode of the suite, with the same inputs.',
    'The domains of the modes are not separated, or one mode is taken for another.',
  ),
  InvalidNonceSize: note(
    'MODIFIED_PARAMETER',
    'The nonce does not have the length of the mode. The message is authentic under the nonce that filling up with zeros or cutting would make of it. Neither encryption nor decryption may accept it.',
    'Different nonces become one, and so repeat.',
  ),
  InvalidKeySize: note(
    'MODIFIED_PARAMETER',
    'The key is not 16 bytes long. The message is authentic under the key that filling up with zeros or cutting would make of it. Neither encryption nor decryption may accept it.',
    'A short key is used as if it were a full one.',
  ),
} satisfies Record<string, Note>;

export const HASH_NOTES = {
  Pseudorandom: note('FUNCTIONALITY', 'Pseudorandom messages of every length up to two blocks.'),
  BlockEdge: note(
    'EDGE_CASE',
    'The message ends at an edge of a block of 32 bytes, one byte beside it, or in the middle of the block.',
    'The padding lacks its block of its own, or has one too many.',
  ),
  SpecialValue: note(
    'EDGE_CASE',
    'All bits of the message are zero, or one.',
    'Zeros of the message are taken for padding.',
  ),
  PaddedInput: note(
    'EDGE_CASE',
    'The digest is that of the message with its padding, or without bytes that look like padding.',
    'Two messages have the same digest.',
  ),
  ModifiedDigest: note(
    'MODIFIED_PARAMETER',
    'The digest of the message was changed, cut or lengthened: it must not pass for the digest.',
    'A digest is not compared in full.',
  ),
} satisfies Record<string, Note>;
