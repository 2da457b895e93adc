/**
 * Executes the programs of README.md, of pages and of doc comments unchanged, against the installed package. Links, names and
 * commands in documents exist, and the quickstart works.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
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
  it('are found', () => expect(programs.length).toBeGreaterThanOrEqual(39));

  it.each(programs)('print the promised lines: $page, line $line', async (block) => {
    const { printed, promised } = await execute(block);
    expect(printed).toEqual(promised);
  });
});

/** The anchors of a document's headings. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The scripts that a document may name: those of the root, and of the nearest manifest above it. */
function scriptsOf(page: string): Record<string, string> {
  let folder = dirname(page);
  while (!existsSync(join(root, folder, 'package.json'))) folder = dirname(folder);
  return Object.assign({}, ...['.', folder].map((each) => JSON.parse(read(join(each, 'package.json'))).scripts));
}

it.each(tracked.filter((page) => page.endsWith('.md')))('%s names files, headings and commands that exist', (page) => {
  const text = read(page);
  for (const [, link = '', , heading] of text.matchAll(/\]\((?!\w+:)([^)#]*)(#([^)]+))?\)/g)) {
    const target = link ? posix.join(page, '..', link) : page;
    // The repository does not contain files that a command makes.
    expect(
      tracked.some((file) => file === target || file.startsWith(posix.join(target, '/'))),
      link,
    ).toBe(true);
    if (heading && target.endsWith('.md')) expect(headingsOf(read(target)), `${link}#${heading}`).toContain(heading);
  }
  for (const [, script = ''] of text.matchAll(/npm run\s+(?:--silent )?([\w:-]*\w)/g))
    expect(scriptsOf(page)).toHaveProperty([script]);
});

const files = ['ts', 'wasm-src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);

it.each([
  ['docs/architecture.md', /(?<=`)(?:ts|wasm-src)\/[\w./-]+(?=`)/g, 15],
  ['docs/architecture.svg', /[\w/-]+\.(?:ts|hpp|cpp)\b/g, 20],
])('%s names files that exist', (document, pattern, least) => {
  const named = read(document).match(pattern) ?? [];
  expect(named.length).toBeGreaterThan(least);
  const exists = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name.replace(/\/$/, '')}`));
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

it('SECURITY.md names tests that exist for each promise of its table', () => {
  const [, , ...rows] = read('SECURITY.md').matchAll(/^\| .+? +\| .+? +\| (.+?) +\|$/gm);
  expect(rows.length).toBeGreaterThan(10);
  for (const path of rows.flatMap(([, tests = '']) => tests.split(', ').map((path) => path.slice(1, -1)))) {
    const files = tracked.filter((file) => file === path || (path.endsWith('/') && file.startsWith(path)));
    const isCheck = (file: string) => /^test\/.+\.test\.ts$|^(tools|verify)\/.+\.m?[tj]s$/.test(file);
    expect(files.some(isCheck), path).toBe(true);
  }
});

it('npm run quickstart shows each result with its speed, and a file that opens by the command that it prints', () => {
  const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: root, maxBuffer: 1 << 24 });
  const shown = String(run('node tools/build/quickstart.mjs'));
  const [command = '', keyFile = ''] = /^ {2}(node dist\/cli\.js decrypt --key (\S+) .*)$/m.exec(shown)!.slice(1);
  onTestFinished(() => rmSync(dirname(keyFile), { recursive: true }));
  expect(run(command).toString()).toBe(read('README.md'));
  expect(shown.match(/ \d+ MB\/s$/gm)).toHaveLength(4);
  expect(shown).toMatch(/with one bit changed +ERR_ROMULUS_AUTH\n/);
  expect(shown.match(/^ {2}npm /gm)).toHaveLength(3);
});
