/** Each module has its SHA-256, and a project's tests run on the build that the project names. */
import { expect, inject, it, vi } from 'vitest';
import { bytesOf, relaxed } from '../../ts/engine/module-text.js';
import { romulusH } from '../../ts/index.js';
import * as portable from '../../ts/suites/romulus/portable.generated.js';
import * as simd128 from '../../ts/suites/romulus/simd128.generated.js';
import { sha256 } from '../fixtures/bytes.js';

const builds = { portable, simd128, relaxed: { text: relaxed(simd128.text), sha256: simd128.relaxedSha256 } };

it('holds each module with its SHA-256', async () => {
  for (const { text, sha256: expected } of Object.values(builds)) expect(await sha256(bytesOf(text))).toBe(expected);
});

it('runs on the build of this project', async () => {
  const instantiate = vi.spyOn(WebAssembly, 'instantiate');
  await romulusH(new Uint8Array(0));
  const [bytes] = instantiate.mock.calls[0] ?? [];
  expect(await sha256(bytes as unknown as Uint8Array)).toBe(builds[inject('build')].sha256);
});
