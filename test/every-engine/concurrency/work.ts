/** Long calls, of the package or of a pool: that they tell how much is done, and stop when they are told to. */
import { expect } from 'vitest';
import type { WorkOptions } from '../../../ts/platform.js';
import { rejection } from '../../fixtures/bytes.js';

export interface LongCall {
  name: string;
  /** Of bytes, as it tells them. */
  total: number;
  work: (options?: WorkOptions) => Promise<unknown>;
}

export async function expectProgress({ total: expected, work }: LongCall): Promise<void> {
  const told: [processed: number, total: number][] = [];
  await work({ onProgress: (processed, total) => told.push([processed, total]) });
  expect(told.length).toBeGreaterThanOrEqual(2);
  let before = 0;
  for (const [processed, total] of told) {
    expect(total).toBe(expected);
    expect(processed).toBeGreaterThan(before);
    expect(processed).toBeLessThanOrEqual(total);
    // Bytes come whole, also where each is worked on twice.
    expect(Number.isInteger(processed), `${processed}`).toBe(true);
    before = processed;
  }
}

export async function expectAbortedBefore({ work }: Pick<LongCall, 'work'>): Promise<void> {
  const reason = { own: 'reason' };
  expect(await rejection(() => work({ signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect((await rejection(() => work({ signal: AbortSignal.abort() }))).name).toBe('AbortError');
}

/** When it has told its progress once, and when it has twice. */
export async function expectAbortedUnderWay({ work }: Pick<LongCall, 'work'>): Promise<void> {
  for (const at of [1, 2]) {
    const controller = new AbortController();
    const reason = new Error('enough');
    let told = 0;
    const onProgress = () => {
      if (++told === at) controller.abort(reason);
    };
    expect(await rejection(() => work({ signal: controller.signal, onProgress }))).toBe(reason);
    expect(told).toBe(at);
  }
}
