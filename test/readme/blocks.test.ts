/** The search for programs in documentation, and their execution, tried on small samples. */
import { describe, expect, it } from 'vitest';
import { installTarball } from '../package/tarball.js';
import { exampleBlocks, markdownBlocks, promisedLines } from './blocks.js';
import { execute } from './execution.js';

const project = installTarball();

const fence = '```';
const markdown = `# Title

${fence}js
import { romulusH } from 'romulus-wasm';
console.log((await romulusH(new Uint8Array())).length); // => 32
${fence}

${fence}ts title="typed"
import { type Bytes, generateKey } from 'romulus-wasm';
const key: Bytes = generateKey();
console.log('a key', key.length === 16);
console.log(\`\${key.length} bytes\`); // => 16 bytes
${fence}

1. In a list:

   ${fence}js
   const { generateKey } = require('romulus-wasm');
   console.log(generateKey().length); // => 17
   ${fence}

${fence}sh
npm install romulus-wasm
${fence}

${fence}js
const nothing = 'of the package';
${fence}

<!-- not executed: it runs in a page -->

${fence}js
import { seal } from 'romulus-wasm';
document.title = 'sealed';
${fence}

${fence}js
import { missing } from 'romulus-wasm';
${fence}
`;

describe('Markdown', () => {
  const blocks = markdownBlocks(markdown);

  it('has a block for each program that imports the package', () => {
    expect(blocks.map(({ line, language, notExecuted }) => ({ line, language, notExecuted }))).toEqual([
      { line: 4, language: 'js', notExecuted: undefined },
      { line: 9, language: 'ts', notExecuted: undefined },
      { line: 18, language: 'js', notExecuted: undefined },
      { line: 33, language: 'js', notExecuted: 'it runs in a page' },
      { line: 38, language: 'js', notExecuted: undefined },
    ]);
    expect(blocks.map(promisedLines)).toEqual([['32'], ['16 bytes'], ['17'], [], []]);
    expect(blocks[2]!.code).toMatch(/^const .*\nconsole.log/);
  });

  it('is executed as it stands', async () => {
    const [esm, typed, wrong, , failing] = blocks;
    expect(await execute(project, esm!)).toEqual({ printed: ['32'], promised: ['32'] });
    expect(await execute(project, typed!)).toEqual({ printed: ['16 bytes'], promised: ['16 bytes'] });
    expect(await execute(project, wrong!)).toEqual({ printed: [], promised: ['17'] });
    await expect(execute(project, failing!)).rejects.toThrow(/does not provide an export named 'missing'/);
  });
});

describe('doc comments', () => {
  it('have a block for each @example', () => {
    const source = `/**
 * Text.
 *
 * @example
 * const key = generateKey();
 * if (key) {
 *   wipe(key);
 * }
 * @returns nothing
 */
export interface Thing {
  /**
   * @example
   * ${fence}ts
   * wipe();
   * ${fence}
   */
  method(): void;
}
`;
    expect(exampleBlocks(source).map(({ line, code }) => ({ line, code: code.trim() }))).toEqual([
      { line: 5, code: 'const key = generateKey();\nif (key) {\n  wipe(key);\n}' },
      { line: 14, code: 'wipe();' },
    ]);
  });
});
