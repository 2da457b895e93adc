/** Executes the programs of README.md as they stand, against the installed package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installTarball, root } from '../package/tarball.js';
import { markdownBlocks } from './blocks.js';
import { execute } from './execution.js';

const project = installTarball();
const blocks = markdownBlocks(readFileSync(join(root, 'README.md'), 'utf8'));
const executed = blocks.filter(({ notExecuted }) => notExecuted === undefined);

describe('README.md', () => {
  it('has at least three programs that are executed', () => expect(executed.length).toBeGreaterThanOrEqual(3));

  it.each(executed)('prints what it promises in the program of line $line', async (block) => {
    const { printed, promised } = await execute(project, block);
    expect(printed).toEqual(promised);
  });
});
