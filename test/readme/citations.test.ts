/** build/citations.mjs accepts the project, and finds a planted citation of what does not exist. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../package/tarball.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** What the check says of a project with these files; of this one if there are none. */
function check(files?: Record<string, string>) {
  const folder = files ? mkdtempSync(join(tmpdir(), 'romulus-citations-')) : root;
  if (files) folders.push(folder);
  for (const [name, text] of Object.entries(files ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'build/citations.mjs'), folder], {
    encoding: 'utf8',
  });
  return { status, errors: stderr.trimEnd().split('\n').filter(Boolean) };
}

const section = (number: string) => `<a id="${number}"></a>\n\n## ${number} Title\n`;
const page = `# Cipher\n\n${section('1')}\n${section('1.1')}`;
// In pieces, as this file is checked too.
const pages = 'docs/algorithms';
const cite = (name: string, number: string) => `[${name} ${number}]`;
const citeAtLength = (name: string, number: string) => `${pages}/${name}.md, ${number}`;

it('accepts the project', () => expect(check()).toEqual({ status: 0, errors: [] }));

describe.each(['wasm-src/a.hpp', 'ts/a.ts', 'test/b/a.ts', 'native/a.cpp', 'fuzz/a.hpp', 'constant-time/a.cpp'])(
  'in %s',
  (file) => {
    const withCode = (code: string) =>
      check({ [`${pages}/cipher.md`]: page, [`${pages}/cipher-2.md`]: page, [file]: code });

    it('accepts citations of sections that exist', () =>
      expect(
        withCode(`// ${cite('cipher', '1')} and ${cite('cipher', '1.1')}\n// ${citeAtLength('cipher', '1.1')}.\n`),
      ).toEqual({
        status: 0,
        errors: [],
      }));

    const refused = [
      [cite('cipher', '1.2'), `${pages}/cipher.md has no section 1.2`],
      [cite('cipher', '2'), `${pages}/cipher.md has no section 2`],
      [cite('chipher', '1'), 'docs/algorithms has no page chipher.md'],
      [citeAtLength('cipher', '1.10'), `${pages}/cipher.md has no section 1.10`],
      [citeAtLength('other', '1'), 'docs/algorithms has no page other.md'],
      [cite('cipher', '1, 1.1'), `not a citation: ${cite('cipher', '1, 1.1')}`],
      ['[cipher', 'not a citation: [cipher'],
      ['[cipher-2', 'not a citation: [cipher-2'],
      ['[cipher-2 1, 1]', 'not a citation: [cipher-2 1, 1]'],
    ];

    it(`refuses ${refused.map(([citation]) => citation).join(', ')}`, () =>
      expect(withCode(refused.map(([citation]) => `// As in ${citation}\n`).join(''))).toEqual({
        status: 1,
        errors: refused.map(([, error], i) => `${file}:${i + 1}: ${error}`),
      }));
  },
);

describe('on a page', () => {
  const withPage = (text: string) =>
    check({ [`${pages}/cipher.md`]: page, [`${pages}/cipher-2.md`]: page, [`${pages}/mode.md`]: text });

  it.each([
    [`# Mode\n\n${cite('cipher', '2')}(cipher.md#2)\n`, `3: ${pages}/cipher.md has no section 2`],
    [`# Mode\n\n${cite('cipher', '1')}(cipher.md#1.1)\n`, `3: ${cite('cipher', '1')} links elsewhere`],
    ['# Mode\n\nAs in [cipher\n1](cipher.md#1)\n', '3: not a citation: [cipher'],
    ['# Mode\n\nAs in [cipher-2\n1](cipher-2.md#1)\n', '3: not a citation: [cipher-2'],
    ['# Mode\n\n## 1 Title\n', '3: section 1 has no anchor above it'],
    ['# Mode\n\n## Title\n', '3: a section without a number'],
    [`# Mode\n\n${section('1.2')}\n${section('1.2')}`, '9: section 1.2 comes after 1.2'],
    [`# Mode\n\n${section('1.10')}\n${section('1.9')}`, '9: section 1.9 comes after 1.10'],
  ])('refuses %j', (text, error) =>
    expect(withPage(text)).toEqual({ status: 1, errors: [`${pages}/mode.md:${error}`] }),
  );
});
