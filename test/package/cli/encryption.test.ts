/** `romulus keygen`, `encrypt` and `decrypt`: what they write, what they refuse, and what they leave behind. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { decryptBlob, encryptBlob } from '../../../ts/stream/index.js';
import { concatenate, expectSame, flipBit, hex, text } from '../../fixtures/bytes.js';
import { ended, installProgram } from './program.js';

const program = installProgram();

const key = text(16);
const keyFile = `romulus-key-1 ${hex(key)}\n`;
const passphrase = 'correct horse';

beforeEach(() => {
  program.write('key', keyFile);
  program.write('passphrase', `${passphrase}\n`);
});

/** What there is besides the key and the passphrase. */
const names = () => program.names.filter((name) => name !== 'key' && name !== 'passphrase');

const modeOf = (name: string) => (statSync(program.file(name)).mode & 0o777).toString(8);

async function succeed(args: string[], input?: Uint8Array): Promise<Buffer> {
  const { code, stdout, stderr } = await program.run(args, input);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function refuse(code: number, message: string | RegExp, args: string[], input?: Uint8Array): Promise<Buffer> {
  const ended = await program.run(args, input);
  expect(ended.stderr).toMatch(/^romulus: [^\n]+\n$/);
  const told = ended.stderr.slice('romulus: '.length, -1);
  if (typeof message === 'string') expect(told).toBe(message);
  else expect(told).toMatch(message);
  expect(ended.code).toBe(code);
  return ended.stdout;
}

describe('keygen', () => {
  it('writes a key that only its owner can read, and another each time', async () => {
    await succeed(['keygen', 'a']);
    await succeed(['keygen', 'b']);
    for (const name of ['a', 'b']) {
      expect(String(program.read(name))).toMatch(/^romulus-key-1 [0-9a-f]{32}\n$/);
      expect(modeOf(name)).toBe('600');
    }
    expectSame(program.read('key'), new TextEncoder().encode(keyFile));
    expect(String(program.read('a'))).not.toBe(String(program.read('b')));
    expect(names()).toEqual(['a', 'b']);
  });

  it('replaces nothing', async () => {
    await refuse(2, 'key: is there already', ['keygen', 'key']);
    expect(String(program.read('key'))).toBe(keyFile);
    symlinkSync('nowhere', program.file('link'));
    await refuse(2, 'link: is there already', ['keygen', 'link']);
    mkdirSync(program.file('folder'));
    await refuse(2, /^folder: is there and is no regular file/, ['keygen', 'folder']);
    expect(names()).toEqual(['folder', 'link']);
  });

  it('tells a folder that is not there', async () => {
    await refuse(3, 'missing/key: no such file or directory', ['keygen', 'missing/key']);
    await refuse(3, 'key/key: not a directory', ['keygen', 'key/key']);
  });
});

describe('a file comes back', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 2_097_152, 5_000_001])('of %i bytes', async (length) => {
    program.write('file', text(length));
    await succeed(['encrypt', '-k', 'key', 'file']);
    expect(names()).toEqual(['file', 'file.romulus']);
    expect(program.read('file.romulus').length).toBe(48 + length + 16 * Math.max(1, Math.ceil(length / 65_536)));
    await succeed(['decrypt', '-k', 'key', 'file.romulus', '-o', 'back']);
    expectSame(program.read('back'), text(length));
  });

  it.each(['N', 'M', 'T'])('in mode %s', async (mode) => {
    program.write('file', text(200_000));
    await succeed(['encrypt', '--key', 'key', '--mode', mode, 'file', '--output', 'sealed']);
    expect(String.fromCharCode(program.read('sealed')[8] as number)).toBe(mode);
    await succeed(['decrypt', '--key', 'key', 'sealed', '--output', 'back']);
    expectSame(program.read('back'), text(200_000));
  });

  it('with associated data', async () => {
    program.write('file', text(1000));
    await succeed(['encrypt', '-k', 'key', '--ad', 'Grüße', 'file']);
    await succeed(['decrypt', '-k', 'key', '--ad', 'Grüße', 'file.romulus', '-o', 'back']);
    expectSame(program.read('back'), text(1000));
    const wrong = /^file\.romulus: the key, the associated data or the header is not what the file was sealed with$/;
    await refuse(1, wrong, ['decrypt', '-k', 'key', '--ad', 'Grüsse', 'file.romulus', '-o', 'back2']);
    await refuse(1, wrong, ['decrypt', '-k', 'key', 'file.romulus', '-o', 'back2']);
    expect(names()).toEqual(['back', 'file', 'file.romulus']);
  });

  it('with a passphrase', async () => {
    program.write('file', text(1000));
    await succeed(['encrypt', '-p', 'passphrase', 'file']);
    // The line end behind it is not part of it.
    program.write('same', `${passphrase}\r\n`);
    await succeed(['decrypt', '-p', 'same', 'file.romulus', '-o', 'back']);
    expectSame(program.read('back'), text(1000));
    program.write('other', `${passphrase}\n\n`);
    await refuse(
      1,
      'file.romulus: the passphrase, the associated data or the header is not what the file was sealed with',
      ['decrypt', '-p', 'other', 'file.romulus', '-o', 'back2'],
    );
  });

  it.each([1, 2, 3])('of 64 MiB, on %i threads', async (jobs) => {
    const length = 2 ** 26;
    program.write('file', text(length));
    await succeed(['encrypt', '-k', 'key', '-j', String(jobs), 'file']);
    await succeed(['decrypt', '-k', 'key', '-j', String(jobs), 'file.romulus', '-o', 'back']);
    expect(program.read('back').equals(program.read('file'))).toBe(true);
  });

  it('through pipes', async () => {
    for (const length of [0, 1, 100_000, 20_000_000]) {
      const sealed = await succeed(['encrypt', '-k', 'key'], text(length));
      expectSame(await succeed(['decrypt', '-k', 'key'], sealed), text(length));
    }
    expect(names()).toEqual([]);
  });

  it('from and to standard streams by their name', async () => {
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

  it('with standard input from a file and a slow pipe', async () => {
    program.write('file', text(300_000));
    execFileSync('sh', ['-c', '"$0" encrypt -k key <file >sealed', program.path], { cwd: program.folder });
    const slowly = '(head -c 10; sleep 0.1; head -c 40; sleep 0.1; cat) <sealed | "$0" decrypt -k key -o back';
    execFileSync('sh', ['-c', slowly, program.path], { cwd: program.folder });
    expectSame(program.read('back'), text(300_000));
  });
});

describe('interchange with the library', () => {
  it.each([
    { secret: { key }, args: ['-k', 'key'] },
    { secret: { passphrase: new TextEncoder().encode(passphrase), iterations: 2 ** 10 }, args: ['-p', 'passphrase'] },
  ])('by $args', async ({ secret, args }) => {
    const associatedData = new TextEncoder().encode('ad');
    const settings = { mode: 'M', chunkLength: 1024, associatedData } as const;
    const sealed = await encryptBlob(new Blob([text(10_000)]), { ...secret, ...settings });
    program.write('ours', new Uint8Array(await sealed.arrayBuffer()));
    await succeed(['decrypt', ...args, '--ad', 'ad', 'ours', '-o', 'back']);
    expectSame(program.read('back'), text(10_000));

    await succeed(['encrypt', ...args, '--ad', 'ad', 'back']);
    const theirs = new Blob([new Uint8Array(program.read('back.romulus'))]);
    const { iterations: _, ...given } = { iterations: 0, ...secret };
    const opened = await decryptBlob(theirs, { ...given, associatedData });
    expectSame(new Uint8Array(await opened.arrayBuffer()), text(10_000));
  });

  it('takes all iterations that the format allows', async () => {
    const secret = { passphrase: new TextEncoder().encode(passphrase), iterations: 2 ** 23 };
    const sealed = await encryptBlob(new Blob([]), secret);
    program.write('sealed', new Uint8Array(await sealed.arrayBuffer()));
    await succeed(['decrypt', '-p', 'passphrase', 'sealed', '-o', 'back']);
  });
});

describe('the output', () => {
  beforeEach(() => {
    program.write('file', text(100_000));
  });

  it('has the permissions of a new file, or its owner alone has any if it was secret', async () => {
    execFileSync('sh', ['-c', 'umask 027; "$0" encrypt -k key file', program.path], { cwd: program.folder });
    expect(modeOf('file.romulus')).toBe('640');
    execFileSync('sh', ['-c', 'umask 0; "$0" decrypt -k key file.romulus -o back', program.path], {
      cwd: program.folder,
    });
    expect(modeOf('back')).toBe('600');
  });

  it('is not replaced without --force', async () => {
    program.write('sealed', 'precious');
    await refuse(2, 'sealed: is there already; --force replaces it', ['encrypt', '-k', 'key', 'file', '-o', 'sealed']);
    expect(String(program.read('sealed'))).toBe('precious');
    await succeed(['encrypt', '-k', 'key', 'file', '-o', 'sealed', '--force']);
    await refuse(2, 'file: is there already; --force replaces it', ['decrypt', '-k', 'key', 'sealed', '-o', 'file']);
    await succeed(['decrypt', '-k', 'key', 'sealed', '-o', 'file', '-f']);
    expectSame(program.read('file'), text(100_000));
    expect(names()).toEqual(['file', 'sealed']);
  });

  it('is not replaced without --force if it came to be there meanwhile', async () => {
    const child = program.start(['encrypt', '-k', 'key', '-', '-o', 'sealed']);
    child.stdin?.write(text(1000));
    await expect.poll(() => names().length, { timeout: 30_000 }).toBe(2);
    program.write('sealed', 'precious');
    child.stdin?.end();
    const { code, stderr } = await ended(child);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'romulus: sealed: is there already; --force replaces it\n' });
    expect(String(program.read('sealed'))).toBe('precious');
    expect(names()).toEqual(['file', 'sealed']);
  });

  it('is refused before the input is read and a passphrase is asked for', async () => {
    program.write('missing.romulus', '');
    await refuse(2, 'missing.romulus: is there already; --force replaces it', ['encrypt', 'missing']);
  });

  it('replaces what a symbolic link points to', async () => {
    program.write('sealed', 'old');
    symlinkSync('sealed', program.file('link'));
    await refuse(2, 'link: is there already; --force replaces it', ['encrypt', '-k', 'key', 'file', '-o', 'link']);
    await succeed(['encrypt', '-k', 'key', 'file', '-o', 'link', '-f']);
    expect(readlinkSync(program.file('link'))).toBe('sealed');
    expect(String(program.read('sealed').subarray(0, 7))).toBe('ROMULUS');
  });

  it.each(['/dev/null', 'folder'])('is never what is no regular file: %s', async (target) => {
    mkdirSync(program.file('folder'));
    for (const force of [[], ['--force']])
      await refuse(2, `${target}: is there and is no regular file; -o - writes to standard output`, [
        'encrypt',
        ...['-k', 'key', 'file', '-o', target],
        ...force,
      ]);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('needs a folder that is there', async () => {
    await refuse(3, 'missing/sealed: no such file or directory', [
      'encrypt',
      '-k',
      'key',
      'file',
      '-o',
      'missing/sealed',
    ]);
    await refuse(3, 'file/sealed: not a directory', ['encrypt', '-k', 'key', 'file', '-o', 'file/sealed']);
    const empty = ['encrypt', '-k', 'key', 'file', '-o', ''];
    expect((await program.run(empty)).code).not.toBe(0);
    expect(names()).toEqual(['file']);
  });

  it('is not there if there is no room for it', async () => {
    const limited = 'ulimit -f 40; trap "" XFSZ; exec "$0" encrypt -k key file -o sealed';
    const failing = () => execFileSync('bash', ['-c', limited, program.path], { cwd: program.folder, stdio: 'pipe' });
    expect(failing).toThrow(/romulus: sealed: file too large/);
    expect(names()).toEqual(['file']);
  });

  it('is told to be full', async () => {
    const full = '"$0" encrypt -k key file -o - >/dev/full; echo $?; "$0" hash file >/dev/full; echo $?';
    const { stdout, stderr } = await ended(spawn('sh', ['-c', full, program.path], { cwd: program.folder }));
    expect(String(stdout)).toBe('3\n3\n');
    expect(stderr).toBe('romulus: standard output: no space left on device\n'.repeat(2));
  });

  it('ends without a word if nobody reads it', async () => {
    program.write('file', text(5_000_000));
    const child = program.start(['encrypt', '-k', 'key', 'file', '-o', '-']);
    child.stdout?.once('data', () => child.stdout?.destroy());
    const { code, stderr } = await ended(child);
    expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
  });
});

describe('the input', () => {
  it('must be there', async () => {
    await refuse(3, 'missing: no such file or directory', ['encrypt', '-k', 'key', 'missing']);
    await refuse(3, 'missing.romulus: no such file or directory', ['decrypt', '-k', 'key', 'missing.romulus']);
    mkdirSync(program.file('folder'));
    await refuse(3, 'folder: illegal operation on a directory', ['encrypt', '-k', 'key', 'folder']);
    expect(names()).toEqual(['folder']);
  });

  it('may be a standard input that is a folder', async () => {
    const folder = '"$0" encrypt -k key < .';
    const { code, stderr } = await ended(spawn('sh', ['-c', folder, program.path], { cwd: program.folder }));
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: 'romulus: standard input: illegal operation on a directory\n',
    });
  });
});

describe('keys and passphrases', () => {
  beforeEach(() => {
    program.write('file', text(100));
  });

  it.each<[string | Uint8Array, string]>([
    ['', 'nothing'],
    [hex(key), 'no header'],
    [key, 'the bytes'],
    [`romulus-key-1 ${hex(key).slice(1)}\n`, 'a digit less'],
    [`romulus-key-1 ${hex(key)}0\n`, 'a digit more'],
    [`romulus-key-1 ${hex(key).slice(1)}g\n`, 'no digit'],
    [`romulus-key-2 ${hex(key)}\n`, 'another header'],
    [`ROMULUS-KEY-1 ${hex(key)}\n`, 'capitals'],
    [`romulus-key-1  ${hex(key)}\n`, 'two spaces'],
    [`romulus-key-1 ${hex(key)}\nromulus-key-1 ${hex(key)}\n`, 'two keys'],
  ])('a key file that is none is refused: %j, %s', async (contents) => {
    program.write('wrong', contents);
    const { stderr } = await program.run(['encrypt', '-k', 'wrong', 'file']);
    expect(stderr).toBe('romulus: --key: the file is no key file, as romulus keygen writes it\n');
    await refuse(2, /^--key/, ['encrypt', '-k', 'wrong', 'file']);
    expect(names()).toEqual(['file', 'wrong']);
  });

  it.each([keyFile.trimEnd(), `${keyFile}\n \r\n`, keyFile.replace(/\S+\n$/, (digits) => digits.toUpperCase())])(
    'a key file may differ in what does not matter: %j',
    async (contents) => {
      program.write('same', contents);
      const sealed = await succeed(['encrypt', '-k', 'key', 'file', '-o', '-']);
      expectSame(await succeed(['decrypt', '-k', 'same'], sealed), text(100));
    },
  );

  it('files of keys and passphrases must be readable and not endless', async () => {
    await refuse(3, '--key: no such file or directory', ['encrypt', '-k', 'missing', 'file']);
    await refuse(3, '--key: illegal operation on a directory', ['encrypt', '-k', '.', 'file']);
    await refuse(2, '--key: the file has more than 1024 bytes', ['encrypt', '-k', '/dev/zero', 'file']);
    await refuse(3, '--passphrase-file: no such file or directory', ['encrypt', '-p', 'missing', 'file']);
    await refuse(2, '--passphrase-file: the file has more than 65536 bytes', ['encrypt', '-p', '/dev/zero', 'file']);
    expect(names()).toEqual(['file']);
  });

  it.each(['', '\n', '\r\n'])('an empty passphrase is refused: %j', async (contents) => {
    program.write('empty', contents);
    await refuse(2, '--passphrase-file: the passphrase is empty', ['encrypt', '-p', 'empty', 'file']);
  });

  it('the wrong kind is told before anything is computed', async () => {
    const withKey = await succeed(['encrypt', '-k', 'key', 'file', '-o', '-']);
    await refuse(2, 'the file opens with a key: give --key', ['decrypt', '-p', 'passphrase'], withKey);
    await refuse(2, 'the file opens with a key: give --key', ['decrypt'], withKey);
    const withPassphrase = await succeed(['encrypt', '-p', 'passphrase', 'file', '-o', '-']);
    await refuse(2, /the file opens with a passphrase, not with a key$/, ['decrypt', '-k', 'key'], withPassphrase);
  });

  const warning = (option: string) =>
    `romulus: warning: ${option}: others than the owner of the file may write it; chmod go-w mends that\n`;

  it.each([
    { mode: '600', warns: false },
    { mode: '444', warns: false },
    { mode: '644', warns: false },
    { mode: '620', warns: true },
    { mode: '602', warns: true },
    { mode: '666', warns: true },
  ])('a file of them that others may write is warned of: $mode', async ({ mode, warns }) => {
    for (const [option, name] of [
      ['--key', 'key'],
      ['--passphrase-file', 'passphrase'],
    ] as const) {
      chmodSync(program.file(name), Number.parseInt(mode, 8));
      const sealed = await program.run(['encrypt', option, name, 'file', '-o', '-']);
      const opened = await program.run(['decrypt', option, name], sealed.stdout);
      for (const { code, stderr } of [sealed, opened])
        expect({ code, stderr }).toEqual({ code: 0, stderr: warns ? warning(option) : '' });
      expectSame(new Uint8Array(opened.stdout), text(100));
    }
  });

  it('what is no file has no permissions to warn of', async () => {
    execFileSync('mkfifo', ['-m', '666', program.file('pipe')]);
    const piped = await program.shell('cat key >pipe & romulus encrypt -k pipe file');
    expect(piped).toMatchObject({ code: 0, stderr: '' });
  });

  it('no terminal is no passphrase', async () => {
    const child = spawn('setsid', ['-w', program.path, 'encrypt', 'file'], { cwd: program.folder });
    const { code, stderr } = await ended(child);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'romulus: there is no terminal to ask for a passphrase at: give --key or --passphrase-file\n',
    });
    expect(names()).toEqual(['file']);
  });
});

describe('what is not authentic', () => {
  const plaintext = text(200_000);
  const chunk = 65_536 + 16;
  let sealed = new Uint8Array(0);

  beforeEach(async () => {
    program.write('file', plaintext);
    sealed = new Uint8Array(await succeed(['encrypt', '-k', 'key', 'file', '-o', '-']));
  });

  const header = 48;
  const chunkAt = (i: number) => sealed.subarray(header + i * chunk, header + (i + 1) * chunk);
  const head = () => sealed.subarray(0, header);
  const flip = (byte: number) => flipBit(sealed, 8 * byte);

  const changes: [what: string, change: () => Uint8Array][] = [
    ['nothing', () => text(0)],
    ['another file', () => text(100_000)],
    ...[3, 7, 8, 9, 10, 11, 13, 15].map((i): [string, () => Uint8Array] => [`byte ${i} flipped`, () => flip(i)]),
    ...[16, 31, 32, 47].map((i): [string, () => Uint8Array] => [`byte ${i} flipped`, () => flip(i)]),
    ['half a header', () => sealed.subarray(0, 24)],
    ['nothing but the header', () => head()],
    ['its last byte missing', () => sealed.subarray(0, -1)],
    ['its last chunk missing', () => sealed.subarray(0, header + 3 * chunk)],
    ['its first chunk missing', () => concatenate(head(), sealed.subarray(header + chunk))],
    ['a byte more', () => concatenate(sealed, text(1))],
    ['another chunk more', () => concatenate(sealed, chunkAt(3))],
    ['two chunks swapped', () => concatenate(head(), chunkAt(1), chunkAt(0), chunkAt(2), chunkAt(3))],
    ['a chunk twice', () => concatenate(head(), chunkAt(0), chunkAt(0), chunkAt(2), chunkAt(3))],
    ['a bit of chunk 0 flipped', () => flip(header)],
    ['a bit of chunk 2 flipped', () => flip(header + 2 * chunk + 5)],
    ['a bit of the last tag flipped', () => flip(sealed.length - 1)],
  ];

  it.each(changes)('leaves no output: %s', async (_, change) => {
    const changed = change();
    program.write('changed', changed);
    await refuse(1, /^changed: /, ['decrypt', '-k', 'key', 'changed', '-o', 'back']);
    expect(names()).toEqual(['changed', 'file']);
    program.write('back', 'precious');
    await refuse(1, /^changed: /, ['decrypt', '-k', 'key', 'changed', '-o', 'back', '--force']);
    expect(String(program.read('back'))).toBe('precious');
    expect(names()).toEqual(['back', 'changed', 'file']);
  });

  it.each(changes)('gives no more than authentic chunks to standard output: %s', async (_, change) => {
    const stdout = await refuse(1, /^standard input: /, ['decrypt', '-k', 'key'], change());
    expect(stdout.length % 65_536).toBe(0);
    expectSame(new Uint8Array(stdout), plaintext.subarray(0, stdout.length));
  });

  it('opens with no other key', async () => {
    await succeed(['keygen', 'other']);
    expect(await refuse(1, /the key, the associated data/, ['decrypt', '-k', 'other'], sealed)).toEqual(
      Buffer.alloc(0),
    );
  });

  it('ends it although more input may come', async () => {
    const child = program.start(['decrypt', '-k', 'key', '-o', 'back']);
    child.stdin?.write(flip(header));
    child.stdin?.write(text(3_000_000));
    const { code } = await ended(child);
    expect(code).toBe(1);
    expect(names()).toEqual(['file']);
  });
});
