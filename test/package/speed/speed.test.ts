/**
 * What lists are worth in each suite that has lanes. It fails if a list goes one by one, if a lane takes the next
 * message late where that costs time, or if the wrong number of lanes is chosen.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { suites } from '../../../suites.mjs';

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

/**
 * What was measured in Node 20 on x86-64. What a mode gains little or nothing by is left out: where there is only one
 * width, no list is wider than another; Elephant fills its batches with blocks of any message; in ISAP and the modes M
 * of Romulus and Romulus v1.2 short messages gain little beside a long one; TGIF-M decrypts one message two calls at a
 * time.
 */
const figures: Record<string, Record<string, Ratios>> = {
  romulus: {
    'Romulus-N': { list: 5.6, decryptedList: 5.4, shortList: 3.2, wide: 1.77, refilled: 0.6 },
    'Romulus-M': { list: 5.1, decryptedList: 4.3, shortList: 2.9, wide: 1.74 },
    'Romulus-T': { list: 3.9, decryptedList: 3.5, shortList: 2.2, wide: 1.72, refilled: 0.66 },
    'Romulus-H': { list: 3.3, shortList: 1.9, wide: 1.77, refilled: 0.72 },
    promise: { list: 3.7 },
    // Up to 3.7, but 2.7 where other threads of the engine, which it waits for, wait for a processor.
    file: { list: 2.7 },
  },
  isap: {
    'ISAP-A-128A': { list: 1.8, decryptedList: 1.8 },
    'ISAP-A-128': { list: 2.0, decryptedList: 2.0 },
    'ISAP-K-128A': { list: 4.5, decryptedList: 4.6 },
    'ISAP-K-128': { list: 5.8, decryptedList: 5.5 },
  },
  elephant: {
    Dumbo: { list: 3.5, decryptedList: 2.3 },
    Jumbo: { list: 3.8, decryptedList: 2.9 },
    Delirium: { list: 2.3, decryptedList: 1.7 },
  },
  'romulus-v12': {
    'Romulus-N1': { list: 6.1, decryptedList: 6.0, shortList: 3.5, wide: 1.76, refilled: 0.68 },
    'Romulus-N2': { list: 5.3, decryptedList: 5.1, shortList: 3.1, wide: 1.71, refilled: 0.72 },
    'Romulus-N3': { list: 5.2, decryptedList: 5.1, shortList: 2.8, wide: 1.85, refilled: 0.7 },
    'Romulus-M1': { list: 5.6, decryptedList: 4.4, shortList: 3.1, wide: 1.7 },
    'Romulus-M2': { list: 5.3, decryptedList: 4.7, shortList: 3.2, wide: 1.65 },
    'Romulus-M3': { list: 5.3, decryptedList: 4.0, shortList: 2.9, wide: 1.81 },
  },
  remus: {
    'Remus-N1': { list: 5.1, decryptedList: 4.8, shortList: 2.6, wide: 1.92, refilled: 0.67 },
    'Remus-N2': { list: 4.8, decryptedList: 4.6, shortList: 2.4, wide: 1.85, refilled: 0.7 },
    'Remus-N3': { list: 3.8, decryptedList: 3.7, shortList: 2.3, wide: 1.63, refilled: 0.78 },
    'Remus-M1': { list: 5.7, decryptedList: 3.6, shortList: 2.8, wide: 2.0, refilled: 0.63 },
    'Remus-M2': { list: 5.2, decryptedList: 3.9, shortList: 2.7, wide: 1.95, refilled: 0.65 },
  },
  tgif: {
    'TGIF-N1': { list: 2.1, decryptedList: 2.15, refilled: 0.77 },
    'TGIF-N2': { list: 2.15, decryptedList: 2.15, refilled: 0.75 },
    'TGIF-M1': { list: 2.6, refilled: 0.8 },
    'TGIF-M2': { list: 2.55, refilled: 0.79 },
  },
};

/** How many times less than its figure a ratio may be, on other processors and engines, or beside busy programs. */
const margin = 1.5;

/** What falls short in one process is measured in another: code may run slowly for the whole life of a process. */
const mostProcesses = 5;
const milliseconds = 20;

async function measure(suite: string): Promise<Record<string, Ratios>> {
  const script = fileURLToPath(new URL('measure.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, suite, String(milliseconds)]);
  return JSON.parse(stdout);
}

it('has figures for each mode that has lanes', () => {
  const withLanes = Object.entries(suites).filter(([, { mostLanes }]) => mostLanes > 0);
  expect(Object.keys(figures).sort()).toEqual(withLanes.map(([key]) => key).sort());
  for (const [key, { modes, hash }] of withLanes) {
    const names = [...Object.values(modes), ...(hash ? [hash] : [])].map(({ name }) => name);
    expect(Object.keys(figures[key] ?? {})).toEqual(expect.arrayContaining(names));
  }
});

// On other processors nobody has measured what lanes are worth.
describe.runIf(process.arch === 'x64')('lists are as much faster as they were, by a wide margin', () => {
  it.each(Object.keys(figures))('%s', { timeout: 240_000 }, async (suite) => {
    let short = Object.entries(figures[suite] ?? {}).flatMap(([mode, ratios]) =>
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
