/** `romulus encrypt` and `decrypt`: keys, given and generated passphrases, and files that are not authentic. */
import { chmodSync } from 'node:fs';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { concatenate, expectSame, flipBit, sha256, text } from '../../fixtures/bytes.js';
import {
  cheapScrypt,
  ended,
  expectEnd,
  key,
  keyFile,
  names,
  passphrase,
  program,
  refuse,
  sealed,
  succeed,
} from './program.js';
import { shownBy } from './pseudo-terminal.js';

Object.assign(program.environment, cheapScrypt);

describe('keys and passphrases', () => {
  beforeEach(() => void program.write('file', text(100)));

  // test/node/files/key-files.test.ts has more of them.
  it.each<[string | Uint8Array, string]>([
    ['', 'nothing'],
    [key, 'the bytes'],
  ])('a key file that is not one is refused: %j, %s', async (contents) => {
    program.write('wrong', contents);
    await refuse(2, '--key: the file is not a key file of romulus keygen', ['encrypt', '-k', 'wrong', 'file']);
    expect(names()).toEqual(['file', 'wrong']);
  });

  it.each([
    ['--key', 'missing', 3, 'no such file or directory'],
    ['--key', '.', 3, 'is a directory'],
    ['--key', '/dev/zero', 2, 'the file has more than 1024 bytes'],
    ['--key', '', 2, 'the name of the file is empty'],
    ['--passphrase-file', '', 2, 'the name of the file is empty'],
    ['--passphrase-file', 'missing', 3, 'no such file or directory'],
    ['--passphrase-file', '/dev/zero', 2, 'the file has more than 65536 bytes'],
    ['--passphrase-file', '/dev/null', 2, 'the passphrase is empty'],
    ['--passphrase-file', 'lf', 2, 'the passphrase is empty'],
    ['--passphrase-file', 'crlf', 2, 'the passphrase is empty'],
  ])('%s must be a file that can be read, and is not endless or empty: %j', async (option, file, code, message) => {
    program.write('lf', '\n');
    program.write('crlf', '\r\n');
    await refuse(code, `${option}: ${message}`, ['encrypt', `${option}=${file}`, 'file']);
    expect(names()).toEqual(['crlf', 'file', 'lf']);
  });

  it.each(['-', '/dev/stdin', '/dev/fd/0'])(
    'standard input by the name %s gives either, and is a socket here',
    async (path) => {
      await program.expect(['encrypt', '-p', path, 'file'], {}, `${passphrase}\n`);
      expectSame(await program.expect(['decrypt', '-p', path, '-o', '-', 'file.romulus'], {}, passphrase), text(100));
      await program.expect(['encrypt', '-k', path, '-f', 'file'], {}, keyFile);
      await succeed(['decrypt', '-k', 'key', '-f', 'file.romulus']);
      for (const name of ['-', '/dev/stdin', '/dev/fd/0'])
        await refuse(2, '--key and a file cannot both be standard input', ['encrypt', '-k', path, name, '-o', 'out']);
    },
  );

  const marked = 'begins with a byte order mark';
  it.each([
    [marked, Buffer.from('\ufeffpass')],
    ['is in UTF-16', Buffer.from('\ufeffpass\n', 'utf16le')],
    ['is in UTF-16', Buffer.from('\ufeffpass\n', 'utf16le').swap16()],
    ['is in UTF-16', Buffer.from('pass\n', 'utf16le')],
  ])('a passphrase file that %s is warned of, and all its bytes count: %j', async (problem, contents) => {
    program.write('passphrase', contents);
    const message = `warning: --passphrase-file: the file ${problem}, so a typed passphrase is another; save it as plain UTF-8`;
    await program.expect(['encrypt', '-p', 'passphrase', 'file', '-o', 'sealed'], { message });
    program.write('typed', 'pass');
    await refuse(1, /^sealed: the passphrase, /, ['decrypt', '-p', 'typed', 'sealed', '-o', 'back']);
  });

  it('the wrong kind is reported before anything is computed', async () => {
    const withKey = await succeed(['encrypt', '-k', 'key', 'file', '-o', '-']);
    await refuse(2, 'the file opens with a key: give --key', ['decrypt', '-p', 'passphrase'], withKey);
    await refuse(2, 'the file opens with a key: give --key', ['decrypt'], withKey);
    const withPassphrase = await succeed(['encrypt', '-p', 'passphrase', 'file', '-o', '-']);
    await refuse(2, /the file opens with a passphrase, not with a key$/, ['decrypt', '-k', 'key'], withPassphrase);
  });

  it.each([
    { mode: 0o600, option: '--key', warns: false },
    { mode: 0o444, option: '--key', warns: false },
    { mode: 0o644, option: '--passphrase-file', warns: false },
    { mode: 0o620, option: '--passphrase-file', warns: true },
    { mode: 0o602, option: '--key', warns: true },
    { mode: 0o666, option: '--key', warns: true },
  ])('a file of them that others may write is warned of: $mode', async ({ mode, option, warns }) => {
    const name = option === '--key' ? 'key' : 'passphrase';
    chmodSync(program.file(name), mode);
    const message = `warning: ${option}: not only its owner may write to the file; chmod go-w fixes that`;
    const end = warns ? { message } : {};
    const encrypted = await program.expect(['encrypt', option, name, 'file', '-o', '-'], end);
    expectSame(await program.expect(['decrypt', option, name], end, encrypted), text(100));
  });

  it('the permissions of special files cause no warning', async () => {
    expectEnd(await program.shell('mkfifo -m 666 pipe; cat key >pipe & romulus encrypt -k pipe file'));
  });

  it('no terminal is no passphrase', async () => {
    const message = 'there is no terminal to ask for a passphrase: give --key or --passphrase-file';
    expectEnd(await program.shell('setsid -w romulus encrypt file'), { code: 2, message });
    expect(names()).toEqual(['file']);
  });
});

describe('a forged file', async () => {
  const plaintext = text(200_000);
  const chunk = 65_536 + 16;
  const good = await sealed(200_000);
  const header = 64;
  const flip = (byte: number) => flipBit(good, 8 * byte);

  const changes: [what: string, changed: Uint8Array][] = [
    ['nothing', text(0)],
    ['another file', text(100_000)],
    ...[3, 7, 8, 9, 10, 11, 13, 15, 16, 31, 32, 47].map((i): [string, Uint8Array] => [`byte ${i} flipped`, flip(i)]),
    ['half a header', good.subarray(0, 24)],
    ['nothing but the header', good.subarray(0, header)],
    ['its last byte missing', good.subarray(0, -1)],
    ['its last chunk missing', good.subarray(0, header + 3 * chunk)],
    ['a byte more', concatenate(good, text(1))],
    ['a bit of chunk 0 flipped', flip(header)],
    ['a bit of chunk 2 flipped', flip(header + 2 * chunk + 5)],
    ['a bit of the last tag flipped', flip(good.length - 1)],
  ];

  it('leaves no output, and the one that --force was to replace', async () => {
    const files = changes.map(([what, changed]) => program.write(`${what}.romulus`, changed));
    const replaced = changes.filter((_, i) => i % 5 === 1).map(([what]) => program.write(what, 'precious'));
    const { code, stderr } = await program.run(['decrypt', '--force', '-k', 'key', ...files]);
    const told = files.map((file) => expect.stringMatching(new RegExp(`^romulus: ${file}: `)));
    expect({ code, told: stderr.trimEnd().split('\n') }).toEqual({ code: 1, told });
    expect(names()).toEqual([...files, ...replaced].sort());
    for (const name of replaced) expect(String(program.read(name))).toBe('precious');
  });

  it.each(changes.slice(-6))('gives only authentic chunks to standard output: %s', async (_, changed) => {
    const stdout = await refuse(1, /^standard input: /, ['decrypt', '-k', 'key'], changed);
    expect(stdout.length % 65_536).toBe(0);
    expectSame(stdout, plaintext.subarray(0, stdout.length));
  });

  it('ends it although more input may come', async () => {
    const child = program.start(['decrypt', '-k', 'key', '-o', 'back']);
    child.stdin.write(flip(header));
    child.stdin.write(text(3_000_000));
    const { code } = await ended(child);
    expect(code).toBe(1);
    expect(names()).toEqual([]);
  });
});

describe('a generated passphrase', () => {
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
});
