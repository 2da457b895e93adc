/** The memory of a process after calls, read from outside: V8's heap has no copy of a key that its owner overwrote. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { cleanEnvironment, installTarball } from './tarball.js';

const project = installTarball();

/** The program computes its key, so that nothing else in the process ever holds the bytes. */
const keyByte = (seed: number, i: number): number => ((seed * (2 * i + 3)) >> 7) & 0xff;

/** A garbage collection in the middle of a call moves what lies on the heap, and leaves the old bytes where they were. */
const program = project.write(
  'heap.mjs',
  `import { romulusHmac, romulusN, wipe } from 'romulus-wasm';
  const [end, ...seeds] = process.argv.slice(2);
  const keyByte = ${keyByte};
  const message = new Uint8Array(9 << 20);
  const calls = [
    (key, options) => romulusHmac({ key, message }, options),
    (key, options) => romulusN.encrypt({ key, nonce: new Uint8Array(16), plaintext: message }, options),
    (key, options) => romulusN.encryptMany([{ key, nonce: new Uint8Array(16), plaintext: message }], options),
  ];
  for (const [i, call] of calls.entries()) {
    const key = new Uint8Array(new ArrayBuffer(16));
    for (let j = 0; j < 16; j++) key[j] = keyByte(Number(seeds[i]), j);
    globalThis['key' + i] = key;
    let pauses = 0;
    await call(key, { onProgress: () => pauses++ || gc({ type: 'minor' }) });
    if (pauses < 2) throw new Error('no pause');
    if (end === 'wipes') wipe(key);
  }
  console.log('done');
  process.stdin.resume();`,
);

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

/** Counts the copies of each call's key in the memory of the program, except its stack, which no program can overwrite. */
async function copiesAfter(end: 'wipes' | 'keeps'): Promise<number[]> {
  const seeds = [0, 1, 2].map(() => randomInt(1_000_000, 2_000_000));
  child = spawn(process.execPath, ['--expose-gc', program, end, ...seeds.map(String)], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
  expect(String(printed)).toBe('done\n');
  const keys = seeds.map((seed) => Buffer.from(Array.from({ length: 16 }, (_, i) => keyByte(seed, i))));
  const copies = seeds.map(() => 0);
  // A thread of the engine that gives memory back would change the map that is read.
  child.kill('SIGSTOP');
  await expect.poll(() => readFileSync(`/proc/${child?.pid}/stat`, 'utf8')).toContain(') T ');
  const memory = openSync(`/proc/${child.pid}/mem`, 'r');
  for (const region of readFileSync(`/proc/${child.pid}/maps`, 'utf8').split('\n')) {
    const [, from = '', to = ''] = /^(\w+)-(\w+) rw(?!.*\[stack\])/.exec(region) ?? [];
    const end = Number(`0x${to}`);
    for (let start = Number(`0x${from}`); start < end; start += 1 << 24) {
      const bytes = Buffer.alloc(Math.min((1 << 24) + 15, end - start));
      const found = bytes.subarray(0, readSync(memory, bytes, 0, bytes.length, start));
      for (const [i, key] of keys.entries())
        for (let at = found.indexOf(key); at !== -1; at = found.indexOf(key, at + 1)) copies[i]!++;
    }
  }
  closeSync(memory);
  child.kill('SIGKILL');
  return copies;
}

it.runIf(existsSync('/proc/self/mem'))(
  'calls over 9 MiB leave no copy of a key that was overwritten, and the search finds one that was not',
  async () => {
    expect(await copiesAfter('keeps')).toEqual([1, 1, 1]);
    for (let run = 0; run < 2; run++) expect(await copiesAfter('wipes')).toEqual([0, 0, 0]);
  },
);
