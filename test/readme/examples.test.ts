/** Executes the examples in the doc comments of the source, against the installed package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installTarball, root } from '../package/tarball.js';
import { exampleBlocks } from './blocks.js';
import { execute } from './execution.js';

const project = installTarball();

// Examples need not import what they are about, and `a` and `b` stand for any bytes: a module of its own makes all these
// global, where the examples' own names hide them.
project.write(
  'globals.mjs',
  `import * as romulus from 'romulus-wasm';
  import * as files from 'romulus-wasm/stream';
  import * as pools from 'romulus-wasm/pool';
  Object.assign(globalThis, { a: new Uint8Array([1, 2, 3]), b: new Uint8Array([4, 5, 6]) }, romulus, files, pools);`,
);
const prelude = "import './globals.mjs';\n";

const examples = readdirSync(join(root, 'ts'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts'))
  .sort()
  .flatMap((file) => exampleBlocks(readFileSync(join(root, 'ts', file), 'utf8')).map((block) => ({ file, ...block })));

describe('the examples of ts/', () => {
  it('are there', () => expect(examples.length).toBeGreaterThanOrEqual(10));

  it.each(examples)('work: $file, line $line', async (block) => {
    const { printed, promised } = await execute(project, block, prelude);
    expect(printed).toEqual(promised);
  });
});
