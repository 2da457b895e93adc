/** `romulus keygen`, `encrypt` and `decrypt`: their outputs, their refusals, and the files that they leave. */
import { mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { decryptBlob } from '../../../ts/stream/index.js';
import { eventually, expectSame, flipBit, hex, text } from '../../fixtures/bytes.js';
import {
  cheapScrypt,
  ended,
  expectEnd,
  key,
  keyFile,
  messagesOf,
  names,
  passphrase,
  program,
  refuse,
  sealed,
  secretOf,
  succeed,
  withoutWorkers,
} from './program.js';

Object.assign(program.environment, cheapScrypt);

describe('keygen', () => {
  it('writes a key that only its owner can read, and another each time', async () => {
    await succeed(['keygen', 'a']);
    await succeed(['keygen', '-o', 'b']);
    for (const name of ['a', 'b']) {
      expect(String(program.read(name))).toMatch(/^romulus-key-1 [0-9a-f]{32}\n$/);
      expect(program.modeOf(name)).toBe('600');
    }
    expect(String(program.read('a'))).not.toBe(String(program.read('b')));
    expect(names()).toEqual(['a', 'b']);
  });

  it.each([
    [2, 'key', 'already exists'],
    [2, 'link', 'already exists'],
    [2, 'folder', 'already exists and is not a regular file'],
    [3, 'missing/key', 'no such file or directory'],
    [3, 'key/key', 'not a directory'],
  ])('replaces nothing, and makes no folder: %i, %s', async (code, name, problem) => {
    symlinkSync('nowhere', program.file('link'));
    mkdirSync(program.file('folder'));
    await refuse(code, `${name}: ${problem}`, ['keygen', name]);
    expect(String(program.read('key'))).toBe(keyFile);
    expect(names()).toEqual(['folder', 'link']);
  });
});

const wrongPassphrase = 'the passphrase, the associated data or the header is not what the file was encrypted with';

describe('a file comes back', () => {
  it('of any length', async () => {
    const lengths = [0, 1, 65_535, 65_536, 65_537, 2_097_152, 5_000_001];
    const files = lengths.map((length) => program.write(`file${length}`, text(length)));
    const encrypted = files.map((file) => `${file}.romulus`);
    await succeed(['encrypt', '-k', 'key', ...files]);
    expect(names()).toEqual([...files, ...encrypted].sort());
    for (const [i, length] of lengths.entries())
      expect(program.read(encrypted[i]!).length).toBe(64 + length + 16 * Math.max(1, Math.ceil(length / 65_536)));
    // Each file has its own salt, and so its own key.
    const salts = encrypted.map((file) => hex(program.read(file).subarray(16, 32)));
    expect(new Set(salts).size).toBe(lengths.length);
    for (const file of files) program.write(file, 'replaced');
    await succeed(['decrypt', '-f', '-k', 'key', ...encrypted]);
    for (const [i, length] of lengths.entries()) expectSame(program.read(files[i]!), text(length), `${length} bytes`);
  });

  it('with associated data', async () => {
    program.write('file', text(1000));
    await succeed(['encrypt', '-k', 'key', '--ad', 'Grüße', 'file']);
    await succeed(['decrypt', '-k', 'key', '--ad', 'Grüße', 'file.romulus', '-o', 'back']);
    expectSame(program.read('back'), text(1000));
    const wrong = /^file\.romulus: the key, the associated data or the header is not what the file was encrypted with$/;
    await refuse(1, wrong, ['decrypt', '-k', 'key', '--ad', 'Grüsse', 'file.romulus', '-o', 'back2']);
    await refuse(1, wrong, ['decrypt', '-k', 'key', 'file.romulus', '-o', 'back2']);
    expect(names()).toEqual(['back', 'file', 'file.romulus']);
  });

  it('with a passphrase, among others', async () => {
    program.write('file', text(1000));
    program.write('other', text(0));
    await succeed(['encrypt', '-p', 'passphrase', 'file', 'other']);
    const salts = ['file', 'other'].map((name) => hex(program.read(`${name}.romulus`).subarray(16, 32)));
    expect(salts[0]).not.toBe(salts[1]);
    for (const name of ['file', 'other']) program.write(name, 'replaced');
    // The line end is no part of the passphrase.
    program.write('same', `${passphrase}\r\n`);
    await succeed(['decrypt', '-f', '-p', 'same', 'file.romulus', 'other.romulus']);
    expectSame(program.read('file'), text(1000));
    expectSame(program.read('other'), text(0));
    for (const other of ['\n\n', '\r\r\n', '\n\r\n', '\r', ' \n']) {
      program.write('other', passphrase + other);
      await refuse(1, `file.romulus: ${wrongPassphrase}`, ['decrypt', '-p', 'other', 'file.romulus', '-o', 'back2']);
    }
  });

  it.each([
    { jobs: '1', mode: 'N' },
    { jobs: '2', mode: 'M' },
    { jobs: '3', mode: 'T' },
  ])('of 16 MiB, which are eight batches, on $jobs threads, in mode $mode', async ({ jobs, mode }) => {
    program.write('file', text(2 ** 24));
    await succeed(['encrypt', '--key', 'key', '--mode', mode, '--jobs', jobs, 'file', '--output', 'sealed']);
    expect(String.fromCharCode(program.read('sealed')[8] as number)).toBe(mode);
    await succeed(['decrypt', '--key', 'key', '--jobs', jobs, 'sealed', '--output', 'back']);
    expect(program.read('back').equals(program.read('file'))).toBe(true);
  });

  it('of 16 MiB where no worker can start', async () => {
    program.write('file', text(2 ** 24));
    const command = 'romulus encrypt -k key -j 2 file -o sealed && romulus decrypt -k key -j 2 sealed -o back';
    expectEnd(await program.shell(command, withoutWorkers()));
    expect(program.read('back').equals(program.read('file'))).toBe(true);
  });

  it('through pipes, and from and to standard streams by their name', async () => {
    for (const length of [0, 1, 100_000, 5_000_000]) {
      const sealed = await succeed(['encrypt', '-k', 'key'], text(length));
      expectSame(await succeed(['decrypt', '-k', 'key'], sealed), text(length));
    }
    expect(names()).toEqual([]);
    program.write('file', text(1000));
    const sealed = await succeed(['encrypt', '-k', 'key', 'file', '-o', '-']);
    await succeed(['decrypt', '-k', 'key', '-', '-o', 'back'], sealed);
    expectSame(program.read('back'), text(1000));
  });

  it('in place', async () => {
    program.write('file', text(300_000));
    await succeed(['encrypt', '-k', 'key', 'file', '-f', '-o', 'file']);
    expect(String(program.read('file').subarray(0, 7))).toBe('ROMULUS');
    await succeed(['decrypt', '-k', 'key', 'file', '-f', '-o', 'file']);
    expectSame(program.read('file'), text(300_000));
    expect(names()).toEqual(['file']);
  });

  it('with standard input from a file and a pipe that gives it piece by piece', async () => {
    program.write('file', text(300_000));
    expectEnd(await program.shell('romulus encrypt -k key <file >sealed'));
    const child = program.start(['decrypt', '-k', 'key', '-o', 'back']);
    const bytes = program.read('sealed');
    // Each piece leaves the pipe before the next one comes.
    for (const piece of [bytes.subarray(0, 10), bytes.subarray(10, 50), bytes.subarray(50)])
      await new Promise((resolve) => child.stdin.write(piece, resolve));
    child.stdin.end();
    expectEnd(await ended(child));
    expectSame(program.read('back'), text(300_000));
  });
});

describe('interchange with the library', () => {
  it.each([
    { secret: { key }, args: '-k key' },
    { secret: secretOf(passphrase), args: '-p passphrase' },
  ])('by $args', async ({ secret, args }) => {
    const associatedData = new TextEncoder().encode('ad');
    // Without the tests' cheap scrypt: the cost is the one in the header.
    const run = async (command: string) => expectEnd(await program.shell(`NODE_OPTIONS= romulus ${command}`));
    program.write('ours', await sealed(10_000, { ...secret, mode: 'M', chunkLength: 1024, associatedData }));
    await run(`decrypt ${args} --ad ad ours -o back`);
    expectSame(program.read('back'), text(10_000));

    await run(`encrypt ${args} --ad ad back`);
    const theirs = new Blob([new Uint8Array(program.read('back.romulus'))]);
    const { cost: _, ...given } = { cost: 0, ...secret };
    const opened = await decryptBlob(theirs, { ...given, associatedData });
    expectSame(new Uint8Array(await opened.arrayBuffer()), text(10_000));
  });

  it('takes no more memory than is allowed, and asks for no passphrase before', async () => {
    const costly = await sealed(0, secretOf(passphrase));
    // The file has changed. Only the derived key could show that.
    costly[11] = 19;
    program.write('sealed', costly);
    const needed = 'sealed: the passphrase needs 512 MiB of memory: if you trust the file, give --max-memory';
    const allowing = (...option: string[]) => ['decrypt', '-p', 'passphrase', 'sealed', '-o', 'back', ...option];
    await refuse(1, needed, allowing());
    await refuse(1, needed, allowing('--max-memory', '511'));
    await refuse(1, needed, ['decrypt', 'sealed', '-o', 'back']);
    await refuse(1, `sealed: ${wrongPassphrase}`, allowing('--max-memory', '512'));
  });
});

describe('the output', () => {
  beforeEach(() => {
    program.write('file', text(100_000));
  });

  it('has the permissions of a new file, or its owner alone has any if it was secret', async () => {
    expectEnd(await program.shell('umask 027; romulus encrypt -k key file'));
    expect(program.modeOf('file.romulus')).toBe('640');
    expectEnd(await program.shell('umask 0; romulus decrypt -k key file.romulus -o back'));
    expect(program.modeOf('back')).toBe('600');
  });

  it('is not replaced without --force', async () => {
    program.write('sealed', 'precious');
    const exists = (name: string) => `${name}: already exists; --force replaces it`;
    await refuse(2, exists('sealed'), ['encrypt', '-k', 'key', 'file', '-o', 'sealed']);
    expect(String(program.read('sealed'))).toBe('precious');
    await succeed(['encrypt', '-k', 'key', 'file', '-o', 'sealed', '--force']);
    await refuse(2, exists('file'), ['decrypt', '-k', 'key', 'sealed', '-o', 'file']);
    await succeed(['decrypt', '-k', 'key', 'sealed', '-o', 'file', '-f']);
    expectSame(program.read('file'), text(100_000));
    // Refused before it reads the input or asks for a passphrase.
    program.write('missing.romulus', '');
    await refuse(2, exists('missing.romulus'), ['encrypt', 'missing']);
    expect(names()).toEqual(['file', 'missing.romulus', 'sealed']);
  });

  it('is not replaced without --force if it came to be there meanwhile', async () => {
    const child = program.start(['encrypt', '-k', 'key', '-', '-o', 'sealed']);
    child.stdin.write(text(1000));
    await eventually(() => names().length).toBe(2);
    program.write('sealed', 'precious');
    child.stdin.end();
    expectEnd(await ended(child), { code: 2, message: 'sealed: already exists; --force replaces it' });
    expect(String(program.read('sealed'))).toBe('precious');
    expect(names()).toEqual(['file', 'sealed']);
  });

  it('replaces the target of a symbolic link', async () => {
    program.write('sealed', 'old');
    symlinkSync('sealed', program.file('link'));
    await refuse(2, 'link: already exists; --force replaces it', ['encrypt', '-k', 'key', 'file', '-o', 'link']);
    await succeed(['encrypt', '-k', 'key', 'file', '-o', 'link', '-f']);
    expect(readlinkSync(program.file('link'))).toBe('sealed');
    expect(String(program.read('sealed').subarray(0, 7))).toBe('ROMULUS');
  });

  it.each(['/dev/null', 'folder'])('is always a regular file, never %s', async (target) => {
    mkdirSync(program.file('folder'));
    const refusal = `${target}: already exists and is not a regular file; -o - writes to standard output`;
    for (const force of [[], ['--force']])
      await refuse(2, refusal, ['encrypt', '-k', 'key', 'file', '-o', target, ...force]);
  });

  it('is not there if there is no room for it', async () => {
    const end = await program.shell('ulimit -f 40; trap "" XFSZ; exec romulus encrypt -k key file -o sealed');
    expectEnd(end, { code: 3, message: 'sealed: file too large' });
    expect(names()).toEqual(['file']);
  });

  it('ends silently if nobody reads it', async () => {
    program.write('file', text(5_000_000));
    const command = 'set -o pipefail; romulus encrypt -k key file -o - | head -c 1 >/dev/null';
    expectEnd(await program.shell(command), { code: 141 });
  });
});

describe('several files', () => {
  const contents: Record<string, Uint8Array> = { a: text(100), b: text(70_000), c: text(0) };
  beforeEach(() => {
    for (const [name, bytes] of Object.entries(contents)) program.write(name, bytes);
  });

  it('may be standard input among others', async () => {
    const sealed = await succeed(['encrypt', '-k', 'key', 'a', '-', 'b'], text(5));
    expect(names()).toEqual(['a', 'a.romulus', 'b', 'b.romulus', 'c']);
    expectSame(await succeed(['decrypt', '-k', 'key'], sealed), text(5));
  });

  it('are encrypted although some cannot be, each of which is named; the worst exit code stands', async () => {
    mkdirSync(program.file('folder'));
    program.write('b.romulus', 'precious');
    const existing = 'b.romulus: already exists; --force replaces it';
    const ofFolder = 'tar c DIR | romulus encrypt -o DIR.tar.romulus encrypts one';
    const stderr = messagesOf('missing: no such file or directory', `folder: is a directory; ${ofFolder}`, existing);
    await program.expect(['encrypt', '-k', 'key', 'missing', 'a', 'folder', 'b', 'c'], { code: 3, stdout: '', stderr });
    expect(names()).toEqual(['a', 'a.romulus', 'b', 'b.romulus', 'c', 'c.romulus', 'folder']);
    await program.expect(['encrypt', '-f', '-k', 'key', 'a', 'c']);
    const both = messagesOf('a.romulus: already exists; --force replaces it', existing);
    await program.expect(['encrypt', '-k', 'key', 'a', 'b'], { code: 2, stderr: both });
  });

  it('are decrypted although some cannot be, each of which is named', async () => {
    await succeed(['encrypt', '-k', 'key', 'a', 'b', 'c']);
    await succeed(['encrypt', '-p', 'passphrase', 'a', '-o', 'typed.romulus']);
    program.write('a.romulus', flipBit(program.read('a.romulus'), 8 * 70));
    program.write('no.romulus', 'text');
    const files = ['a.romulus', 'b.romulus', 'typed.romulus', 'no.romulus', 'a', 'c.romulus'];
    const changed = 'a.romulus: chunk 0 is not authentic: the file was changed, or is not whole';
    const stderr = messagesOf(
      changed,
      'typed.romulus: the file opens with a passphrase, not with a key',
      'no.romulus: this is not an encrypted file: it does not begin with ROMULUS',
      'a: the name of the file does not end in .romulus: give -o OUT',
    );
    await program.expect(['decrypt', '-f', '-k', 'key', ...files], { code: 2, stdout: '', stderr });
    for (const [name, bytes] of Object.entries(contents)) expectSame(program.read(name), bytes);
    await refuse(1, changed, ['decrypt', '-f', '-k', 'key', 'a.romulus', 'b.romulus']);
  });

  it('all stop if the secret cannot be read, with one message', async () => {
    await refuse(3, '--key: no such file or directory', ['encrypt', '-k', 'missing', 'a', 'b', 'c']);
    await refuse(2, '--key: the file is not a key file of romulus keygen', ['encrypt', '-k', 'a', 'a', 'b', 'c']);
    program.write('empty', '');
    await refuse(2, '--passphrase-file: the passphrase is empty', ['encrypt', '-p', 'empty', 'a', 'b', 'c']);
    expect(names()).toEqual(['a', 'b', 'c', 'empty']);
  });
});
