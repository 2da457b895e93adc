/** The example bulk when its runs are interrupted, repaired and removed, and what a run leaves out. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../../fixtures/bytes.js';
import { freePort } from '../npm.js';
import {
  expectNothingPartial,
  failed,
  finish,
  inRedis,
  inScratch,
  keyId,
  manifest,
  program,
  redis,
  run,
  runsOf,
  scratch,
  Worker,
  withRedis,
} from './bulk.js';

const write = (name: string, text = name) => writeFileSync(join(scratch, 'source', name), text);

withRedis('goes on with a run whose producer was killed, and adds no object twice', async () => {
  mkdirSync(join(scratch, 'source/a.b'));
  for (let i = 0; i < 120; i++) write(i % 2 ? `a.b/${i}` : `a${i}`);
  const small = { JOB_OBJECTS: '2' };
  const producer = spawn(process.execPath, program('add', 'encrypt', 'source', 'target'), inScratch(small));
  const lists = () => runsOf('target').flatMap((id) => readdirSync(join(scratch, 'target/.bulk', id))).length;
  await expect.poll(lists, { interval: 5, timeout: 60_000 }).toBeGreaterThan(20);
  producer.kill('SIGKILL');
  await once(producer, 'exit');
  expect(lists()).toBeLessThan(55);
  expect((await failed('resume', 'target')).stderr).toContain('another producer works on');
  await expect
    .poll(() => run(['resume', 'target'], small).catch(() => ''), { interval: 1000, timeout: 60_000 })
    .toMatch(/new jobs/);
  const worker = new Worker();
  expect(await run(['status', '--wait', 'target'])).toContain('120 objects made, 0 were complete, 0 failed');
  expect((await manifest('target')).size).toBe(120);
  expect(runsOf('target').length).toBe(1);
  expect(await worker.end('SIGTERM')).toBe(0);
});

withRedis('says that a producer was killed or Redis has lost the jobs, and adds them again', async () => {
  write('secret name');
  await run(['add', 'encrypt', 'source', 'target']);
  const [id = ''] = runsOf('target');
  const [place, part] = [`${join(scratch, 'target')}/`, 1];
  await inRedis(async (client) => {
    expect(JSON.parse(await client.hget(`bull:romulus-bulk-${keyId}:${id}-1`, 'data'))).toEqual({ place, id, part });
    await client.flushall();
  });
  for (const wait of [['--wait'], []])
    expect((await failed('status', ...wait, 'target')).stderr).toBe('bulk: Redis has lost jobs: resume the run\n');
  expect(await run(['resume', 'target'])).toContain('1 new jobs');
  expect(await run(['status', 'target'])).toContain('0 of 1 jobs done, 0 under way, 0 given up');
  const worker = new Worker();
  expect(await run(['status', '--wait', 'target'])).toContain('1 objects made');
  await eventually(() => inRedis((client) => client.keys(`*${id}*`))).toEqual([]);
  expect(await worker.end('SIGTERM')).toBe(0);

  rmSync(join(scratch, 'target/.bulk', id, 'manifest'));
  rmSync(join(scratch, 'target/.bulk', id, 'end'));
  expect((await failed('status', '--wait', 'target')).stderr).toContain('the producer ended before its time');
});

withRedis('counts each object once, and repairs what failed', async () => {
  for (let i = 0; i < 11; i++) write(`${i}`);
  await run(['add', 'encrypt', 'source', 'target']);
  for (let i = 0; i < 5; i++) rmSync(join(scratch, 'source', `${i}`));
  const port = await freePort();
  const worker = new Worker({ METRICS_PORT: `${port}` });
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
  expect(await worker.end('SIGTERM')).toBe(0);
});

withRedis('warns of a Redis that may lose jobs', async () => {
  await inRedis(async (client) => {
    await client.config('SET', 'appendonly', 'no');
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
  });
  const worker = new Worker();
  await eventually(() => worker.log).toContain('waits for jobs');
  expect(worker.log).toContain('bulk: Redis may lose jobs: its appendonly is no, and should be yes\n');
  expect(worker.log).toContain('its maxmemory-policy is allkeys-lru, and should be noeviction\n');
  expect(await worker.end('SIGTERM')).toBe(0);
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
  const worker = new Worker();
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
  expect(await worker.end('SIGTERM')).toBe(0);
});

withRedis('leaves no plaintext behind when an output cannot get its name', async () => {
  for (const name of ['a', 'b']) write(name);
  const worker = new Worker();
  await finish('encrypt', 'source', 'target');
  mkdirSync(join(scratch, 'back/a/in the way'), { recursive: true });
  await run(['add', 'decrypt', 'target', 'back']);
  expect((await failed('status', '--wait', 'back')).stdout).toMatch(/failed: "a\.\w+\.romulus": .*rename/);
  expectNothingPartial('back');
  expect(await worker.end('SIGTERM')).toBe(0);
});
