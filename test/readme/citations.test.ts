/** tools/lint/citations.mjs accepts the project, and finds a planted citation of what does not exist. */
import { describe, expect, it } from 'vitest';
import { accepted, checkFiles, refused, run } from '../house/planted.js';

const section = (number: string) => `<a id="${number}"></a>\n\n## ${number} Title\n`;
const page = `# Cipher\n\n${section('1')}\n${section('1.1')}`;
// In pieces, as this file is checked too.
const pages = 'docs/algorithms';
const cipherPages = { [`${pages}/cipher.md`]: page, [`${pages}/cipher-2.md`]: page };
const cite = (name: string, number: string) => `[${name} ${number}]`;
const citeAtLength = (name: string, number: string) => `${pages}/${name}.md, ${number}`;

it('accepts the project', () => expect(run('citations')).toEqual(accepted));

describe.each([
  'wasm-src/a.hpp',
  'ts/a.ts',
  'test/b/a.ts',
  'verify/native/a.cpp',
  'verify/fuzz/a.hpp',
  'verify/constant-time/a.cpp',
])('in %s', (file) => {
  const withCode = (code: string) => checkFiles('citations', { ...cipherPages, [file]: code });

  it('accepts citations of sections that exist', () =>
    expect(
      withCode(`// ${cite('cipher', '1')} and ${cite('cipher', '1.1')}\n// ${citeAtLength('cipher', '1.1')}.\n`),
    ).toEqual(accepted));

  const wrong = [
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

  it(`refuses ${wrong.map(([citation]) => citation).join(', ')}`, () =>
    expect(withCode(wrong.map(([citation]) => `// As in ${citation}\n`).join(''))).toEqual(
      refused(...wrong.map(([, error], i) => `${file}:${i + 1}: ${error}`)),
    ));
});

describe('on a page', () => {
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
    expect(checkFiles('citations', { ...cipherPages, [`${pages}/mode.md`]: text })).toEqual(
      refused(`${pages}/mode.md:${error}`),
    ),
  );
});
