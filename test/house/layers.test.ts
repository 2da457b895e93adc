/** tools/lint/layers.mjs finds planted includes that point up or aside. */
import { expect, it } from 'vitest';
import { accepted, checkFiles, refused } from './planted.js';

const [block, cipher] = ['wasm-src/common/block.hpp', 'wasm-src/primitives/cipher/cipher.hpp'];
const other = 'wasm-src/primitives/other/other.hpp';
const [one, two] = ['wasm-src/suites/one/module.cpp', 'wasm-src/suites/two/two.hpp'];
const tree = {
  [block]: '#pragma once\n#include <cstdint>\nnamespace blocks {}\n',
  [cipher]: '#include "../../common/block.hpp"\nnamespace cipher {}\n',
  [other]: 'namespace other {}\n',
  [one]: '#include "../../primitives/cipher/cipher.hpp"\nusing cipher::Block;\n',
  [two]: 'namespace two {}\n',
};

it('accepts includes that point down', () => expect(checkFiles('layers', tree)).toEqual(accepted));

const down = 'includes point down: move what it needs to';
const both = 'includes no other: move what both need down';
const parts = 'wasm-src/common/, wasm-src/primitives/, wasm-src/modes/, wasm-src/suites/';
it.each([
  [
    'wasm-src/common/vector.hpp',
    '\n#include "../primitives/cipher/cipher.hpp"\n',
    `2: includes ${cipher}; ${down} common/`,
  ],
  [other, '#include "../../suites/two/two.hpp"\n', `1: includes ${two}; ${down} primitives/`],
  [other, '#include "../cipher/cipher.hpp"\n', `1: includes ${cipher}; a part of primitives/ ${both}`],
  [one, '  #  include "../two/two.hpp"\n', `1: includes ${two}; a part of suites/ ${both}`],
  [one, '#include "missing.hpp"\n', '1: includes wasm-src/suites/one/missing.hpp; which is not in wasm-src/'],
  [
    one,
    '#include "../../../verify/native/caller.hpp"\n',
    '1: includes verify/native/caller.hpp; which is not in wasm-src/',
  ],
  [
    block,
    '// cipher::Block is meant.\nusing cipher::Block;\n',
    '2: names the namespace cipher; which common may not know: move what it needs down',
  ],
  [
    other,
    'namespace two {}\n',
    '1: names the namespace two; which primitives/other may not know: move what it needs down',
  ],
  [one, '#include SUITE\n', '1: includes what a macro names; write its path'],
  ['wasm-src/lanes.hpp', '', `1: is in none of ${parts}; move it to one`],
  [
    two,
    '#pragma once\n#include "two.hpp"\n',
    `2: includes itself: ${two} -> ${two}; move what both need to a third file`,
  ],
])('refuses in %s: %j', (file, text, error) =>
  expect(checkFiles('layers', { ...tree, [file]: text })).toEqual(refused(`${file}:${error}`)),
);

const list = 'tools/lint/exceptions.json';
const excepting = (error: string) => ({ [list]: JSON.stringify({ layers: { [error]: 'to be cured' } }) });

it('accepts what is listed as an exception', () => {
  const upwards = { ...tree, [block]: '#include "../suites/two/two.hpp"\n' };
  expect(checkFiles('layers', { ...upwards, ...excepting(`${block}: includes ${two}`) })).toEqual(accepted);
});

it('refuses an exception that nothing needs', () =>
  expect(checkFiles('layers', { ...tree, ...excepting(`${block}: is wrong`) })).toEqual(
    refused(`${list}:1: nothing needs the exception "${block}: is wrong"; delete it`),
  ));
