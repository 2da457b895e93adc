/**
 * The gain of lists in each suite that has lanes. Tests fail if a list goes one by one, or if the package chooses the
 * wrong number of lanes. They also fail if a lane takes its next message late where that costs time.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { suites } from '../../../ts/suites/table.js';

interface Ratios {
  /** The speed of a list that fills the widest lanes, in multiples of the speed of single messages. */
  list?: number;
  decryptedList?: number;
  /** The ratio for a list that fills the narrowest lanes. */
  shortList?: number;
  /** The speed per message of a list that fills the widest lanes, in multiples of one that fills the narrowest. */
  wide?: number;
  /** The part of the time of short messages that is saved in the lanes that a long message leaves free. */
  refilled?: number;
}

const withLanes = Object.entries(suites).filter(([, { mostLanes }]) => mostLanes > 0);

/**
 * The figures of each mode, measured in Node 20 on x86-64, without those that gain little or nothing. `wide` is absent
 * where there is only one width. `refilled` is absent where a kernel takes many blocks of one message, or where few
 * messages are as fast alone. The figure of a file was measured beside busy programs, as it waits for other threads of
 * the engine; otherwise it is 3.7.
 */
const figures: Record<string, Record<string, Ratios>> = JSON.parse(
  readFileSync(new URL('figures.json', import.meta.url), 'utf8'),
);
const figuresOf = (suite: string): Record<string, Ratios> => figures[suite] ?? {};

/** A ratio may be smaller than its figure by this factor, on other processors and engines, or beside busy programs. */
const margin = 1.5;

/** A ratio that falls short in one process is measured in another: code may be slow for a process's whole life. */
const mostProcesses = 5;
const milliseconds = 20;

async function measure(suite: string): Promise<Record<string, Ratios>> {
  const script = fileURLToPath(new URL('measure.mjs', import.meta.url));
  const args = ['--import', 'tsx', script, suite, String(milliseconds)];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

it('has figures for exactly the modes of suites with lanes', () => {
  expect(Object.keys(figures).sort()).toEqual(withLanes.map(([suite]) => suite).sort());
  for (const [suite, { modes, hash }] of withLanes)
    for (const { name } of [...Object.values(modes), ...(hash ? [hash] : [])])
      expect(figuresOf(suite)[name]?.list, name).toBeGreaterThan(margin);
});

// Nobody has measured the gain of lanes on other processors.
describe.runIf(process.arch === 'x64')('lists are as much faster as they were, by a wide margin', () => {
  it.each(withLanes)('%s', { timeout: 240_000 }, async (suite) => {
    let short = Object.entries(figuresOf(suite)).flatMap(([mode, ratios]) =>
      Object.entries(ratios).map(([name, figure]) => ({
        ...{ mode, name: name as keyof Ratios, figure, least: figure / margin },
        measured: [] as (number | undefined)[],
      })),
    );
    for (let i = 0; i < mostProcesses && short.length > 0; i++) {
      const ratios = await measure(suite);
      short = short.filter(({ mode, name, least, measured }) => {
        const ratio = ratios[mode]?.[name];
        measured.push(ratio);
        return ratio === undefined || ratio < least;
      });
    }
    expect(short).toEqual([]);
  });
});
