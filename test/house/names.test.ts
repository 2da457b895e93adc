/** tools/lint/names.mjs finds planted names that mean two things, and words that are not to be used. */
import { expect, it } from 'vitest';
import { accepted, checkFiles } from './planted.js';

const lanes = 'ts/engine/lanes.ts';
const protocol = 'wasm-src/common/lane_protocol.hpp';
const tree = {
  [lanes]: 'export enum LaneRequest {\n  nothing,\n  ad,\n}\n',
  [protocol]: 'enum class LaneRequest : std::uint32_t {\n  nothing,  // yet,\n  ad,\n};\n',
  'ts/index.ts': "export { load } from './suites/one/load.js';\n",
  'ts/suites/one/load.ts': 'export function load() {}\n',
  'ts/suites/two/load.ts': 'export async function load() {}\n',
  'ts/pool/thread.ts': 'export interface Thread {}\nconst local = 1;\n',
  'ts/stream/format.ts': 'const local = 2;\n',
};

it('accepts a name for each thing', () => expect(checkFiles('names', tree)).toEqual(accepted));

const [load, thread] = ['ts/suites/one/load.ts', 'ts/pool/thread.ts'];
const declares = (line: string, name: string, other: string) =>
  `${line}: declares ${name}, which ${other} exports; one of both needs another name`;
it.each([
  ['ts/cli/hash.ts', '\nexport const load = 1;\n', declares(`${load}:1`, 'load', 'ts/cli/hash.ts')],
  ['ts/suites/one/other.ts', 'export class Thread {}\n', declares('ts/suites/one/other.ts:1', 'Thread', thread)],
  ['ts/suites/one/modes.ts', 'export const load = 1;\n', declares('ts/suites/one/modes.ts:1', 'load', load)],
  ['ts/cli/digests.ts', '\ntype Thread = 1;\n', declares('ts/cli/digests.ts:2', 'Thread', thread)],
  ['ts/thread.ts', '', 'ts/thread.ts:1: has the name of ts/pool/thread.ts; say in the name what it is'],
  [
    lanes,
    '\nexport enum LaneRequest {\n  ad,\n  nothing,\n}\n',
    `${lanes}:2: LaneRequest is ad, nothing; in ${protocol}:1 it is nothing, ad`,
  ],
  [protocol, '', `${protocol}:1: has no enumeration LaneRequest; give the one that ${lanes} has this name too`],
])('refuses in %s: %j', (file, text, ...errors) => {
  const found = checkFiles('names', { ...tree, [file]: text });
  expect(found.status).toBe(1);
  expect(found.errors).toEqual(expect.arrayContaining(errors));
});

/** A file that says a word, where, and what to say instead. */
const said = [
  ['docs/cli.md', '\nThe sister suites.\n', '2: says "sister"; say the other suites, or say which'],
  ['README.md', 'M bears repetition.\n', '1: says "bears"; say tolerates'],
  [
    'ts/messages/single.ts',
    '// It is worked here.\n',
    '1: says "worked"; say computed, encrypted, hashed or processed',
  ],
  ['wasm-src/common/a.hpp', 'Wants next;\n', '1: says "Wants"; say LaneRequest, and request for the field'],
  ['build/a.mjs', 'performBatch();\n', '1: says "performBatch("; say run...'],
  ['test/a.test.ts', "it('a file that is none', () => {});\n", '1: says "is none"; say is not one, or is not valid'],
  ['examples/a.js', '// Unless it is there already.\n', '1: says "is there already"; say already exists'],
] as const;

it('refuses words', () =>
  expect(
    checkFiles('names', { ...tree, ...Object.fromEntries(said.map(([file, text]) => [file, text])) }).errors.sort(),
  ).toEqual(said.map(([file, , error]) => `${file}:${error}`).sort()));

it('accepts the same letters where they mean something else', () =>
  expect(
    checkFiles('names', {
      ...tree,
      'docs/a.md': 'A worked example of what is worked on. There is none. It wants more.\n',
    }),
  ).toEqual(accepted));
