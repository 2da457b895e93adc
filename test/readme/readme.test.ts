/** Executes the programs of README.md, of pages and of doc comments unchanged, against the installed package. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { installTarball, root } from '../package/tarball.js';
import { type Block, exampleBlocks, markdownBlocks } from './blocks.js';

const project = installTarball();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');

// Two blocks may start on the same line of two files.
let written = 0;

/** Rejects if the program fails. It may print more lines than it promises. */
async function execute({ code, language, line }: Block): Promise<{ printed: string[]; promised: string[] }> {
  const program = language === 'ts' ? transformSync(code, { loader: 'ts', target: 'es2022' }).code : code;
  const isCommonJs = /\brequire\(/.test(code) && !/^import /m.test(code);
  const file = project.write(`line-${line}-${written++}.${isCommonJs ? 'cjs' : 'mjs'}`, program);
  const promised = [...code.matchAll(/console\.log\(.*\/\/ => (.*)$/gm)].map(([, text = '']) => text.trimEnd());
  const output = await project.run(file);
  return { printed: output.split('\n').filter((printed) => promised.includes(printed)), promised };
}

const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((page) =>
  page.endsWith('.md'),
);
const sources = tracked.filter((file) => /^ts\/.*(?<!\.generated)\.ts$/.test(file)).sort();
const programs = [
  ...pages.flatMap((page) => markdownBlocks(read(page)).map((block) => ({ page, ...block }))),
  ...sources.flatMap((page) => exampleBlocks(read(page)).map((block) => ({ page, ...block }))),
].filter(({ notExecuted }) => notExecuted === undefined);

describe('the programs of pages and doc comments', () => {
  const of = (name: string) => programs.filter(({ page }) => page.startsWith(name));

  it.each([
    ['README.md', 4],
    ['docs/guide.md', 11],
    ['docs/recipes.md', 12],
    ['docs/suites.md', 2],
  ])('are executed: %s', (page, count) => expect(of(page)).toHaveLength(count));

  it('of doc comments are executed, too', () => expect(of('ts/').length).toBeGreaterThanOrEqual(10));

  it.each(programs)('print the promised lines: $page, line $line', async (block) => {
    const { printed, promised } = await execute(block);
    expect(printed).toEqual(promised);
  });
});

/** The anchors of a document's headings, and of its elements with an id. */
const headingsOf = (text: string): string[] => [
  ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...[...text.matchAll(/<a id="([^"]+)"|\{#([\w.-]+)\}/g)].map(([, id, other]) => (id ?? other) as string),
];

/** The scripts that a document may name: those of the nearest manifest above it. */
function scriptsAbove(page: string): Record<string, string> {
  let folder = join(root, dirname(page));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts;
}

describe.each(tracked.filter((page) => page.endsWith('.md')))('%s', (page) => {
  const text = read(page);
  const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, match]) => match as string);

  // The repository does not contain files that a command makes.
  it('links to files of the repository', () => {
    for (const link of matches(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      const target = posix.join(page, '..', link);
      const isThere = tracked.some((file) => file === target || file.startsWith(posix.join(target, '/')));
      expect(isThere, link).toBe(true);
    }
  });

  it('links to headings that exist', () => {
    for (const [, link = '', heading = ''] of text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)) {
      const target = link === '' ? page : posix.join(page, '..', link);
      if (target.endsWith('.md')) expect(headingsOf(read(target)), `${link}#${heading}`).toContain(heading);
    }
  });

  it('names commands that exist', () => {
    const scripts = { ...scriptsAbove('README.md'), ...scriptsAbove(page) };
    for (const script of matches(/npm run\s+(?:--silent )?([\w:-]*\w)/g)) expect(scripts).toHaveProperty([script]);
  });
});
