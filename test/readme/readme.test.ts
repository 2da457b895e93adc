/** Executes the programs of README.md and of the pages beside it as they stand, against the installed package. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installTarball, root } from '../package/tarball.js';
import { markdownBlocks } from './blocks.js';
import { execute } from './execution.js';

const project = installTarball();
const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const programs = ['README.md', ...pages.map((name) => `docs/${name}`)].flatMap((page) =>
  markdownBlocks(readFileSync(join(root, page), 'utf8')).map((block) => ({ page, ...block })),
);
const executed = programs.filter(({ notExecuted }) => notExecuted === undefined);

describe('the programs of the pages', () => {
  it.each([
    ['README.md', 5],
    ['docs/guide.md', 7],
    ['docs/suites.md', 2],
  ])('are executed: %s', (page, count) => expect(executed.filter((block) => block.page === page)).toHaveLength(count));

  it.each(executed)('print what they promise: $page, line $line', async (block) => {
    const { printed, promised } = await execute(project, block);
    expect(printed).toEqual(promised);
  });
});

it('fail where a program prints something else, or does not run', async () => {
  const block = { line: 1, language: 'js' } as const;
  const wrong = "console.log((await import('romulus-wasm')).generateKey().length); // => 17";
  expect(await execute(project, { ...block, code: wrong })).toEqual({ printed: [], promised: ['17'] });
  const failing = "import { missing } from 'romulus-wasm';";
  await expect(execute(project, { ...block, code: failing })).rejects.toThrow(/does not provide an export named/);
});

describe('README.md', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  it('has fewer than 200 lines', () => expect(readme.match(/\n/g)?.length).toBeLessThan(200));

  it('shows a digest in hexadecimal', () => expect(readme).toMatch(/console\.log\(.*\/\/ => [0-9a-f]{64}$/m));
});

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const documents = tracked.filter((page) => page.endsWith('.md'));

/** The scripts of the project that a document is of: the one whose manifest is nearest above it. */
function scriptsAbove(page: string): Record<string, string> {
  let folder = join(root, dirname(page));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts;
}

describe.each(documents)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, match]) => match as string);

  // A file that a command makes is missing where the repository is read.
  it('links to files of the repository', () => {
    for (const link of matches(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      const target = posix.join(page, '..', link);
      expect(
        tracked.some((file) => file === target || file.startsWith(posix.join(target, '/'))),
        link,
      ).toBe(true);
    }
  });

  it('names commands that exist', () => {
    const scripts = { ...scriptsAbove('README.md'), ...scriptsAbove(page) };
    for (const script of matches(/npm run\s+(?:--silent )?([\w:-]*\w)/g)) expect(scripts).toHaveProperty([script]);
  });

  it('wraps prose at 120 characters', () => {
    const prose = text
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .split('\n')
      .filter((line) => !/^(?:\||!\[| {4})/.test(line));
    expect(prose.filter((line) => line.length > 120)).toEqual([]);
  });
});
