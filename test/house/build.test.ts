/**
 * The scripts of tools/ fail where they should: the tests change, build and check a copy of this project. The constant-time
 * checks know fields by their names, and refuse a field that the compiler does not confirm.
 */
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withPlaces } from '../../tools/build/places.js';
import { suites } from '../../ts/suites/table.js';
import { suites as checkedSuites, type PublicFields, type Suite } from '../../verify/constant-time/declarations.js';
import { layoutOf } from '../../verify/constant-time/layout.js';
import { exportsOf, moduleOf } from '../../verify/constant-time/modules.js';
import { isMissing } from '../fixtures/programs.js';
import { root } from '../package/tarball.js';
import { change, copyOfProject, run } from './planted.js';

const timeout = 240_000;
/** The last two suites; any two with one build would do. */
const [other, key] = Object.keys(suites).slice(-2) as [string, string];

let folder = '';
beforeAll(() => {
  folder = copyOfProject();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
});

/** Restored before each test. */
const changed = ['wasm-src', 'ts', 'dist', 'docs', 'examples'];
beforeEach(() => {
  for (const name of changed) {
    const filter = (path: string) => !path.slice(root.length).includes('node_modules');
    cpSync(join(root, name), join(folder, name), { recursive: true, force: true, filter });
  }
});

describe.skipIf(isMissing('em++'))('npm run build:wasm', () => {
  const build = (...args: string[]) => run(folder, 'tools/build/wasm.ts', ...args, key);

  it('refuses a module of which a character is changed, and no other', { timeout }, () => {
    const file = `ts/suites/${key}/simd128.generated.ts`;
    change(folder, file, '%', '&');
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
    change(folder, file, 'namespace common {', `${declaration}namespace common {`);
    change(folder, file, comparison, `${comparison} ${statement}`);
    const { status, stderr } = build();
    expect(stderr).toContain(message);
    expect(status).not.toBe(0);
  });
});

it('npm run lint refuses a manifest that the table of suites would change, and npm run format writes it', {
  timeout,
}, () => {
  const manifests = (...args: string[]) => run(folder, 'tools/build/manifests.ts', ...args).status;
  expect(manifests('--check')).toBe(0);
  change(folder, 'package.json', '"default": "./dist/stream.js"', '"default": "./dist/pool.js"');
  change(folder, 'docs/algorithms/README.md', `[${key}.md](${key}.md)`, '[x.md](x.md)');
  expect([manifests('--check'), manifests(), manifests('--check')]).toEqual([1, 0, 0]);
});

describe('npm run docs -- --check', () => {
  it.each([
    ['a function without an example', 'ts/api/secrets.ts', ' * @example\n', '', 'has no @example'],
    ['another hash than that of the file for pages', 'docs/guide.md', 'sha384-', 'sha384-A', 'shows another hash'],
  ])('refuses %s', { timeout }, (_, file, from, to, message) => {
    change(folder, file, from, to);
    const { status, stdout, stderr } = run(folder, 'tools/build/docs.ts', '--check');
    expect(stdout + stderr).toContain(message);
    expect(status).toBe(1);
  });

  it('knows the places that the tests have, and refuses those that no test iterates over', () => {
    const guide = readFileSync(join(root, 'docs/guide.md'), 'utf8');
    const otherPlaces = guide.replace(/(?<=^\| .*)Bun/m, 'Bone');
    expect(otherPlaces).not.toBe(guide);
    expect(withPlaces(otherPlaces, folder)).toBe(guide);
    change(folder, 'test/package/consumers/others.test.ts', "places['consumers/others#next", "['");
    expect(() => withPlaces(guide, folder)).toThrow('does not iterate over the rows consumers/others#next');
  });
});

const [first, second] = checkedSuites as [Suite, Suite];
const declaring = (...fields: PublicFields[]): Suite => ({ ...first, declaration: { fields, verdicts: [] } });
const fieldsOf = async (name: string) =>
  (await layoutOf(declaring(['known', name]), 'javascript', exportsOf(moduleOf('javascript')))).fields;

describe.skipIf(isMissing('em++'))('a field of the constant-time checks', { timeout: 60_000 }, () => {
  it('lies where the compiler says, a private one too', async () => {
    expect(await fieldsOf('aead.{mode,n.counter_}')).toMatchObject([
      { name: 'aead.mode', region: 'state', width: 4, count: 1 },
      { name: 'aead.n.counter_', region: 'state', width: 8, count: 1 },
    ]);
  });

  it('shares its place with another member of a union, or with those behind it', async () => {
    expect(await fieldsOf('aead.{mode,mode}')).toMatchObject([{ name: 'aead.mode, aead.mode' }]);
    expect(await fieldsOf('aead.m.{odd_&ad_odd_&due_}')).toMatchObject([{ width: 1, count: 3 }]);
  });

  it.each([
    ['aead.nothing_', "no member named 'nothing_'"],
    ['aead.m.{odd_&due_}', 'a member does not lie behind the one before it'],
    ['aead.{mode&n.counter_}', 'or has another width'],
  ])('is refused where the sources have none: %s', (name, message) => expect(fieldsOf(name)).rejects.toThrow(message));

  it('is refused if the sources give another module', () =>
    expect(layoutOf(first, 'simd128', exportsOf(moduleOf('simd128', second.key)))).rejects.toThrow(
      'wasm-src/ has another layout than the module',
    ));
});
