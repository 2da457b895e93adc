/** tools/lint/layouts.mjs finds planted numbers that are not the compiler's and offsets counted by hand. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isMissing } from '../fixtures/programs.js';
import { root } from '../package/tarball.js';
import { accepted, checkFiles, folderOf, refused } from './planted.js';

const lanes = 'ts/engine/lanes.ts';
const table = 'suites.mjs';
const laneModule = 'wasm-src/suites/one/module.cpp';
const row = (ids: string, others: string) =>
  `export const one = { modes: { ${ids} }, ${others} };\nexport const suites = { one };\n`;
const tree = {
  [table]: row("'A-1': { id: 0 }, B: { id: 1 }", 'hash: { id: 2 }, mostLanes: 4'),
  [lanes]:
    'export enum LaneRequest {\n  nothing,\n  ad,\n}\nexport enum LaneWord {\n  request = 0,\n  adLength = 4,\n}\n',
  [laneModule]: `
    #include <cstdint>
    namespace lanes { enum class LaneRequest : std::uint32_t { nothing, ad }; }
    namespace one {
    enum class Mode : std::uint32_t { a1, b, h };
    struct Lane { lanes::LaneRequest request; std::uint32_t ad_length; std::uint8_t* data; };
    }
    using one::Mode;
    struct Memory { one::Lane lane[4]; } memory;
  `,
};

// Without the compiler, the check compares no numbers.
const itCompares = it.skipIf(isMissing('em++'));
const elsewhere = 'in a lane of one; Lane::ad_length is elsewhere';
itCompares('accepts the numbers of the sources', () => expect(checkFiles('layouts', tree)).toEqual(accepted));

itCompares.each([
  [lanes, 'adLength = 4', 'adLength = 8', `${lanes}:7: LaneWord.adLength is at 8 ${elsewhere}`],
  [
    lanes,
    'nothing,\n  ad',
    'ad,\n  nothing',
    `${lanes}:2: LaneRequest.ad is 0 to a lane of one; it is not in wasm-src/common/lane_protocol.hpp`,
    `${lanes}:3: LaneRequest.nothing is 1 to a lane of one; it is not in wasm-src/common/lane_protocol.hpp`,
  ],
  [
    laneModule,
    'std::uint32_t ad_length; std::uint8_t* data;',
    'std::uint8_t* data; std::uint64_t ad_length;',
    `${lanes}:7: LaneWord.adLength is at 4 ${elsewhere}`,
  ],
  [
    laneModule,
    '{ a1, b, h }',
    '{ a1, h, b }',
    `${table}:1: one: mode B has number 1; the Mode of the module says otherwise`,
    `${table}:1: one: the hash has number 2; the Mode of its lanes says otherwise`,
  ],
  [laneModule, 'lane[4]', 'lane[8]', `${table}:1: one: 4 lanes; the module has another number of them`],
])('refuses in %s: %j made %j', (file, before, after, ...errors) => {
  const text = tree[file as keyof typeof tree];
  expect(text).toContain(before);
  expect(checkFiles('layouts', { ...tree, [file]: text.replace(before, after) })).toEqual(refused(...errors));
});

const byHand = 'counts a byte offset by hand';
it('refuses offsets that are counted by hand', () => {
  const declared = 'name the field, and let the compiler say where it is';
  const engine = 'take it from a function that the module exports';
  const files = {
    'verify/constant-time/suites/one.ts': [
      "field('lane', [24, 4], 'Lane::call', step),",
      "cells: ['state + 128 + 120k, 8 bytes'],",
      `cells: [\`work + $\{place} + 1k\`, 'state + k'],`,
      'const portable = offsetsOf({ counter: 1016 });',
      "tags: ['window[32]...'],",
      "tags: ['lane[].tag', 'window[0]', 'window[key_length]...'], width: 16,",
    ].join('\n'),
    'ts/engine/engine.ts': [
      'memory.set(nonce, this.#window + 16);',
      'memory.set(nonce, this.#window + keyLength);',
      'this.#dataOf(lane) + 4;',
      'Math.max(used, lane + 1);',
    ].join('\n'),
  };
  expect(checkFiles('layouts', { ...tree, ...files })).toEqual(
    refused(
      ...[1, 2, 3, 4, 5].map((line) => `verify/constant-time/suites/one.ts:${line}: ${byHand}; ${declared}`),
      ...[1, 3].map((line) => `ts/engine/engine.ts:${line}: ${byHand}; ${engine}`),
    ),
  );
});

it('compares nothing where there is no compiler, but in CI', () => {
  const without = (CI: string) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'tools/lint/layouts.mjs'), folderOf(tree)],
      {
        env: { PATH: '', CI },
        encoding: 'utf8',
      },
    );
    return { status, said: stdout + stderr };
  };
  expect(without('')).toEqual({ status: 0, said: 'layouts: em++ is missing, so no number was compared\n' });
  expect(without('true')).toEqual({ status: 1, said: 'tools/lint/layouts.mjs:1: found no em++; install Emscripten\n' });
});
