/**
 * Tests that lists are processed side by side. They look at the calls of the module: how many lanes a run has, and how
 * many of these lanes have a message. They also see whether a lane takes its next message while others still work.
 */
import { expect, it } from 'vitest';
import { LaneRequest } from '../../../ts/engine/lane-memory.js';
import type { EngineExports } from '../../../ts/engine/memory-map.js';
import { type ModeRow, suites } from '../../../ts/suites/table.js';
import { mapOf } from '../../../verify/constant-time/modules.js';
import { algorithmsOf, type Call, type Shape } from '../../every-engine/lists/calls.js';
import { expectAllSame } from '../../fixtures/bytes.js';
import { loadedPackage } from '../../fixtures/instance.js';

interface Run {
  lanes: number;
  /** The messages that begin in this run, and the lanes that have no message. */
  begun: number;
  idle: number;
  /** True if this run ends the message of the first lane, which is the longest of the list. */
  endsLongest: boolean;
}

let runs: Run[] = [];

function noting(exports: EngineExports): EngineExports {
  const { lanes_run } = exports;
  const { lanes: start, laneLength } = mapOf(exports as never);
  const words = new DataView(exports.memory.buffer);
  const requestOf = (lane: number): LaneRequest => words.getUint32(start + lane * laneLength, true);
  return {
    ...exports,
    lanes_run(mode, direction, lanes) {
      const requests = Array.from({ length: lanes }, (_, lane) => requestOf(lane));
      const count = (wanted: LaneRequest) => requests.filter((request) => request === wanted).length;
      const [begun, idle] = [count(LaneRequest.start), count(LaneRequest.message)];
      const wanting = lanes_run!(mode, direction, lanes);
      runs.push({ lanes, begun, idle, endsLongest: requestOf(0) === LaneRequest.result });
      return wanting;
    },
  };
}

const { romulus, sync } = await loadedPackage(noting);
const rows: ModeRow[] = [suites.romulus.hash!, ...Object.values(suites.romulus.modes)];
const algorithms = algorithmsOf(romulus, sync).map(({ name, callsOf }, i) => ({
  ...{ name, callsOf },
  widths: rows[i]!.laneCosts.map(([width]) => width),
  /** The most bytes of text that a lane holds, if a tag follows the text. */
  most: 2000 - rows[i]!.tagLength,
}));

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const alike = (count: number, text: number): Shape[] => Array.from({ length: count }, () => ({ text, ad: 0 }));

/** Does each call at once and by promise, and looks at its runs. */
async function eachForm(calls: Call[], look: (name: string) => void): Promise<void> {
  for (const { name, expected, atOnce, byPromise } of calls)
    for (const form of [atOnce, byPromise]) {
      runs = [];
      expectAllSame(await form(), expected, name);
      look(`${name} ${form === atOnce ? 'at once' : 'by promise'}`);
    }
}

it('the widest lanes are filled with chunks of a file', async () => {
  const file = new Blob([new Uint8Array(32 * 65_536)]);
  runs = [];
  await (await romulus.encryptBlob(file, { key: new Uint8Array(16) })).arrayBuffer();
  expect(runs[0]).toMatchObject({ lanes: 32, begun: 32 });
});

it.each(algorithms)('$name fills the lanes of each width', async ({ widths, most, callsOf }) => {
  expect(widths.length).toBeGreaterThan(0);
  for (const width of widths)
    await eachForm(callsOf(alike(width, most)), (name) => {
      expect(runs[0], name).toMatchObject({ lanes: width, begun: width });
      // No message goes alone.
      expect(sum(runs.map(({ begun }) => begun)), name).toBe(width);
    });
});

it.each(algorithms)('$name gives a free lane its next message', async ({ widths, most, callsOf }) => {
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
