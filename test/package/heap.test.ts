/** The memory of a process after calls, read from outside: V8's heap has no copy of a key that its owner overwrote. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanEnvironment, installTarball } from './tarball.js';

const project = installTarball();

/** The program computes its key, so that nothing else in the process ever holds the bytes. */
const keyByte = (seed: number, i: number): number => ((seed * (2 * i + 3)) >> 7) & 0xff;

/** A garbage collection in the middle of the call moves what lies on the heap, and leaves the old bytes where they were. */
const program = project.write(
  'heap.mjs',
  `import { romulusHmac, romulusN, wipe } from 'romulus-wasm';
  const [call, seed, wipes] = process.argv.slice(2);
  const keyByte = ${keyByte};
  const key = new Uint8Array(new ArrayBuffer(16));
  for (let i = 0; i < 16; i++) key[i] = keyByte(Number(seed), i);
  let calls = 0;
  const options = { onProgress: () => calls++ || gc({ type: 'minor' }) };
  const message = new Uint8Array(9 << 20);
  const request = { key, nonce: new Uint8Array(16), plaintext: message };
  if (call === 'romulusHmac') await romulusHmac({ key, message }, options);
  else if (call === 'encrypt') await romulusN.encrypt(request, options);
  else await romulusN.encryptMany([request], options);
  if (calls < 2) throw new Error('no pause');
  if (wipes === 'wipes') wipe(key);
  console.log('done');
  process.stdin.resume();`,
);

let child: ChildProcess | undefined;
afterEach(() => child?.kill());

/** The number of copies of the key in the memory of the program, except its stack, which no program can overwrite. */
async function copiesAfter(call: string, wipes: 'wipes' | 'keeps'): Promise<number> {
  const seed = 1_000_000 + Math.floor(Math.random() * 1_000_000);
  child = spawn(process.execPath, ['--expose-gc', program, call, String(seed), wipes], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
  expect(String(printed)).toBe('done\n');
  const key = Buffer.from(Array.from({ length: 16 }, (_, i) => keyByte(seed, i)));
  const memory = openSync(`/proc/${child.pid}/mem`, 'r');
  let copies = 0;
  for (const region of readFileSync(`/proc/${child.pid}/maps`, 'utf8').split('\n')) {
    const [, from = '', to = ''] = /^(\w+)-(\w+) rw(?!.*\[stack\])/.exec(region) ?? [];
    const end = Number(`0x${to}`);
    for (let start = Number(`0x${from}`); start < end; start += 1 << 24) {
      const bytes = Buffer.alloc(Math.min((1 << 24) + key.length - 1, end - start));
      const found = bytes.subarray(0, readSync(memory, bytes, 0, bytes.length, start));
      for (let at = found.indexOf(key); at !== -1; at = found.indexOf(key, at + 1)) copies++;
    }
  }
  closeSync(memory);
  return copies;
}

describe.runIf(existsSync('/proc/self/mem')).each(['romulusHmac', 'encrypt', 'encryptMany'])(
  '%s over 9 MiB',
  (call) => {
    it('leaves no copy of a key that was overwritten, and the search finds one that was not', async () => {
      expect(await copiesAfter(call, 'keeps')).toBe(1);
      for (let run = 0; run < 3; run++) expect(await copiesAfter(call, 'wipes')).toBe(0);
    });
  },
);
