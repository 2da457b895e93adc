/** Executes the examples in the doc comments of the source, against the installed package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installTarball, root } from '../package/tarball.js';
import { exampleBlocks } from './blocks.js';
import { execute } from './execution.js';

const project = installTarball();

const examples = readdirSync(join(root, 'ts'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts'))
  .sort()
  .flatMap((file) => exampleBlocks(readFileSync(join(root, 'ts', file), 'utf8')).map((block) => ({ file, ...block })));

describe('the examples of ts/', () => {
  it('are there', () => expect(examples.length).toBeGreaterThanOrEqual(10));

  it.each(examples)('work: $file, line $line', async (block) => {
    const { printed, promised } = await execute(project, block);
    expect(printed).toEqual(promised);
  });
});
