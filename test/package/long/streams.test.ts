/** Streams of half a gigabyte, and armour of hundreds of megabytes, in bounded memory. */
import { expect, it } from 'vitest';
import { expectEnd, program } from '../cli/program.js';

/** Runs a command, whose program may take less MiB of memory than the limit. Returns the output. */
async function runWithin(limit: number, command: string): Promise<string> {
  program.write('peak.mjs', "process.on('exit', () => console.error(process.resourceUsage().maxRSS / 2 ** 10));");
  const environment = { NODE: process.execPath, NODE_OPTIONS: `--import ${program.file('peak.mjs')}` };
  const { code, stdout, stderr } = await program.shell(command, environment);
  expect(code).toBe(0);
  expect(Number(stderr.trim().split('\n').at(-1))).toBeLessThan(limit);
  return String(stdout);
}

it('takes half a gigabyte through both streams in less than half of that', async () => {
  const streams = `
    import { generateKey } from 'romulus-wasm';
    import { decryptStream, encryptStream } from 'romulus-wasm/stream';
    const key = generateKey();
    const piece = new Uint8Array(1 << 16);
    let left = 1 << 13;
    const source = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(piece) : controller.close()),
    });
    let length = 0;
    for await (const part of source.pipeThrough(encryptStream({ key })).pipeThrough(decryptStream({ key })))
      length += part.length;
    console.log(length / 2 ** 20);`;
  program.write('streams.mjs', streams);
  expect(await runWithin(256, '"$NODE" streams.mjs')).toBe('512\n');
}, 300_000);

it('takes armour of a large file in no more memory than of a small one', async () => {
  const length = 3e8;
  await runWithin(300, `head -c ${length} /dev/zero | romulus encrypt -a -j 1 -k key -o armor`);
  await runWithin(300, 'romulus decrypt -j 1 -k key armor -o back');
  expectEnd(await program.shell(`head -c ${length} /dev/zero | cmp - back`));
}, 300_000);
