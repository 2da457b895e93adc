/** The example bulk when its runs are interrupted, repaired and removed, and among others who write to its places. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import { romulusH } from '../../../ts/index.js';
import { decryptBlob } from '../../../ts/stream/index.js';
import { eventually, flipBit, hex } from '../../fixtures/bytes.js';
import { freePort } from '../npm.js';
import {
  expectNothingPartial,
  failed,
  finish,
  folder,
  inScratch,
  key,
  keyedDigest,
  keyId,
  manifest,
  program,
  redis,
  run,
  runsOf,
  scratch,
  Worker,
  withRedis,
  write,
} from './bulk.js';

withRedis('goes on with a run whose producer was killed, and adds no object twice', async () => {
  for (let i = 0; i < 120; i++) write(i % 2 ? `a.b/${i}` : `a${i}`);
  const small = { JOB_OBJECTS: '2' };
  const producer = spawn(process.execPath, program('add', 'encrypt', 'source', 'target'), inScratch(small));
  const lists = () => runsOf('target').flatMap((id) => readdirSync(join(scratch, 'target/.bulk', id))).length;
  await expect.poll(lists, { interval: 5, timeout: 60_000 }).toBeGreaterThan(20);
  producer.kill('SIGKILL');
  await once(producer, 'exit');
  expect(lists()).toBeLessThan(55);
  expect((await failed('resume', 'target')).stderr).toContain('another producer works on');
  // Redis forgets a dead producer after some seconds.
  const said = () => run(['status', 'target']).catch(({ stderr }) => stderr);
  await expect.poll(said, { interval: 1000, timeout: 60_000 }).toContain('the producer ended before its time');
  expect(await run(['resume', 'target'], small)).toMatch(/new jobs/);
  new Worker();
  expect(await run(['status', '--wait', 'target'])).toContain('120 objects made, 0 were complete, 0 failed');
  expect((await manifest('target')).size).toBe(120);
  expect(runsOf('target').length).toBe(1);
});

withRedis('says that Redis has lost the jobs or may lose them, and adds them again', async () => {
  write('secret name');
  await run(['add', 'encrypt', 'source', 'target']);
  const [id = ''] = runsOf('target');
  const [place, part] = [`${join(scratch, 'target')}/`, 1];
  const data = redis.command('hget', `bull:romulus-bulk-${keyId}:${id}-1`, 'data');
  expect(JSON.parse(data)).toEqual({ place, id, part });
  redis.command('flushall');
  for (const wait of [['--wait'], []])
    expect((await failed('status', ...wait, 'target')).stderr).toBe('bulk: Redis has lost jobs: resume the run\n');
  expect(await run(['resume', 'target'])).toContain('1 new jobs');
  expect(await run(['status', 'target'])).toContain('0 of 1 jobs done, 0 under way, 0 given up');
  redis.command('config', 'set', 'appendonly', 'no');
  redis.command('config', 'set', 'maxmemory-policy', 'allkeys-lru');
  const worker = new Worker();
  expect(await run(['status', '--wait', 'target'])).toContain('1 objects made');
  expect(worker.log).toContain('bulk: Redis may lose jobs: its appendonly is no, and should be yes\n');
  expect(worker.log).toContain('its maxmemory-policy is allkeys-lru, and should be noeviction\n');
  await eventually(() => redis.command('keys', `*${id}*`)).toBe('');
});

withRedis('counts each object once, and repairs what failed', async () => {
  for (let i = 0; i < 11; i++) write(`${i}`);
  await run(['add', 'encrypt', 'source', 'target']);
  for (let i = 0; i < 5; i++) rmSync(join(scratch, 'source', `${i}`));
  const port = await freePort();
  new Worker({ METRICS_PORT: `${port}` });
  const get = async (path: string, host = '127.0.0.1') => (await fetch(`http://${host}:${port}${path}`)).text();
  const { stdout } = await failed('status', '--wait', 'target');
  expect(stdout).toContain('6 objects made, 0 were complete, 5 failed');
  expect(stdout.match(/^failed: "\d": it is missing$/gm)?.length).toBe(5);
  expect((await get('/metrics')).match(/^bulk_\w+\{.*$/gm)?.sort()).toEqual([
    'bulk_objects_total{task="encrypt",result="failed"} 5',
    'bulk_objects_total{task="encrypt",result="made"} 6',
  ]);

  // The repaired run has each object once.
  for (let i = 0; i < 5; i++) write(`${i}`);
  await run(['resume', 'target']);
  expect(await run(['status', '--wait', 'target'])).toContain('11 objects made, 0 were complete, 0 failed');
  expect((await manifest('target')).size).toBe(11);

  // Each run has its own counts, and a removed run leaves its outputs.
  expect(await finish('encrypt', 'source', 'target')).toContain('0 objects made, 11 were complete, 0 failed');
  const [first = '', second = ''] = runsOf('target');
  expect(await run(['status', 'target', first])).toContain('11 objects made, 0 were complete, 0 failed');
  expect(await run(['clean', 'target', second])).toContain(`files of the run ${second}`);
  expect(runsOf('target')).toEqual([first]);
  expect(await run(['status', 'target'])).toContain(`run ${first}`);
  expect(readdirSync(join(scratch, 'target')).length).toBe(1 + 11);

  expect([await get('/readyz'), await get('/healthz')]).toEqual(['ready\n', 'alive\n']);
  await expect(get('/healthz', '127.0.0.2')).rejects.toThrow();
  await redis.kill();
  await eventually(() => get('/readyz')).toBe('no Redis\n');
  expect(await get('/metrics')).toContain('bulk_objects_total');
  await redis.start();
  await eventually(() => get('/readyz')).toBe('ready\n');
});

withRedis('names what it cannot list or leaves out, and does the rest', async () => {
  const source = join(scratch, 'source');
  for (const folder of ['empty', 'closed']) mkdirSync(join(source, folder));
  for (const name of ['ü #?%41', 'closed/in', 'x'.repeat(250)]) write(name);
  const raw = (name: string) => Buffer.concat([Buffer.from(`${source}/`), Buffer.from(name, 'latin1')]);
  writeFileSync(raw('latin \xfc'), 'x');
  mkdirSync(raw('folder \xff'));
  symlinkSync('/etc', join(source, 'link'));
  execFileSync('mkfifo', [join(source, 'pipe')]);
  chmodSync(join(source, 'closed'), 0o000);
  // The superuser gives up the right to read every folder.
  const without = '-dac_override,-dac_read_search';
  const words = program('add', 'encrypt', 'source', 'target');
  const [command = '', ...args] = [
    ...(process.getuid?.() === 0 ? ['setpriv', `--bounding-set=${without}`, `--inh-caps=${without}`] : []),
    process.execPath,
    ...words,
  ];
  execFileSync(command, args, inScratch({}));
  chmodSync(join(source, 'closed'), 0o700);
  new Worker();
  const { stdout } = await failed('status', '--wait', 'target');
  const lines = stdout.match(/^(failed|left out): .*$/gm)?.map((line) => line.replace(/x{250}/, 'long'));
  expect(lines).toEqual([
    expect.stringMatching(/^failed: "closed\/": the folder cannot be read: EACCES/),
    'left out: "empty/": an empty folder',
    'failed: "folder \\\\xff/": its name is not UTF-8',
    'failed: "latin \\\\xfc": its name is not UTF-8',
    'left out: "link": a link',
    'left out: "pipe": a device',
    'failed: "long": its name is too long (1024 bytes, each part 255)',
  ]);
  expect(stdout).toContain('1 objects made, 0 were complete, 4 failed, 3 left out');
});

withRedis('tells nothing of plaintexts and names no object outside of the encrypted files of a run', async () => {
  write('secret name', 'guessed');
  new Worker();
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
});

withRedis('reports what was exchanged, changed, removed or added before decryption, and does the rest', async () => {
  const names = ['good', 'one', 'other', 'old', 'forged', 'removed', 'hindered'];
  const output = (name: string) => join(scratch, 'target', `${name}.${keyId}.romulus`);
  for (const name of names) write(name);
  new Worker();
  await finish('encrypt', 'source', 'target');
  const earlier = readFileSync(output('old'));
  write('old', 'new');
  await finish('encrypt', 'source', 'target');
  writeFileSync(output('old'), earlier);
  const [one, other] = [readFileSync(output('one')), readFileSync(output('other'))];
  writeFileSync(output('one'), other);
  writeFileSync(output('other'), one);
  writeFileSync(output('forged'), flipBit(readFileSync(output('forged')), 530));
  rmSync(output('removed'));
  writeFileSync(output('z added'), one);
  writeFileSync(join(scratch, 'target/of another key.00000000.romulus'), 'x');
  mkdirSync(join(scratch, 'back/hindered/in the way'), { recursive: true });
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
    [`hindered${ending}`]: expect.stringContaining('rename'),
    [`z added${ending}`]: 'it was added: the manifest does not name it',
    'of another key.00000000.romulus': 'it was added: the manifest does not name it',
  });
  expect(stdout).toContain('1 objects made, 0 were complete, 8 failed, 0 left out');
  expect(readdirSync(join(scratch, 'back')).sort()).toEqual(['.bulk', 'good', 'hindered']);
  // No plaintext is left of the object whose output could not get its name.
  expectNothingPartial('back');

  // The files of runs cannot be exchanged either, and a run can be named.
  const [first, second] = runsOf('target');
  expect(await run(['add', 'decrypt', 'target', 'back', first!])).toContain(`decrypts the run ${first}\n`);
  cpSync(join(scratch, 'target/.bulk', first!, 'manifest'), join(scratch, 'target/.bulk', second!, 'manifest'));
  expect((await failed('add', 'decrypt', 'target', 'back')).stderr).toContain('what the file was encrypted with');
});

withRedis('takes no path from Redis, and no run of another place', async () => {
  write('a');
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
});
