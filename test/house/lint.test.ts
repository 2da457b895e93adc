/** `npm run lint` finds planted faults. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { suites } from '../../ts/suites/table.js';
import { root } from '../package/tarball.js';
import { change, copyOfProject, projectOf, run } from './planted.js';

const timeout = 60_000;
const second = Object.keys(suites)[1] as string;

// Citations are made of pieces: lint checks this file too.
const pages = 'docs/algorithms';
const section = (number: string) => `<a id="${number}"></a>\n\n## ${number} Title\n`;
const cite = (page: string, number: string) => `[${page} ${number}]`;
const integrity = `sha512-${'A'.repeat(86)}==`;
const lock = (packages: object, others = {}) => JSON.stringify({ lockfileVersion: 3, packages, ...others });
const upwards = 'includes point down; move what it needs down';

/** Files that no rule refuses. */
const tree = {
  [`${pages}/cipher.md`]: `# Cipher\n\n${section('1')}\n${section('1.10')}`,
  'ts/a.ts': `// As in ${cite('cipher', '1')}, and ${pages}/cipher.md, 1.10. It disappears.\n`,
  'wasm-src/common/block.hpp': '#include <cstdint>\n',
  'wasm-src/primitives/one/one.hpp': '#include "../../common/block.hpp"\n',
  'wasm-src/suites/two/module.cpp': '#include "../../primitives/one/one.hpp"\n#include "two.hpp"\n',
  'wasm-src/suites/two/two.hpp': '',
  'package-lock.json': lock({
    '': {},
    '../..': {},
    'node_modules/x': { integrity },
    'node_modules/y': { resolved: '../..', link: true },
  }),
};
const lint = (files: object) => run(root, 'tools/lint/main.ts', projectOf({ ...tree, ...files }));

it('accepts a correct project', { timeout }, () => expect(lint({})).toMatchObject({ status: 0, stderr: '' }));

/** A file, its planted text, and the finding for each line. */
const planted: [file: string, text: string, ...findings: string[]][] = [
  [
    'wasm-src/common/cited.hpp',
    ['cipher 1.2]', 'chiffre 1]', 'cipher 1, 1.10]', 'cipher'].map((text) => `// [${text}\n`).join(''),
    `1: ${pages}/cipher.md has no section 1.2`,
    `2: ${pages} has no page chiffre.md`,
    `3: not a citation: ${cite('cipher', '1, 1.10')}`,
    '4: not a citation: [cipher',
  ],
  ['verify/a.cpp', `// ${pages}/cipher.md, 2\n`, `1: ${pages}/cipher.md has no section 2`],
  [
    `${pages}/mode.md`,
    `${cite('cipher', '1')}(cipher.md#2)\n[cipher\n1](cipher.md#1)\n## 1 Title\n${section('1.10')}${section('1.9')}## Title\n`,
    `1: ${cite('cipher', '1')} links elsewhere`,
    '2: not a citation: [cipher',
    '4: section 1 has no anchor above it',
    '10: section 1.9 comes after 1.10',
    '11: a section without a number',
  ],
  ['wasm-src/lanes.hpp', '', '1: is in none of common/, primitives/, modes/, suites/'],
  [
    'wasm-src/primitives/one/kernel.hpp',
    '#include "one.hpp"\n#include "../../suites/two/two.hpp"\n#include "../other/other.hpp"\n # include "../../../verify/a.hpp"\n',
    `2: includes wasm-src/suites/two/two.hpp: ${upwards}`,
    `3: includes wasm-src/primitives/other/other.hpp: ${upwards}`,
    `4: includes verify/a.hpp: ${upwards}`,
  ],
  ['wasm-src/modes/m/m.hpp', '#include "n.hpp"\n', '1: includes itself: move what both need out'],
  ['wasm-src/modes/m/n.hpp', '#include "m.hpp"\n', '1: includes itself: move what both need out'],
  [
    'examples/one/package-lock.json',
    lock({
      '': { dependencies: { v: '1' } },
      'node_modules/w': { integrity: 'sha1-2jmj7l5rSw0yVb/' },
      'node_modules/x': { integrity, resolved: 'https://example.org/x.tgz', optionalDependencies: { 'x-darwin': '1' } },
      'node_modules/x/node_modules/y': {},
      'node_modules/z': { resolved: 'https://example.org/z.tgz', link: true },
    }),
    '1: the project needs v, which has no entry',
    '1: node_modules/w has no SHA-512',
    '1: node_modules/x comes from https://example.org/x.tgz',
    '1: node_modules/x needs x-darwin, which has no entry',
    '1: node_modules/x/node_modules/y has no SHA-512',
    '1: node_modules/z comes from https://example.org/z.tgz',
  ],
  ['examples/two/package-lock.json', lock({}, { dependencies: {} }), '1: is not of version 3'],
];

it('refuses planted faults, and names their places', { timeout }, () => {
  const { status, stderr } = lint(Object.fromEntries(planted));
  const expected = planted.flatMap(([file, , ...findings]) => findings.map((finding) => `${file}:${finding}`));
  expect(stderr.trimEnd().split('\n').sort()).toEqual(expected.sort());
  expect(status).toBe(1);
});

it('names the checkers of workflows that are missing', { timeout }, () => {
  const run = (CI: string) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'tools/lint/workflows.ts'], {
      cwd: root,
      env: { PATH: '', CI },
      encoding: 'utf8',
    });
  const message = (name: string) => `${name} is missing, so it did not check the workflows: .ci/checkers installs it\n`;
  const stderr = message('zizmor') + message('actionlint');
  expect(run('')).toMatchObject({ status: 0, stderr });
  expect(run('true')).toMatchObject({ status: 1, stderr });
});

it('refuses imports that point up, and circles', { timeout }, () => {
  const imports = {
    base: ['ts/base/a', 'ts/messages/b'],
    'api-above': ['ts/messages/a', 'ts/api/g'],
    engine: ['ts/engine/a', 'ts/pool/b'],
    'other-suite': ['ts/suites/one/a', 'ts/suites/two/b'],
    suite: ['ts/api/a', 'ts/suites/one/b'],
    'not-romulus': ['ts/stream/a', 'ts/suites/two/b'],
    'pool-above': ['ts/stream/c', 'ts/pool/b'],
    'stream-above': ['ts/api/c', 'ts/stream/b'],
    'program-below': ['ts/cli/a', 'ts/api/b'],
    program: ['test/a', 'ts/cli/b'],
    unpackaged: ['ts/api/d', 'bench/b'],
    circle: ['ts/api/e', 'ts/api/f'],
  };
  const up = (file: string) => '../'.repeat(file.split('/').length - 1);
  const files = Object.values(imports).flatMap(([from = '', to]) => [
    [`${to}.ts`, 'export type T = 1;\n'],
    [`${from}.ts`, `export type { T } from '${up(from)}${to}.js';\n`],
  ]);
  const folder = projectOf({ ...Object.fromEntries(files), 'ts/api/f.ts': "import type { T } from './e.js';\n" });
  const config = ['--config', join(root, 'config/dependency-cruiser.mjs'), '--output-type', 'json'];
  const { stdout } = run(folder, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs', ...config, 'ts', 'test');
  const found: { rule: { name: string }; from: string }[] = JSON.parse(stdout).summary.violations;
  expect(found.map(({ rule, from }) => `${from}: ${rule.name}`)).toEqual(
    expect.arrayContaining(Object.entries(imports).map(([rule, [from]]) => `${from}.ts: ${rule}`)),
  );
});

it('refuses a manifest that the table would change, and format writes it', { timeout }, () => {
  const copy = copyOfProject({ generated: true });
  const manifests = (...args: string[]) => run(copy, 'tools/build/manifests.ts', ...args).status;
  expect(manifests('--check')).toBe(0);
  change(copy, 'config/typedoc.json', '"../ts/pool/index.ts",', '');
  change(copy, 'package.json', '"default": "./dist/stream.js"', '"default": "./dist/pool.js"');
  change(copy, `${pages}/README.md`, `[${second}.md](${second}.md)`, '[x.md](x.md)');
  expect(manifests('--check')).toBe(1);
  expect(manifests()).toBe(0);
  expect(manifests('--check')).toBe(0);
});
