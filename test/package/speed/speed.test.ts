/**
 * What lists are worth in each suite that has lanes. It fails if a list goes one by one, if a lane takes the next
 * message late where that costs time, or if the wrong number of lanes is chosen.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { suites } from '../../../ts/suites/table.js';

interface Ratios {
  /** Times as fast as the same messages one by one: a list that fills the widest lanes. */
  list?: number;
  decryptedList?: number;
  /** The same of a list that fills the narrowest lanes. */
  shortList?: number;
  /** Times as fast for each message: the list that fills the widest lanes as that which fills the narrowest. */
  wide?: number;
  /** What part of the time of short messages is saved if they go beside a long one, in the lanes that it leaves. */
  refilled?: number;
}

const withLanes = Object.entries(suites).filter(([, { mostLanes }]) => mostLanes > 0);

/**
 * The figures of each mode, measured in Node 20 on x86-64, without those by which it gains little or nothing: `wide` where
 * there is only one width, and `refilled` where a kernel takes many blocks of one message, or few messages go alone as
 * fast. The figure of a file is from beside busy programs, as it waits for other threads of the engine; else it is 3.7.
 */
const figures: Record<string, Record<string, Ratios>> = JSON.parse(
  readFileSync(new URL('figures.json', import.meta.url), 'utf8'),
);
const figuresOf = (suite: string): Record<string, Ratios> => figures[suite] ?? {};

/** How many times less than its figure a ratio may be, on other processors and engines, or beside busy programs. */
const margin = 1.5;

/** A ratio that falls short in one process is measured in another: code may run slowly for the whole life of a process. */
const mostProcesses = 5;
const milliseconds = 20;

async function measure(suite: string): Promise<Record<string, Ratios>> {
  const script = fileURLToPath(new URL('measure.mjs', import.meta.url));
  const args = ['--import', 'tsx', script, suite, String(milliseconds)];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

it('has figures for each mode of each suite that has lanes, and for no other suite', () => {
  expect(Object.keys(figures).sort()).toEqual(withLanes.map(([suite]) => suite).sort());
  for (const [suite, { modes, hash }] of withLanes)
    for (const { name } of [...Object.values(modes), ...(hash ? [hash] : [])])
      expect(figuresOf(suite)[name]?.list, name).toBeGreaterThan(margin);
});

// On other processors nobody has measured what lanes are worth.
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
