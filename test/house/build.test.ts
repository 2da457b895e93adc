/**
 * The scripts of tools/ fail where they should: the tests change, build and check a copy of this project. The constant-time
 * checks refuse a field that the compiler does not confirm.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { suites } from '../../ts/suites/table.js';
import { suites as checkedSuites, type Suite } from '../../verify/constant-time/declarations.js';
import { layoutOf } from '../../verify/constant-time/layout.js';
import { exportsOf, moduleOf } from '../../verify/constant-time/modules.js';
import { isMissing } from '../fixtures/programs.js';
import { root, temporaryFolder } from '../package/npm.js';

const timeout = 240_000;
/** The last two suites; any two with one build would do. */
const [other, key] = Object.keys(suites).slice(-2) as [string, string];

const folder = temporaryFolder(afterAll);
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
const isLeft = /(^|\/)node_modules$/;
const copy = (name: string) =>
  cpSync(join(root, name), join(folder, name), {
    recursive: true,
    filter: (path) => !isLeft.test(relative(root, path)),
  });
for (const name of ['config', 'test', 'tools', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE']) copy(name);
// Tests change these, so each begins with new copies.
beforeEach(() => ['wasm-src', 'ts', 'dist', 'docs', 'examples', 'package.json'].forEach(copy));

/** Replaces a text in a file, which must contain it. */
function change(file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  const changed = text.replace(from, () => to);
  writeFileSync(join(folder, file), changed);
}

const run = (program: string, ...args: string[]) =>
  spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), join(folder, program), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

describe.skipIf(isMissing('em++'))('npm run build:wasm', () => {
  const build = (...args: string[]) => run('tools/build/wasm.ts', ...args, key);

  it('refuses a module of which a character is changed, and no other', { timeout }, () => {
    const file = `ts/suites/${key}/simd128.generated.ts`;
    change(file, '%', '&');
    const { status, stdout, stderr } = build('--check', other);
    expect(stderr).toContain(`${file}: not what the sources give`);
    expect(stdout.match(/generated\.ts: as the sources give it\n/g)).toHaveLength(1);
    expect(status).toBe(1);
  });

  it.each([
    ['a stack in memory', '', 'volatile std::uint8_t copy[64]; copy[a[0] & 63] = 1;', 'uses a stack in memory'],
    ['a call of what is not there', 'extern "C" void elsewhere();\n', 'elsewhere();', 'elsewhere'],
  ])('refuses %s', { timeout }, (_, declaration, statement, message) => {
    const file = 'wasm-src/common/block.hpp';
    const comparison = 'inline std::uint32_t equal(Block a, Block b) {';
    change(file, 'namespace common {', `${declaration}namespace common {`);
    change(file, comparison, `${comparison} ${statement}`);
    const { status, stderr } = build();
    expect(stderr).toContain(message);
    expect(status).not.toBe(0);
  });
});

it('npm run lint refuses a manifest that the table of suites would change, and npm run format writes it', {
  timeout,
}, () => {
  const manifests = (...args: string[]) => run('tools/build/manifests.ts', ...args).status;
  expect(manifests('--check')).toBe(0);
  change('package.json', '"default": "./dist/stream.js"', '"default": "./dist/pool.js"');
  expect([manifests('--check'), manifests(), manifests('--check')]).toEqual([1, 0, 0]);
});

describe('npm run docs -- --check', () => {
  it.each([
    ['a function without an example', 'ts/api/secrets.ts', ' * @example\n', '', 'has no @example'],
    ['another place than the tests have', 'docs/guide.md', '; Bun ', '; Bone ', 'or other places than'],
    ['another hash than that of the file for pages', 'docs/guide.md', 'sha384-', 'sha384-A', 'shows another hash'],
    [
      'a place that no test iterates over',
      'test/package/consumers/others.test.ts',
      "places['consumers/others#next",
      "['",
      'does not iterate over the rows consumers/others#next',
    ],
  ])('refuses %s', { timeout }, (_, file, from, to, message) => {
    change(file, from, to);
    const { status, stdout, stderr } = run('tools/build/docs.ts', '--check');
    expect(stdout + stderr).toContain(message);
    expect(status).toBe(1);
  });
});

const [first, second] = checkedSuites as [Suite, Suite];
const withField = (name: string): Suite => ({ ...first, declaration: { fields: [['known', name]], verdicts: [] } });

describe.skipIf(isMissing('em++'))('a field of the constant-time checks', { timeout: 60_000 }, () => {
  it.each<[name: string, message: string]>([
    ['aead.nothing_', "no member named 'nothing_'"],
    ['aead.m.{odd_&due_}', 'a member does not lie behind the one before it'],
    ['aead.{mode&n.counter_}', 'or has another width'],
  ])('is refused where the sources have none: %s', (name, message) =>
    expect(layoutOf(withField(name), 'javascript', exportsOf(moduleOf('javascript')))).rejects.toThrow(message),
  );

  it('is refused if the sources give another module', () =>
    expect(layoutOf(first, 'simd128', exportsOf(moduleOf('simd128', second.key)))).rejects.toThrow(
      'wasm-src/ has another layout than the module',
    ));
});
