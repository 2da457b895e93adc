/**
 * Tests that lists are processed side by side. They look at the calls of the module: how many lanes a run has, and how
 * many of these lanes have a message. They also see whether a lane takes its next message while others still work.
 */
import { describe, expect, it } from 'vitest';
import { LaneRequest } from '../../../ts/engine/lanes.js';
import type { EngineExports } from '../../../ts/engine/memory-map.js';
import { type ModeRow, suites } from '../../../ts/suites/table.js';
import { mapOf } from '../../../verify/constant-time/modules.js';
import { type Call, callsOf, hashingOf, type Shape } from '../../every-engine/lists/calls.js';
import { expectAllSame } from '../../fixtures/bytes.js';
import { loadedPackage, watchedModes } from '../../fixtures/instance.js';
import type { TestedMode } from '../../fixtures/suites.js';

interface Run {
  lanes: number;
  /** The messages that begin in this run, and the lanes that have no message. */
  begun: number;
  idle: number;
  /** True if this run ends the message of the first lane, which is the longest of the list. */
  endsLongest: boolean;
}

let runs: Run[] = [];
let alone = 0;

/** The functions that begin a message alone. */
const beginnings = ['aead_start', 'aead_encrypt', 'aead_decrypt', 'hash_start', 'hash'] as const;

function noting(exports: EngineExports): EngineExports {
  const noted = { ...exports };
  for (const name of beginnings) {
    const begin = exports[name] as ((...values: number[]) => number) | undefined;
    if (!begin) continue;
    const count = (...values: number[]) => {
      alone++;
      return begin(...values);
    };
    Object.assign(noted, { [name]: count });
  }
  const { lanes_run } = exports;
  if (!lanes_run) return noted;
  const { lanes: start, laneLength } = mapOf(exports as never);
  const words = new DataView(exports.memory.buffer);
  const requestOf = (lane: number): LaneRequest => words.getUint32(start + lane * laneLength, true);
  noted.lanes_run = (mode, direction, lanes) => {
    const requests = Array.from({ length: lanes }, (_, lane) => requestOf(lane));
    const count = (wanted: LaneRequest) => requests.filter((request) => request === wanted).length;
    const [begun, idle] = [count(LaneRequest.start), count(LaneRequest.message)];
    const wanting = lanes_run(mode, direction, lanes);
    runs.push({ lanes, begun, idle, endsLongest: requestOf(0) === LaneRequest.result });
    return wanting;
  };
  return noted;
}

const loaded = await loadedPackage(noting);
const { romulus, sync } = loaded;
const modes = await watchedModes(loaded, noting);

interface Algorithm {
  name: string;
  widths: readonly number[];
  /** The most bytes of text that a lane holds, if a tag follows the text. */
  most: number;
  callsOf(shapes: readonly Shape[]): Call[];
}

const algorithms: Algorithm[] = [
  ...modes.map((tested) => ({ ...tested, name: tested.aead.name, callsOf: callsOf(tested) })),
  {
    ...(modes[0] as TestedMode),
    name: 'Romulus-H',
    mode: suites.romulus.hash as ModeRow,
    callsOf: hashingOf(romulus, sync),
  },
].map(({ name, mode: row, callsOf }) => ({
  ...{ name, callsOf },
  widths: row.laneCosts.map(([width]) => width),
  most: 2000 - row.tagLength,
}));

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const alike = (count: number, text: number): Shape[] => Array.from({ length: count }, () => ({ text, ad: 0 }));

/** Does each call at once and by promise, and looks at its runs. */
async function eachForm(calls: Call[], look: (name: string) => void): Promise<void> {
  for (const { name, expected, atOnce, byPromise } of calls)
    for (const form of [atOnce, byPromise]) {
      runs = [];
      alone = 0;
      expectAllSame(await form(), expected, name);
      look(`${name} ${form === atOnce ? 'at once' : 'by promise'}`);
    }
}

const withLanes = algorithms.filter(({ widths }) => widths.length > 0);
const withoutLanes = algorithms.filter((algorithm) => !withLanes.includes(algorithm));

describe('a module with lanes', () => {
  it('fills the widest lanes with chunks of a file', async () => {
    const file = new Blob([new Uint8Array(32 * 65_536)]);
    runs = [];
    await (await romulus.encryptBlob(file, { key: new Uint8Array(16) })).arrayBuffer();
    expect(runs[0]).toMatchObject({ lanes: 32, begun: 32 });
  });

  it.each(withLanes)('$name fills the lanes of each width', async ({ widths, most, callsOf }) => {
    for (const width of widths)
      await eachForm(callsOf(alike(width, most)), (name) => {
        expect(alone, name).toBe(0);
        expect(runs[0], name).toMatchObject({ lanes: width, begun: width });
        expect(sum(runs.map(({ begun }) => begun)), name).toBe(width);
      });
  });

  it.each(withLanes)('$name gives a free lane its next message', async ({ widths, most, callsOf }) => {
    const width = widths.at(-1) as number;
    // The first lane still has its message when the other lanes take their second one.
    const count = 1 + 3 * (width - 1);
    const shapes = [...alike(1, most), ...alike(count - 1, Math.floor(most / 2))];
    await eachForm(callsOf(shapes), (name) => {
      const together = runs.slice(0, 1 + runs.findIndex(({ endsLongest }) => endsLongest));
      let left = count;
      for (const { lanes, begun, idle } of together) {
        left -= begun;
        expect({ lanes, idle }, name).toEqual({ lanes: width, idle: left > 0 ? 0 : idle });
      }
      expect(count - left, name).toBeGreaterThan(width);
    });
  });
});

it.each(withoutLanes)('$name, without lanes, processes each message alone', async ({ callsOf }) => {
  await eachForm(callsOf(alike(9, 100)), (name) => {
    expect(runs, name).toEqual([]);
    expect(alone, name).toBe(9);
  });
});
