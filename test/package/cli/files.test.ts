/**
 * Unsuitable inputs and outputs of `romulus encrypt` and `decrypt`, the remains of a killed run, and the making of an
 * output: its bytes reach the disk before it gets its name, and the name reaches the disk before the program ends.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readlinkSync, symlinkSync, truncateSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually, expectSame, text } from '../../fixtures/bytes.js';
import { type End, ended, expectEnd, isTemporary, names, program, refuse, succeed } from './program.js';

beforeEach(() => void program.write('file', text(1000)));

describe('is reported before a passphrase is asked for', () => {
  const missing = 'no such file or directory';
  const advice = 'tar c DIR | romulus encrypt -o DIR.tar.romulus encrypts one';

  it.each<[args: string, End]>([
    ['file -o missing/sealed', { code: 3, message: `missing/sealed: ${missing}` }],
    ['file -o file/sealed', { code: 3, message: 'file/sealed: not a directory' }],
    ['file -o sealed/', { code: 2, message: 'sealed/: is the name of a folder' }],
    ['file -o ""', { code: 2, message: 'the name of the output is empty' }],
    ['file -o dangling', { code: 2, message: 'dangling: already exists; --force replaces it' }],
    ['file -f -o astray', { code: 3, message: `astray: ${missing}` }],
    ['file -f -o loop', { code: 3, message: 'loop: too many symbolic links encountered' }],
    ['folder', { code: 3, message: `folder: is a directory; ${advice}` }],
    ['folder -o sealed', { code: 3, message: `folder: is a directory; ${advice}` }],
    ['missing', { code: 3, message: `missing: ${missing}` }],
  ])('romulus encrypt %s', async (args, end) => {
    mkdirSync(program.file('folder'));
    for (const [link, target] of Object.entries({ dangling: 'nowhere', astray: 'missing/a', loop: 'loop' }))
      symlinkSync(target, program.file(link));
    const before = names();
    // A program that asked would find no terminal.
    expectEnd(await program.shell(`setsid -w romulus encrypt ${args}`), end);
    expect(names()).toEqual(before);
  });
});

it('a folder goes through tar, as the message and the manual say', async () => {
  mkdirSync(program.file('folder'));
  program.write('folder/a', 'text');
  const there = 'tar c folder | romulus encrypt -k key -o folder.tar.romulus && rm -r folder';
  expectEnd(await program.shell(`${there} && romulus decrypt -k key folder.tar.romulus -o - | tar x && cat folder/a`), {
    stdout: 'text',
  });
});

it('a pipe that gets nothing is told from one that gets the file', async () => {
  const told = (name: string) =>
    `warning: standard output gets nothing: the output is in ${name}; -o - writes it to standard output`;
  const run = (command: string, end: End) => program.shell(command).then((run) => expectEnd(run, end));
  await run('romulus encrypt -k key file | cat', { stdout: '', message: told('file.romulus') });
  await run('rm file; romulus decrypt -k key file.romulus | cat', { stdout: '', message: told('file') });
  await run('romulus decrypt -k key file.romulus -o - | cmp - file', { stdout: '' });
  await run('romulus decrypt -k key file.romulus -o copy | cat', { stdout: '' });
  await run('romulus decrypt -f -k key file.romulus >none; wc -c <none', { stdout: '0\n' });
  await run('romulus decrypt -k key <file.romulus | cmp - file', { stdout: '' });
});

it.each(['nowhere', 'folder/nowhere', '../outside'])(
  'a symbolic link to %s, which does not exist, stays, and with --force the file comes to be there',
  async (target) => {
    mkdirSync(program.file('folder/inside'), { recursive: true });
    symlinkSync('inside/link', program.file('folder/first'));
    symlinkSync(target, program.file('folder/inside/link'));
    mkdirSync(program.file('folder/inside/folder'));
    await succeed(['encrypt', '-k', 'key', 'file', '-f', '-o', 'folder/first']);
    expect(readlinkSync(program.file('folder/first'))).toBe('inside/link');
    expect(readlinkSync(program.file('folder/inside/link'))).toBe(target);
    expectSame(await succeed(['decrypt', '-k', 'key', `folder/inside/${target}`, '-o', '-']), text(1000));
  },
);

describe('an input that becomes shorter while it is read', () => {
  it.each<[command: string, name: string]>([
    ['romulus encrypt -k key -j 1 long -o -', 'long'],
    ['romulus encrypt -k key -j 2 long -o -', 'long'],
    ['romulus encrypt -k key <long', 'standard input'],
    ['(head -c 1000 >/dev/null; romulus encrypt -k key) <long', 'standard input'],
  ])('is an error, and what was written opens as no file: %s', async (command, name) => {
    program.write('long', '');
    truncateSync(program.file('long'), 2 ** 26);
    // The program reads only some megabytes ahead of the reader of its output.
    const child = program.startShell(command);
    await once(child.stdout, 'readable');
    truncateSync(program.file('long'), 2 ** 25 + 1000);
    const end = await ended(child);
    expectEnd(end, { code: 3, message: `${name}: became shorter while it was read` });
    await refuse(1, /^standard input: /, ['decrypt', '-k', 'key', '-o', 'back'], end.stdout);
  });

  it('is no error if its end stays, or moves on', async () => {
    program.write('long', text(2 ** 24));
    const child = program.startShell('romulus encrypt -k key -j 1 long -o -');
    await once(child.stdout, 'readable');
    truncateSync(program.file('long'), 2 ** 24 + 5);
    const end = await ended(child);
    expectEnd(end);
    const opened = await succeed(['decrypt', '-k', 'key'], end.stdout);
    expect(opened.subarray(0, 2 ** 24).equals(Buffer.from(text(2 ** 24)))).toBe(true);
  });

  it('is no error of system files, which end before their size', () =>
    succeed(['hash', '/sys/devices/system/cpu/possible', '/proc/version']));
});

describe('the temporary file of a killed run', () => {
  const start = async (folder: string) => {
    const child = program.start(['encrypt', '-k', 'key', '-o', `${folder}/sealed`]);
    child.stdin.write(text(3_000_000));
    await eventually(() => names(folder).some(isTemporary)).toBe(true);
    return child;
  };

  it('is named by the next that writes there, and not while it runs', async () => {
    mkdirSync(program.file('folder'));
    const killed = await start('folder');
    const end = ended(killed);
    await succeed(['encrypt', '-k', 'key', 'file', '-o', 'folder/beside']);
    killed.kill('SIGKILL');
    await end;
    const [left] = names('folder').filter(isTemporary);
    const message = `warning: folder/${left}: seems to be left by a run that was killed, and may hold decrypted data; delete it`;
    program.write('folder/a', 'a');
    program.write('folder/b', 'b');
    for (const args of [
      ['encrypt', '-k', 'key', 'file', '-o', 'folder/next'],
      ['encrypt', '-k', 'key', 'folder/a', 'folder/b'],
      ['keygen', 'folder/key'],
    ])
      await program.expect(args, { message });
    await succeed(['encrypt', '-k', 'key', 'file']);
    expect(names()).toEqual(['file', 'file.romulus', 'folder']);
  });

  // Only root may give a file to another user.
  it.runIf(process.getuid?.() === 0)("is not named if it is another user's", async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const [own, other] = ['a', 'b'].map((letter) => `.romulus-${pid}-${letter.repeat(16)}.tmp`) as [string, string];
    for (const name of [own, other]) program.write(name, 'left');
    chownSync(program.file(other), 65_534, 65_534);
    const message = new RegExp(`^warning: \\S*${own}: `);
    await program.expect(['encrypt', '-k', 'key', 'file'], { message });
  });
});

/** Node loads this script before the program. It records the system calls. */
const watching = `
  const fs = process.getBuiltinModule('node:fs');
  const { appendFileSync, symlinkSync } = fs;
  const note = (...words) => appendFileSync('asked', words.join(' ') + '\\n');
  const watch = (owner, name, make) => {
    const original = owner[name];
    owner[name] = Object.defineProperties(make(original), Object.getOwnPropertyDescriptors(original));
  };
  const temporary = /\\.romulus-\\d+-[0-9a-f]{16}\\.tmp$/;
  const files = new Set();
  watch(fs, 'openSync', (original) => (path, flags, ...given) => {
    const descriptor = original(path, flags, ...given);
    if (temporary.test(path)) {
      note('open', flags);
      files.add(descriptor);
    }
    return descriptor;
  });
  watch(fs, 'write', (original) => (descriptor, ...given) => {
    if (files.has(descriptor)) note('write');
    return original(descriptor, ...given);
  });
  watch(fs, 'fsync', (original) => (descriptor, callback) =>
    original(descriptor, (error) => {
      if (files.has(descriptor)) note('synced');
      callback(error);
    }),
  );
  for (const name of ['linkSync', 'renameSync'])
    watch(fs, name, (original) => (from, to) => {
      if (temporary.test(from)) note('named');
      return original(from, to);
    });
  watch(fs.promises, 'open', (original) => async (path, ...given) => {
    const handle = await original(path, ...given);
    if ((await handle.stat()).isDirectory())
      watch(handle, 'sync', (sync) => async () => {
        await sync.call(handle);
        note('folder synced');
      });
    return handle;
  });
  if (process.env.TAKEN) {
    process.getBuiltinModule('node:crypto').randomBytes = () => Buffer.alloc(8);
    symlinkSync('victim', '.romulus-' + process.pid + '-0000000000000000.tmp');
  }
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
`;

async function run(command: string, more: NodeJS.ProcessEnv = {}) {
  program.write('watching.mjs', watching);
  program.write('asked', '');
  return program.shell(command, { NODE_OPTIONS: '--import=./watching.mjs', ...more });
}

it.each([
  ['romulus encrypt -k key a', 'the first time'],
  ['romulus encrypt -k key a --force', 'in the place of another'],
  ['romulus keygen other', 'of a key'],
])('%s: the bytes and then the name are on the disk, %s', async (command) => {
  program.write('a', text(200_000));
  if (command.includes('--force')) program.write('a.romulus', 'other');
  expect(await run(command)).toMatchObject({ code: 0, stderr: '' });
  const asked = String(program.read('asked')).trim().split('\n');
  const steps = asked.filter((what, i) => what !== asked[i - 1]);
  expect(steps).toEqual(['open wx', 'write', 'synced', 'named', 'folder synced']);
});

/** Node loads this script before the program. `fsync` fails with the code, and a folder's handle has no `sync`. */
const refusingSync = `
  const fs = process.getBuiltinModule('node:fs');
  fs.fsync = (_, done) => done(Object.assign(new Error('of the test'), { code: process.env.REFUSAL }));
  const { open } = fs.promises;
  fs.promises.open = async (...given) => Object.assign(await open(...given), { sync: undefined });
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
`;

describe('where the disk cannot be asked', () => {
  const command = 'romulus encrypt -k key file && romulus decrypt -f -k key file.romulus';

  it.each(['EINVAL', 'ENOSYS', 'EOPNOTSUPP'])('because of %s, files are written nevertheless', async (REFUSAL) => {
    program.write('refusing.mjs', refusingSync);
    expectEnd(await program.shell(command, { NODE_OPTIONS: '--import=./refusing.mjs', REFUSAL }));
    expectSame(program.read('file'), text(1000));
    expect(names().filter(isTemporary)).toEqual([]);
  });

  it('because the disk is broken, there is no file', async () => {
    program.write('refusing.mjs', refusingSync);
    const end = await program.shell(command, { NODE_OPTIONS: '--import=./refusing.mjs', REFUSAL: 'EIO' });
    expectEnd(end, { code: 3, message: 'file.romulus: of the test' });
    expect(names()).toEqual(['file', 'refusing.mjs']);
  });

  it("because Node's permission model forbids it, files are written nevertheless", async () => {
    const permission = process.allowedNodeEnvironmentFlags.has('--permission')
      ? '--permission'
      : '--experimental-permission';
    const NODE_OPTIONS = `${permission} --allow-fs-read=* --allow-fs-write=* --no-warnings`;
    expectEnd(await program.shell(command, { NODE_OPTIONS }));
    expectSame(program.read('file'), text(1000));
  });
});

it('a name that somebody else has taken is never written to, nor removed', async () => {
  program.write('a', text(1000));
  program.write('victim', 'as it was');
  const { code, stderr } = await run('romulus encrypt -k key a', { TAKEN: '1' });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/^romulus: a\.romulus: /) });
  expect(String(program.read('victim'))).toBe('as it was');
  expect(names().filter((name) => name.endsWith('.tmp'))).toHaveLength(1);
  expect(names()).not.toContain('a.romulus');
});
