/** A new passphrase of random words, from the English list of BIP 39. */
import { wordlist } from '@scure/bip39/wordlists/english.js';

// The list has 2^11 words, so 11 bits of a random number choose one without bias.
const bitsPerWord = 11;
const wordCount = 7;

export const strength = `${wordCount} words, ${wordCount * bitsPerWord} bits`;

const hyphen = 0x2d;

// This licence stands before a function, because bundlers keep it there.
/*! Contains the word list of @scure/bip39. The MIT License (MIT). Copyright (c) 2022 Patricio Palladino, Paul Miller */
/** Joins words by hyphens, in bytes that the caller wipes. The words never form a string, because strings cannot be wiped. */
export function generatePassphrase(): Uint8Array {
  const longest = Math.max(...wordlist.map(({ length }) => length));
  const bytes = new Uint8Array(wordCount * (longest + 1));
  const numbers = crypto.getRandomValues(new Uint16Array(wordCount));
  const encoder = new TextEncoder();
  let length = 0;
  for (const number of numbers) {
    if (length > 0) bytes[length++] = hyphen;
    const word = wordlist[number & (2 ** bitsPerWord - 1)] as string;
    length += encoder.encodeInto(word, bytes.subarray(length)).written;
  }
  numbers.fill(0);
  const passphrase = bytes.slice(0, length);
  bytes.fill(0);
  return passphrase;
}
