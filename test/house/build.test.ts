/** The scripts of tools/ fail where they should: a copy of this project is changed, and built or checked. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suites } from '../../suites.mjs';
import { isMissing } from '../fixtures/programs.js';
import { root } from '../package/tarball.js';
import { change, copyOfProject } from './planted.js';

const timeout = 240_000;
/** The last suite: any will do. */
const key = Object.keys(suites).at(-1) as string;

/** What a script says of a copy. */
function run(folder: string, script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('tools', script), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

let folder = '';
beforeAll(() => {
  folder = copyOfProject();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
});

/** What a test changes is as it was in the next one. */
const changed = ['wasm-src', 'ts', 'dist', 'docs', 'examples'];
beforeEach(() => {
  for (const name of changed) {
    const filter = (path: string) => !path.slice(root.length).includes('node_modules');
    cpSync(join(root, name), join(folder, name), { recursive: true, force: true, filter });
  }
});

describe.skipIf(isMissing('em++'))('npm run build:wasm', () => {
  const build = (...args: string[]) => run(folder, 'build/wasm.mjs', ...args, key);

  it('accepts what is there', { timeout }, () => {
    expect(build('--check')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(
        new RegExp(`^(ts/suites/${key}/(portable|simd128)\\.generated\\.ts: as the sources give it\n){2}$`),
      ),
    });
  });

  it('refuses a module of which a character is changed', { timeout }, () => {
    const file = `ts/suites/${key}/simd128.generated.ts`;
    change(folder, file, '%', '&');
    expect(build('--check')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${file}: not what the sources give`),
    });
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

describe('npm run check -- size', () => {
  it('accepts what is there', { timeout }, () => {
    expect(run(folder, 'release/size.mjs')).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['index', 'by-url'])('refuses %s with five kilobytes more', { timeout }, (entry) => {
    const more = randomBytes(3600).toString('base64');
    change(folder, `dist/${entry}.js`, 'export {', `export const more = '${more}';\nexport {`);
    expect(run(folder, 'release/size.mjs').status).toBe(1);
  });
});

describe('npm run docs -- --check', () => {
  const check = () => run(folder, 'build/docs.mjs', '--check');

  it('accepts what is there', { timeout }, () => {
    expect(check().status).toBe(0);
  });

  it.each([
    ['a function without an example', ' * @example\n', '', 'has no @example'],
    ['another text than that of docs/api', 'Whether two byte arrays', 'Whether two arrays', 'docs/api differs'],
  ])('refuses %s', { timeout }, (_, from, to, message) => {
    change(folder, 'ts/api/timing-safe-equal.ts', from, to);
    const { status, stdout, stderr } = check();
    // Either by itself: who writes docs/api anew must still be told that an example is missing.
    const said = ['has no @example', 'docs/api differs'].filter((text) => (stdout + stderr).includes(text));
    expect({ status, said }).toEqual({ status: 1, said: [message] });
  });

  it('refuses another file for pages than the guide has the hash of', { timeout }, () => {
    expect(existsSync(join(folder, 'docs/guide.md'))).toBe(true);
    change(folder, 'docs/guide.md', 'sha384-', 'sha384-A');
    expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('shows the hash of another') });
  });
});
