/** The latency of the accelerator, beside the table that its paper prints. */
import { describe, expect, it } from 'vitest';
import { latency } from '../../../ts/estimates/index.js';
import { callCyclesOfColumns, publishedLatencies, publishedRates, publishedRatios } from './published.js';

describe.each(publishedLatencies)('$mode, $associatedData and $plaintext bytes', ({ cycles, ...message }) => {
  it.each(callCyclesOfColumns)('is as published where a call takes %i cycles', (callCycles) => {
    const published = cycles[callCyclesOfColumns.indexOf(callCycles)];
    expect(latency({ ...message, callCycles })).toBe(published);
    expect(latency({ ...message, callCycles, busWidth: 32 })).toBe(published);
  });
});

it('is the same over Deoxys-BC where its calls take as many cycles', () => {
  for (const { mode, associatedData, plaintext, cycles } of publishedLatencies)
    expect(latency({ mode: `${mode}-Deoxys`, associatedData, plaintext, callCycles: 40 })).toBe(cycles[0]);
});

it('counts four words for a block, also for a short one', () => {
  const ofText = (plaintext: number) => latency({ mode: 'Romulus-N', plaintext, callCycles: 40 });
  expect(ofText(16) - ofText(0)).toBe(4);
  expect(ofText(1)).toBe(ofText(16));
  expect(ofText(17) - ofText(16)).toBe(44);
});

it('departs from that at 1152 bytes alone, by the four words of a block', () => {
  const ofText = (plaintext: number) => latency({ mode: 'Romulus-N', plaintext, callCycles: 1 });
  expect(ofText(1152)).toBe(ofText(1151) - 4);
  expect(ofText(1168)).toBe(ofText(1152) + 5 + 4);
});

it('gives the printed ratios of M to N but for five', () => {
  const others = publishedRatios.flatMap(({ ratios, ...message }) =>
    callCyclesOfColumns.flatMap((callCycles, i) => {
      const ratio =
        latency({ mode: 'Romulus-M', ...message, callCycles }) / latency({ mode: 'Romulus-N', ...message, callCycles });
      return ratio.toFixed(2) === ratios[i] ? [] : [`${ratios[i]} for ${ratio.toFixed(3)}`];
    }),
  );
  expect(others).toEqual(['0.79 for 0.797', '1.57 for 1.536', '1.72 for 1.725', '0.99 for 0.978', '0.98 for 0.985']);
});

it('gives the printed rates at 24 MHz over SKINNY, cut off', () => {
  const message = { associatedData: 1152, plaintext: 1152 };
  const overSkinny = publishedRates.filter(({ cipher }) => cipher.startsWith('SKINNY'));
  expect(overSkinny).toHaveLength(6);
  for (const { callCycles, atSlowClock } of overSkinny)
    for (const [i, mode] of (['Romulus-N', 'Romulus-M'] as const).entries())
      expect(Math.floor((24 * 8 * 2304) / latency({ mode, ...message, callCycles })).toString()).toBe(atSlowClock[i]);
});
