/** tools/lint/imports.mjs finds planted circles and imports across the layers of ts/. */
import { describe, expect, it } from 'vitest';
import { accepted, checkFiles } from './planted.js';

const tree = {
  'ts/api/bytes.ts': 'export const bytes = 1;\n',
  'ts/index.ts': "export { modes } from './suites/romulus/modes.js';\n",
  'ts/engine/engine.ts': "import { bytes } from '../bytes.js';\nexport const memory = { memory: bytes }.memory;\n",
  'ts/suites/romulus/modes.ts': "import { memory } from '../../engine/engine.js';\nexport const modes = memory;\n",
  'ts/suites/second/modes.ts': 'export const modes = 2;\n',
  'ts/stream/index.ts': "export { modes } from '../suites/romulus/modes.js';\n",
  'ts/pool/index.ts': "export { modes } from '../stream/index.js';\n",
  'ts/cli/main.ts': "import { modes } from '../pool/index.js';\nimport { modes as more } from '../index.js';\n",
  'test/a.test.ts': "import { modes } from '../ts/suites/romulus/modes.js';\n",
};

it('accepts imports within the layers', () => expect(checkFiles('imports', tree)).toEqual(accepted));

const cli =
  'more than the public entries; the command line is made of public functions alone, and of runtime/release.ts';
/** A file, what it may not import, and why. */
const crossing: [file: string, imported: string, ...reasons: string[]][] = [
  [
    'ts/engine/lanes.ts',
    'ts/suites/second/modes.ts',
    'a suite; move the file to that suite, to stream/ or to pool/',
    'engine; pass it to the engine as an argument',
  ],
  ['ts/suites/second/load.ts', 'ts/suites/romulus/modes.ts', 'another suite; move what both need to a file in ts/'],
  ['ts/stream/modes.ts', 'ts/suites/second/modes.ts', 'a suite that is not Romulus; its own entry point exports it'],
  ['ts/stream/keys.ts', 'ts/pool/index.ts', 'upwards; the pool stands over this file'],
  ['ts/file.ts', 'ts/stream/index.ts', 'upwards; streams stand over this file'],
  ['ts/cli/hash.ts', 'ts/api/bytes.ts', `${cli}, which knows nothing of the library`],
  ['test/b.test.ts', 'ts/cli/main.ts', 'the command line; nothing imports a file of cli/'],
];

const isEngines = '; only ts/engine/ does: add a method to Engine';
/** A file that breaks a rule each, and what is said of it. */
const planted: [file: string, text: string, ...errors: string[]][] = [
  ...crossing.map(([file, imported, ...reasons]): [string, string, ...string[]] => [
    file,
    `import { x } from '${'../'.repeat(file.split('/').length - 1)}${imported.replace(/ts$/, 'js')}';\n`,
    ...reasons.map((reason) => `1: imports ${imported}: ${reason}`),
  ]),
  [
    'ts/circle.ts',
    "\nimport type { B } from './other.js';\n",
    '2: imports itself (ts/circle.ts -> ts/other.ts -> ts/circle.ts); move what both need to a third file',
  ],
  ['ts/other.ts', "import type { A } from './circle.js';\n"],
  [
    'ts/options.ts',
    "export type { x } from './suites/romulus/modes.js';\n",
    '1: imports ts/suites/romulus/modes.ts: a suite; move the file to that suite, to stream/ or to pool/',
  ],
  [
    'ts/late.ts',
    "const x = await import('../test/a.test.js');\n",
    '1: imports test/a.test.ts: what is not in the package; move what it needs to ts/',
  ],
  [
    'ts/messages/single.ts',
    'const x = (engine: any) => engine.memory.buffer;\n',
    `1: touches a module's memory by .memory${isEngines}`,
  ],
  [
    'ts/hash.ts',
    "const { memory } = instance;\nconst x = instance['exports'];\ntype Exports = EngineExports;\n",
    `1: touches a module's memory by { memory } =${isEngines}`,
    `2: touches a module's memory by ['exports']${isEngines}`,
    `3: touches a module's memory by EngineExports${isEngines}`,
  ],
  ['ts/pool/pool.ts', '\nconst x = instance.exports;\n', `2: touches a module's memory by .exports${isEngines}`],
];

describe('refuses', () => {
  const files = Object.fromEntries(planted.map(([file, text]) => [file, text]));
  const { status, errors } = checkFiles('imports', { ...tree, ...files });

  it.each(planted)('in %s: %j', (file, _, ...expected) =>
    expect(errors.filter((error) => error.startsWith(`${file}:`)).sort()).toEqual(
      expected.map((error) => `${file}:${error}`),
    ),
  );

  it('and nothing else', () => {
    expect(status).toBe(1);
    expect(errors.length).toBe(planted.flatMap(([, , ...expected]) => expected).length);
  });
});
