/** Arrays that have lost their bytes, through a transfer or a shrunk buffer: each function refuses them by name. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import { hasResizable, ResizableArrayBuffer } from '../../fixtures/buffers.js';
import { rejection, text } from '../../fixtures/bytes.js';
import { byteCalls } from '../../fixtures/calls.js';
import { sync } from '../../fixtures/modes.js';
import { poolOf } from '../pool/workers.js';

const forms = { package: { ...romulus, ...stream }, sync, pool: await poolOf(1) };

function detached(): Uint8Array {
  const bytes = text(16);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

function shrunken(): Uint8Array {
  const buffer = new ResizableArrayBuffer(32, { maxByteLength: 32 });
  const bytes = new Uint8Array(buffer, 16, 16);
  buffer.resize(20);
  return bytes;
}

const error = (argument: string) => ({
  code: 'ERR_ROMULUS_TYPE',
  argument,
  message: expect.stringContaining('whose buffer is not detached'),
});

describe.each([
  ['whose buffer was transferred', detached],
  ...(hasResizable ? ([['beyond the end of its buffer', shrunken]] as const) : []),
] as const)('an array %s', (_, make) => {
  it.each(Object.entries(forms))('is refused by every function of: %s', async (_, form) => {
    for (const { name, given, run, prefix = '' } of await byteCalls(form, sync, 40, 5))
      for (const [argument, value] of Object.entries(given)) {
        if (!(value instanceof Uint8Array)) continue;
        const outcome = await rejection(async () => run({ ...given, [argument]: make() }));
        expect(outcome, `${name}, ${argument}`).toMatchObject(error(prefix + argument));
      }
  });

  it.each<[name: string, argument: string, call: (bytes: Uint8Array) => unknown]>([
    ['timingSafeEqual', 'a', (bytes) => romulus.timingSafeEqual(bytes, text(0))],
    ['timingSafeEqual', 'b', (bytes) => romulus.timingSafeEqual(text(0), bytes)],
    ['wipe', 'buffers[1]', (bytes) => romulus.wipe(text(1), bytes)],
    ['toHex', 'bytes', (bytes) => romulus.toHex(bytes)],
    ['toBase64', 'bytes', (bytes) => romulus.toBase64(bytes)],
  ])('is refused by %s as %s', async (_, argument, call) => {
    expect(await rejection(async () => call(make()))).toMatchObject(error(argument));
  });
});
