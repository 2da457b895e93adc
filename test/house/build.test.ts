/**
 * The build of the modules fails where it should: the tests change and build a copy of this project. The constant-time
 * checks refuse a field that the compiler does not confirm.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
const copy = (name: string) => cpSync(join(root, name), join(folder, name), { recursive: true });
for (const name of ['tools', 'package.json', 'tsconfig.json']) copy(name);
// Tests change these, so each begins with new copies.
beforeEach(() => ['wasm-src', 'ts'].forEach(copy));

/** Replaces a text in a file, which must contain it. */
function change(file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, file), text.replace(from, to));
}

describe.skipIf(isMissing('em++'))('npm run build:wasm', () => {
  const build = (...args: string[]) => {
    const argv = ['--import', import.meta.resolve('tsx'), join(folder, 'tools/build/wasm.ts'), ...args, key];
    return spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' });
  };

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
