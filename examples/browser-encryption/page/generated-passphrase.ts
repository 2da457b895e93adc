/** New passphrases of random words, from the English list of BIP 39. */
import { wordlist } from '@scure/bip39/wordlists/english.js';

// The list has 2^11 words, so 11 bits of a random number choose one without bias.
const count = 2 ** 11;
const wordCount = 6;

/** Six words have 66 bits, and each guess costs as much as the passphrase's stretching. */
export function generatePassphrase(): string {
  const numbers = crypto.getRandomValues(new Uint16Array(wordCount));
  const chosen = Array.from(numbers, (number) => wordlist[number % count] as string);
  numbers.fill(0);
  return chosen.join('-');
}
