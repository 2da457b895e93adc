/** The example bulk among others who write to its storages and to its Redis. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import { romulusH } from '../../../ts/index.js';
import { decryptBlob } from '../../../ts/stream/index.js';
import { eventually, flipBit, hex } from '../../fixtures/bytes.js';
import {
  expectNothingPartial,
  failed,
  finish,
  folder,
  key,
  keyedDigest,
  keyId,
  manifest,
  redis,
  run,
  runsOf,
  scratch,
  Worker,
  withRedis,
} from './bulk.js';

withRedis('tells nothing of plaintexts and names no object outside of the encrypted files of a run', async () => {
  writeFileSync(join(scratch, 'source/secret name'), 'guessed');
  const worker = new Worker();
  await finish('encrypt', 'source', 'target');
  const own = readdirSync(join(scratch, 'target/.bulk'), { recursive: true, withFileTypes: true });
  const files = own.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBe(5);
  const unkeyed = hex(await romulusH(Buffer.from('guessed')));
  for (const file of files) {
    const text = readFileSync(file);
    expect(text.toString()).toMatch(/^ROMULUS/);
    for (const clear of ['secret name', unkeyed, await keyedDigest('guessed')])
      expect(text.includes(clear)).toBe(false);
  }
  // With the same key but without its place, a file of a run does not open.
  await expect(decryptBlob(new Blob([readFileSync(files[0]!)]), { key })).rejects.toThrow(
    'what the file was encrypted with',
  );
  expect(JSON.stringify([...(await manifest('target')).values()])).not.toContain(unkeyed);
  expect(await worker.end('SIGTERM')).toBe(0);
});

withRedis('reports what was exchanged, changed, removed or added before decryption, and does the rest', async () => {
  const names = ['good', 'one', 'other', 'old', 'forged', 'removed'];
  const output = (name: string) => join(scratch, 'target', `${name}.${keyId}.romulus`);
  for (const name of names) writeFileSync(join(scratch, 'source', name), name);
  const worker = new Worker();
  await finish('encrypt', 'source', 'target');
  const earlier = readFileSync(output('old'));
  writeFileSync(join(scratch, 'source/old'), 'new');
  await finish('encrypt', 'source', 'target');
  writeFileSync(output('old'), earlier);
  const [one, other] = [readFileSync(output('one')), readFileSync(output('other'))];
  writeFileSync(output('one'), other);
  writeFileSync(output('other'), one);
  writeFileSync(output('forged'), flipBit(readFileSync(output('forged')), 530));
  rmSync(output('removed'));
  writeFileSync(output('z added'), one);
  writeFileSync(join(scratch, 'target/of another key.00000000.romulus'), 'x');
  await run(['add', 'decrypt', 'target', 'back']);
  const { stdout } = await failed('status', '--wait', 'back');
  const reasons = [...stdout.matchAll(/^failed: "(.*)": (.*)$/gm)].map(([, name, reason]) => [name, reason]);
  const ending = `.${keyId}.romulus`;
  expect(Object.fromEntries(reasons)).toEqual({
    [`one${ending}`]: 'it was exchanged: its contents are not those of the manifest',
    [`other${ending}`]: 'it was exchanged: its contents are not those of the manifest',
    [`old${ending}`]: 'it was exchanged: its contents are not those of the manifest',
    [`forged${ending}`]: expect.stringContaining('authentic'),
    [`removed${ending}`]: 'it is missing',
    [`z added${ending}`]: 'it was added: the manifest does not name it',
    'of another key.00000000.romulus': 'it was added: the manifest does not name it',
  });
  expect(stdout).toContain('1 objects made, 0 were complete, 7 failed, 0 left out');
  expect(readdirSync(join(scratch, 'back')).sort()).toEqual(['.bulk', 'good']);
  expectNothingPartial('back');

  // The files of runs cannot be exchanged either, and a run can be named.
  const [first, second] = runsOf('target');
  expect(await run(['add', 'decrypt', 'target', 'back', first!])).toContain(`decrypts the run ${first}\n`);
  cpSync(join(scratch, 'target/.bulk', first!, 'manifest'), join(scratch, 'target/.bulk', second!, 'manifest'));
  expect((await failed('add', 'decrypt', 'target', 'back')).stderr).toContain('what the file was encrypted with');
  expect(await worker.end('SIGTERM')).toBe(0);
});

withRedis('takes no path from Redis, and no run of another place', async () => {
  writeFileSync(join(scratch, 'source/a'), 'a');
  await run(['add', 'encrypt', 'source', 'target']);
  const [id = ''] = runsOf('target');
  cpSync(join(scratch, 'target'), join(scratch, 'elsewhere'), { recursive: true });
  const place = `${join(scratch, 'elsewhere')}/`;
  const jobs = [
    { place, id, part: 1 },
    { place: `${join(scratch, 'target')}/`, id: `../../source/../target/.bulk/${id}`, part: 1 },
    { place: `${join(scratch, 'target')}/`, id, part: '../1' },
    { task: 'encrypt', source: `${scratch}/source/`, target: `${scratch}/back/`, names: ['../escaped'] },
  ];
  const { Queue } = createRequire(join(folder, 'main.js'))('bullmq');
  const queue = new Queue(`romulus-bulk-${keyId}`, { connection: { port: redis.port } });
  for (const job of jobs) await queue.add('job', job);
  const worker = new Worker();
  expect(await run(['status', '--wait', 'target'])).toContain('1 objects made');
  await eventually(() => worker.log.match(/^job \d+ failed: /gm)?.length).toBe(jobs.length);
  await queue.close();
  expect(worker.log).toContain(`failed: the run ${id} is not of this place`);
  expect(readdirSync(join(scratch, 'elsewhere'))).toEqual(['.bulk']);
  expect(readdirSync(join(scratch, 'back'))).toEqual([]);
  expect(await worker.end('SIGTERM')).toBe(0);
});
