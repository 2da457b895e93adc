/**
 * TypeScript code on secrets takes one path, whatever their values. The engine counts how often each block of the
 * source runs; the counts depend on lengths only.
 */
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBase64, fromHex, timingSafeEqual, toBase64, toHex } from '../../../ts/index.js';

const session = new Session();
beforeAll(async () => {
  // Calls that the engine inlines are not counted.
  for (const flag of ['--no-turbofan', '--no-maglev']) setFlagsFromString(flag);
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(() => session.disconnect());

async function pathOf(work: () => unknown): Promise<string[]> {
  await session.post('Profiler.takePreciseCoverage');
  work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const scripts = result.filter(({ url }) => /\/ts\/api\//.test(url));
  const counts = scripts.flatMap(({ url, functions }) =>
    functions.flatMap(({ functionName, ranges }) =>
      ranges.map((range) => JSON.stringify({ url, functionName, range })),
    ),
  );
  return counts.sort();
}

async function expectSamePath(works: (() => unknown)[]): Promise<void> {
  // The engine compiles the functions in the first call.
  for (const work of works) work();
  const first = await pathOf(works[0]!);
  expect(first.length).toBeGreaterThan(3);
  for (const work of works.slice(1)) expect(await pathOf(work)).toEqual(first);
}

const length = 24;
const bytesWith = (change: (bytes: Uint8Array) => void) => {
  const bytes = Uint8Array.from({ length }, (_, i) => 5 * i);
  change(bytes);
  return bytes;
};
const secrets = [
  bytesWith(() => {}),
  bytesWith((bytes) => bytes.fill(0)),
  bytesWith((bytes) => bytes.fill(255)),
  ...[0, 1, 12, length - 1].map((i) => bytesWith((bytes) => bytes.fill(1, i, i + 1))),
  ...Array.from({ length: 4 }, () => bytesWith((bytes) => void crypto.getRandomValues(bytes))),
];
const [right] = secrets as [Uint8Array];

describe('the same path, whatever the secret is', () => {
  it('compared', () => expectSamePath(secrets.map((secret) => () => timingSafeEqual(secret, right))));

  it.each([
    ['hexadecimal', toHex, fromHex],
    ['base64', toBase64, fromBase64],
  ] as const)('as %s, and back', async (_, encode, decode) => {
    await expectSamePath(secrets.map((secret) => () => encode(secret)));
    const texts = secrets.map((secret) => encode(secret));
    await expectSamePath(texts.map((text) => () => decode(text)));
  });

  it.each([
    ['hexadecimal', fromHex, '0'],
    ['base64', fromBase64, 'A'],
  ] as const)('in a text that is no %s, wherever it is wrong', async (_, decode, letter) => {
    const texts = [0, 1, 13, 30, 31].map((at) => `${letter.repeat(at)}~${letter.repeat(31 - at)}`);
    await expectSamePath(texts.map((text) => () => expect(() => decode(text)).toThrow('must be')));
  });
});
