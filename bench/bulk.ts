/**
 * Measures examples/bulk: encrypts a folder of small objects with 1, 2 and 4 workers, and one large object.
 * `REDIS=redis://… npx tsx bench/bulk.ts FOLDER...` prints a line for each folder, such as one on a disk and one on tmpfs.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.env.ROUNDS ?? 3);
const small = { objects: 10_000, length: 4096 };
const large = { objects: 1, length: 2 ** 30 };
const main = fileURLToPath(new URL('../examples/bulk/main.js', import.meta.url));

async function startWorker(cwd: string, env: NodeJS.ProcessEnv) {
  const worker = spawn(process.execPath, [main, 'work'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(createInterface(worker.stdout), 'line');
  return worker;
}

/** The seconds from the first job to the complete manifest, `add` included. */
async function measure(folder: string, { objects, length }: typeof small, workers: number): Promise<number> {
  const scratch = mkdtempSync(join(folder, 'bulk-'));
  try {
    for (const name of ['source', 'target']) mkdirSync(join(scratch, name));
    writeFileSync(join(scratch, 'key'), `romulus-key-1 ${'5a'.repeat(16)}\n`);
    for (let i = 0; i < objects; i++) writeFileSync(join(scratch, 'source', `object ${i}`), Buffer.alloc(length, i));
    const env = { ...process.env, KEY_FILE: join(scratch, 'key') };
    const run = (...args: string[]) => execFileSync(process.execPath, [main, ...args], { cwd: scratch, env });
    const started = await Promise.all(Array.from({ length: workers }, () => startWorker(scratch, env)));
    const begun = performance.now();
    run('add', 'encrypt', 'source', 'target');
    run('status', '--wait', 'target');
    const seconds = (performance.now() - begun) / 1000;
    const exits = started.map((worker) => once(worker, 'exit'));
    for (const worker of started) worker.kill();
    await Promise.all(exits);
    return seconds;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

for (const folder of process.argv.slice(2)) {
  const cases = [1, 2, 4].map((workers) => ({ workers, load: small })).concat({ workers: 1, load: large });
  const times = cases.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++)
    for (const [i, { workers, load }] of cases.entries()) times[i]!.push(await measure(folder, load, workers));
  for (const [i, { workers, load }] of cases.entries()) {
    const seconds = times[i]!.sort((a, b) => a - b)[rounds >> 1]!;
    const megabytes = ((load.objects * load.length) / 1e6 / seconds).toFixed(0);
    const rate = `${(load.objects / seconds).toFixed(0)} objects a second, ${megabytes} MB/s`;
    console.log(`${folder}: ${workers} workers, ${load.objects} objects of ${load.length} bytes: ${rate}`);
  }
}
