/**
 * Inputs that change while they are read, the remains of a killed run, and the making of an output: its bytes reach the
 * disk before it gets its name, and the name reaches the disk before the program ends.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, truncateSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventually, expectSame, text } from '../../fixtures/bytes.js';
import { ended, expectEnd, isTemporary, names, preloading, program } from './program.js';

it.each([
  ['romulus encrypt -k key -j 2 long -o -', 'long'],
  ['(head -c 1000 >/dev/null; romulus encrypt -k key) <long', 'standard input'],
])('an input that becomes shorter is an error, and what was written opens as no file: %s', async (command, name) => {
  program.write('long', '');
  truncateSync(program.file('long'), 2 ** 25);
  // The program reads only some megabytes ahead of the reader of its output.
  const child = program.startShell(command);
  await once(child.stdout, 'readable');
  truncateSync(program.file('long'), 2 ** 24 + 1000);
  const end = await ended(child);
  expectEnd(end, { code: 3, message: `${name}: became shorter while it was read` });
  const { code, stderr } = await program.shell('romulus decrypt -k key -o back', {}, end.stdout);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^romulus: standard input: .*\n$/) });
  expect(names()).toEqual(['long']);
});

it('an input that becomes longer is no error', async () => {
  program.write('long', text(2 ** 23));
  const child = program.startShell('romulus encrypt -k key -j 1 long -o -');
  await once(child.stdout, 'readable');
  truncateSync(program.file('long'), 2 ** 23 + 5);
  const end = await ended(child);
  expectEnd(end);
  expectEnd(await program.shell(`romulus decrypt -k key | cmp -n ${2 ** 23} - long`, {}, end.stdout));
});

it('the temporary file of a killed run is named by the next that writes there, and not while it runs', async () => {
  mkdirSync(program.file('folder'));
  const killed = program.start(['encrypt', '-k', 'key', '-o', 'folder/sealed']);
  killed.stdin.write(text(3_000_000));
  await eventually(() => names('folder').some(isTemporary)).toBe(true);
  const end = ended(killed);
  await program.output('romulus encrypt -k key key -o folder/beside');
  killed.kill('SIGKILL');
  await end;
  const [left] = names('folder').filter(isTemporary);
  const message = `warning: folder/${left}: seems to be left by a run that was killed, and may hold decrypted data; delete it`;
  for (const command of ['encrypt -k key folder/beside passphrase', 'keygen folder/key'])
    expectEnd(await program.shell(`romulus ${command}`), { message });
});

// Only root may give a file to another user.
it.runIf(process.getuid?.() === 0)("the temporary file of another user's run is not named", async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const name = `.romulus-${pid}-${'a'.repeat(16)}.tmp`;
  chownSync(program.file(program.write(name, 'left')), 65_534, 65_534);
  await program.output('romulus encrypt -k key key');
});

/** Records the system calls for temporary files and folders. With `TAKEN`, the name of the temporary file is a link. */
const watching = preloading(`
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
`);

it.each(['encrypt -k key a', 'encrypt -k key a --force', 'keygen other'])(
  'romulus %s: the bytes and then the name are on the disk',
  async (command) => {
    program.write('a', text(200_000));
    if (command.includes('--force')) program.write('a.romulus', 'other');
    expectEnd(await program.shell(`romulus ${command}`, watching));
    const asked = String(program.read('asked')).trim().split('\n');
    const steps = asked.filter((what, i) => what !== asked[i - 1]);
    expect(steps).toEqual(['open wx', 'write', 'synced', 'named', 'folder synced']);
  },
);

it('a name that somebody else has taken is never written to, nor removed', async () => {
  program.write('victim', 'as it was');
  const { code, stderr } = await program.shell('romulus encrypt -k key victim', { ...watching, TAKEN: '1' });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/^romulus: victim\.romulus: /) });
  expect(String(program.read('victim'))).toBe('as it was');
  expect(names().map((name) => (isTemporary(name) ? 'taken' : name))).toEqual(['taken', 'victim']);
});

/** `fsync` fails with the code, and a folder's handle has no `sync`. */
const refusing = preloading(`
  const fs = process.getBuiltinModule('node:fs');
  fs.fsync = (_, done) => done(Object.assign(new Error('of the test'), { code: process.env.REFUSAL }));
  const { open } = fs.promises;
  fs.promises.open = async (...given) => Object.assign(await open(...given), { sync: undefined });
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
`);
const isPermissionStable = process.allowedNodeEnvironmentFlags.has('--permission');
const permission = isPermissionStable ? '--permission' : '--experimental-permission';
const forbidding = { NODE_OPTIONS: `${permission} --allow-fs-read=* --allow-fs-write=* --no-warnings` };

it.each([{ ...refusing, REFUSAL: 'EINVAL' }, forbidding])(
  'where the disk cannot be asked, files are written nevertheless: $REFUSAL',
  async (environment) => {
    program.write('file', text(1000));
    const command = 'romulus encrypt -k key file && romulus decrypt -f -k key file.romulus';
    expectEnd(await program.shell(command, environment));
    expectSame(program.read('file'), text(1000));
    expect(names()).toEqual(['file', 'file.romulus']);
  },
);

it('where the disk is broken, there is no file', async () => {
  const end = await program.shell('romulus encrypt -k key key', { ...refusing, REFUSAL: 'EIO' });
  expectEnd(end, { code: 3, message: 'key.romulus: of the test' });
  expect(names()).toEqual([]);
});
