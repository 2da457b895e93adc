/**
 * Inputs that change while they are read, the remains of a killed run, and the making of an output: its bytes reach the
 * disk before it gets its name, and the name reaches the disk before the program ends.
 */
import { once } from 'node:events';
import { mkdirSync, truncateSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventually, text } from '../../fixtures/bytes.js';
import { ended, expectEnd, isTemporary, names, preloading, program } from './program.js';

it.each([
  ['romulus encrypt -k key -j 2 long -o -', 'long'],
  ['(head -c 1000 >/dev/null; romulus encrypt -k key) <long', 'standard input'],
])('an input that becomes shorter is an error, and what was written opens as no file: %s', async (command, name) => {
  program.writeZeros('long', 2 ** 25);
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

it('the temporary file of a killed run is named by the next that writes there, and not while it runs', async () => {
  mkdirSync(program.file('folder'));
  const killed = program.start('encrypt -k key -o folder/sealed');
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

/** Records the system calls for temporary files, when they are done, and the syncs of folders. */
const watching = preloading(`
  const fs = require('node:fs');
  const { appendFileSync } = fs;
  const note = (...words) => appendFileSync('asked', words.join(' ') + '\\n');
  const descriptors = new Set();
  for (const name of ['openSync', 'write', 'fsync', 'linkSync', 'renameSync']) {
    const original = fs[name];
    const watched = (...given) => {
      const [file, flags] = given;
      if (!/\\.romulus-\\d+-[0-9a-f]{16}\\.tmp$/.test(file) && !descriptors.has(file)) return original(...given);
      const done = given.at(-1);
      if (typeof done === 'function') given[given.length - 1] = (...results) => (note(name), done(...results));
      const result = original(...given);
      if (typeof done !== 'function') note(name, ...(name === 'openSync' ? [flags] : []));
      if (name === 'openSync') descriptors.add(result);
      return result;
    };
    fs[name] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(original));
  }
  const { open } = fs.promises;
  fs.promises.open = async (...given) => {
    const handle = await open(...given);
    const { sync } = handle;
    if ((await handle.stat()).isDirectory()) handle.sync = async () => (await sync.call(handle), note('folder'));
    return handle;
  };
  require('node:module').syncBuiltinESMExports();
`);

it.each(['encrypt -k key a', 'encrypt -k key a --force', 'keygen other'])(
  'romulus %s: the bytes and then the name are on the disk',
  async (command) => {
    program.write('a', text(200_000));
    if (command.includes('--force')) program.write('a.romulus', 'other');
    expectEnd(await program.shell(`romulus ${command}`, watching));
    const asked = String(program.read('asked')).trim().split('\n');
    const steps = asked.filter((what, i) => what !== asked[i - 1]);
    expect(steps).toEqual([
      'openSync wx',
      'write',
      'fsync',
      command.includes('--force') ? 'renameSync' : 'linkSync',
      'folder',
    ]);
  },
);

/** `fsync` fails with the code, and a folder has no `sync`. */
const refusing = preloading(`
  const fs = require('node:fs');
  fs.fsync = (_, done) => done(Object.assign(new Error('of the test'), { code: process.env.REFUSAL }));
  const { open } = fs.promises;
  fs.promises.open = async (...given) => Object.assign(await open(...given), { sync: undefined });
  require('node:module').syncBuiltinESMExports();
`);

it.each<[what: string, REFUSAL: string, end: { code?: number; message?: string }, left: string[]]>([
  ['cannot be asked, a file is written nevertheless', 'EINVAL', {}, ['key.romulus']],
  ['is broken, there is no file', 'EIO', { code: 3, message: 'key.romulus: of the test' }, []],
])('where the disk %s', async (_, REFUSAL, end, left) => {
  expectEnd(await program.shell('romulus encrypt -k key key', { ...refusing, REFUSAL }), end);
  expect(names()).toEqual(left);
});
