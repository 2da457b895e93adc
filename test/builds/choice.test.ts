/** That a project's tests run on the build that it names, and what is chosen when nothing is hidden. */
import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import * as portable from '../../ts/engine/portable.generated.js';
import * as relaxed from '../../ts/engine/relaxed.generated.js';
import * as simd128 from '../../ts/engine/simd128.generated.js';
import { romulusH } from '../../ts/index.js';

const builds: Record<string, { base64: string; sha256: string }> = { portable, relaxed, simd128 };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('holds each module with its SHA-256', () => {
  for (const { base64, sha256: expected } of Object.values(builds))
    expect(sha256(Buffer.from(base64, 'base64'))).toBe(expected);
});

it('runs on the build of this project', async () => {
  const instantiate = vi.spyOn(WebAssembly, 'instantiate');
  await romulusH(new Uint8Array(0));
  const [bytes] = instantiate.mock.calls[0] ?? [];
  expect(sha256(bytes as unknown as Uint8Array)).toBe(builds[process.env['ROMULUS_BUILD'] ?? '']?.sha256);
});
