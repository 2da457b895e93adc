/** tools/lint/numbers.mjs finds planted numbers of papers that cite no section or have no name. */
import { expect, it } from 'vitest';
import { accepted, checkFiles, refused } from './planted.js';

// In pieces, as this file is checked for citations too.
const cite = (section: string) => `[cipher ${section}]`;
const definition = 'wasm-src/primitives/cipher/cipher.hpp';
const kernel = 'wasm-src/primitives/cipher/portable.hpp';
const domains = 'wasm-src/suites/one/domains.hpp';
const tree = {
  [definition]: [
    `// ${cite('1')}`,
    'inline constexpr unsigned rounds = 40;',
    'inline constexpr std::array<int, 2> table = {1, 2};',
    '',
    `// The members ${cite('2')}.`,
    'struct Member {',
    '  static constexpr unsigned width = 128;',
    '};',
    'constexpr unsigned next(unsigned x) { return x + 1; }',
    '',
  ].join('\n'),
  [kernel]: [
    '#include "cipher.hpp"',
    'static constexpr unsigned lanes = 8;',
    'x = x & 0x00ff00ff00ff00ff & 0xffff0000 ^ 0x0f0f0f0f;',
    'for (unsigned i = 0; i < 256; i++) x ^= 0x80;',
    'static_assert(rounds == 0x1234);',
    '',
  ].join('\n'),
  [domains]: `// The domains ${cite('3')}.\nenum Domain { ad = 1, text = 2 };\n`,
};

it('accepts constants below a citation, masks, and what a kernel counts', () =>
  expect(checkFiles('numbers', tree)).toEqual(accepted));

const uncited = (file: string, line: number, name: string) =>
  `${file}:${line}: ${name} cites no section; write the section of docs/algorithms above it`;
const nameless = (file: string, line: number, number: string) =>
  `${file}:${line}: has the number ${number}; give it a name, and cite where it is from`;
it.each([
  [
    definition,
    `// ${cite('1')}`,
    '// Of the paper.',
    uncited(definition, 2, 'rounds'),
    uncited(definition, 3, 'table'),
  ],
  [definition, 'unsigned rounds = 40;', 'unsigned rounds = 40;\n', uncited(definition, 4, 'table')],
  [definition, ` ${cite('2')}`, '', uncited(definition, 7, 'width')],
  [definition, 'return x + 1', 'return x + 0x171', nameless(definition, 9, '0x171')],
  [domains, ` ${cite('3')}`, '', uncited(domains, 2, 'Domain')],
  [kernel, '0x80', '0x171', nameless(kernel, 4, '0x171')],
  [kernel, '0x0f0f0f0f', '0x0f0f0f0e', nameless(kernel, 3, '0x0f0f0f0e')],
  [kernel, '256', '1000', nameless(kernel, 4, '1000')],
])('refuses in %s: %j made %j', (file, before, after, ...errors) => {
  const text = tree[file as keyof typeof tree];
  expect(text).toContain(before);
  const found = checkFiles('numbers', { ...tree, [file]: text.replace(before, after) });
  expect(found).toEqual(refused(...errors));
});
