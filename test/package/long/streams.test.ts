/** Streams of half a gigabyte. */
import { expect, it } from 'vitest';
import { installTarball } from '../tarball.js';

const project = installTarball();

it('takes half a gigabyte through both streams in less than half of that', async () => {
  const program = `
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
    console.log(length / 2 ** 20, process.resourceUsage().maxRSS / 2 ** 10);`;
  const [length, peak] = (await project.run(project.write('memory.mjs', program), [], 280_000)).split(' ').map(Number);
  expect(length).toBe(512);
  expect(peak).toBeLessThan(256);
}, 300_000);
