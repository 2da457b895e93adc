/** `romulus encrypt` and `decrypt` of several files at once. */
import { mkdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectSame, flipBit, text } from '../../fixtures/bytes.js';
import { messagesOf, names, program, refuse, succeed } from './program.js';

const contents: Record<string, Uint8Array> = { a: text(100), b: text(70_000), c: text(0) };

beforeEach(() => {
  for (const [name, bytes] of Object.entries(contents)) program.write(name, bytes);
});

describe('several files', () => {
  it('may be standard input among others', async () => {
    const sealed = await succeed(['encrypt', '-k', 'key', 'a', '-', 'b'], text(5));
    expect(names()).toEqual(['a', 'a.romulus', 'b', 'b.romulus', 'c']);
    expectSame(await succeed(['decrypt', '-k', 'key'], sealed), text(5));
  });

  it('are encrypted although some cannot be, each of which is named; the worst exit code stands', async () => {
    mkdirSync(program.file('folder'));
    program.write('b.romulus', 'precious');
    const existing = 'b.romulus: already exists; --force replaces it';
    const stderr = messagesOf('missing: no such file or directory', 'folder: is a directory', existing);
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
