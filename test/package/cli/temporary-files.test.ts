/**
 * The making of an output: a new file, whose bytes reach the disk before it gets its name. The name reaches the disk
 * before the program ends. A script that Node loads before the program records the system calls.
 */
import { expect, it } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { names, program } from './program.js';

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

it('a name that somebody else has taken is never written to, nor removed', async () => {
  program.write('a', text(1000));
  program.write('victim', 'as it was');
  const { code, stderr } = await run('romulus encrypt -k key a', { TAKEN: '1' });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/^romulus: a\.romulus: /) });
  expect(String(program.read('victim'))).toBe('as it was');
  expect(names().filter((name) => name.endsWith('.tmp'))).toHaveLength(1);
  expect(names()).not.toContain('a.romulus');
});
