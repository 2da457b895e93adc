/** `romulus encrypt --generate-passphrase`: what the terminal shows opens the files, and no other place gets it. */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect, it } from 'vitest';
import { expectSame, sha256, text } from '../../fixtures/bytes.js';
import { names, program, refuse, succeed } from './program.js';
import { shownBy } from './pseudo-terminal.js';

/** The passphrase that the terminal shows, once and with nothing else. */
async function encrypt(command: string): Promise<string> {
  const shown = await shownBy(`romulus encrypt --generate-passphrase ${command}`);
  const [head, words = '', ...rest] = shown.split('\r\n');
  expect(head).toBe('Write down the passphrase, which is shown only now (7 words, 77 bits):');
  expect(rest).toEqual(['']);
  expect(words.split('-')).toHaveLength(7);
  for (const word of words.split('-')) expect(wordlist).toContain(word);
  return words;
}

it('chooses of 2^11 different words, those of BIP 39', async () => {
  expect(new Set(wordlist).size).toBe(2 ** 11);
  expect(await sha256(new TextEncoder().encode(`${wordlist.join('\n')}\n`))).toBe(
    '2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda',
  );
});

it('shows one passphrase for all files, which opens them, and another the next time', async () => {
  program.write('a', text(10));
  program.write('b', text(20));
  const words = await encrypt('a b');
  program.write('words', words);
  for (const name of ['a', 'b'])
    expectSame(await succeed(['decrypt', '-p', 'words', `${name}.romulus`, '-o', '-']), program.read(name));
  expect(await encrypt('-f a')).not.toBe(words);
});

it('never writes it to standard output', async () => {
  program.write('a', text(10));
  const words = await encrypt('<a >sealed');
  expect(String(program.read('sealed').subarray(0, 7))).toBe('ROMULUS');
  expect(program.read('sealed').includes(words)).toBe(false);
});

it('is refused without a terminal, before any work', async () => {
  const message = 'standard error is no terminal, which could show the passphrase: give --key or --passphrase-file';
  await refuse(2, message, ['encrypt', '--generate-passphrase', 'missing']);
  program.write('a', text(10));
  await shownBy('romulus encrypt --generate-passphrase a 2>messages', { code: 2 });
  expect(String(program.read('messages'))).toBe(`romulus: ${message}\n`);
  expect(names()).toEqual(['a', 'messages']);
});
