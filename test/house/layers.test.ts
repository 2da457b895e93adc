/** build/layers.mjs finds planted includes that point up or aside. */
import { expect, it } from 'vitest';
import { accepted, checkFiles, refused } from './planted.js';

const tree = {
  'wasm-src/common/block.hpp': '#pragma once\n#include <cstdint>\nnamespace blocks {}\n',
  'wasm-src/primitives/cipher/cipher.hpp': '#include "../../common/block.hpp"\nnamespace cipher {}\n',
  'wasm-src/primitives/other/other.hpp': 'namespace other {}\n',
  'wasm-src/suites/one/module.cpp': '#include "../../primitives/cipher/cipher.hpp"\nusing cipher::Block;\n',
  'wasm-src/suites/two/two.hpp': 'namespace two {}\n',
};

it('accepts includes that point down', () => expect(checkFiles('layers', tree)).toEqual(accepted));

it.each([
  [
    'wasm-src/common/vector.hpp',
    '\n#include "../primitives/cipher/cipher.hpp"\n',
    '2: includes wasm-src/primitives/cipher/cipher.hpp; includes point down: move what it needs to common/',
  ],
  [
    'wasm-src/primitives/other/other.hpp',
    '#include "../../suites/two/two.hpp"\n',
    '1: includes wasm-src/suites/two/two.hpp; includes point down: move what it needs to primitives/',
  ],
  [
    'wasm-src/primitives/other/other.hpp',
    '#include "../cipher/cipher.hpp"\n',
    '1: includes wasm-src/primitives/cipher/cipher.hpp; a part of primitives/ includes no other: move what both need down',
  ],
  [
    'wasm-src/suites/one/module.cpp',
    '  #  include "../two/two.hpp"\n',
    '1: includes wasm-src/suites/two/two.hpp; a part of suites/ includes no other: move what both need down',
  ],
  [
    'wasm-src/suites/one/module.cpp',
    '#include "missing.hpp"\n',
    '1: includes wasm-src/suites/one/missing.hpp; which is not in wasm-src/',
  ],
  [
    'wasm-src/suites/one/module.cpp',
    '#include "../../../native/caller.hpp"\n',
    '1: includes native/caller.hpp; which is not in wasm-src/',
  ],
  [
    'wasm-src/common/block.hpp',
    '// cipher::Block is meant.\nusing cipher::Block;\n',
    '2: names the namespace cipher; which common may not know: move what it needs down',
  ],
  [
    'wasm-src/primitives/other/other.hpp',
    'namespace two {}\n',
    '1: names the namespace two; which primitives/other may not know: move what it needs down',
  ],
  ['wasm-src/suites/one/module.cpp', '#include SUITE\n', '1: includes what a macro names; write its path'],
  [
    'wasm-src/lanes.hpp',
    '',
    '1: is in none of wasm-src/common/, wasm-src/primitives/, wasm-src/modes/, wasm-src/suites/; move it to one',
  ],
  [
    'wasm-src/suites/two/two.hpp',
    '#pragma once\n#include "two.hpp"\n',
    '2: includes itself: wasm-src/suites/two/two.hpp -> wasm-src/suites/two/two.hpp; move what both need to a third file',
  ],
])('refuses in %s: %j', (file, text, error) =>
  expect(checkFiles('layers', { ...tree, [file]: text })).toEqual(refused(`${file}:${error}`)),
);

const exception = (key: string) => JSON.stringify({ layers: { [key]: 'to be cured' } });
const upwards = { ...tree, 'wasm-src/common/block.hpp': '#include "../suites/two/two.hpp"\n' };
const list = 'build/exceptions.json';

it('accepts what is listed as an exception', () =>
  expect(
    checkFiles('layers', {
      ...upwards,
      [list]: exception('wasm-src/common/block.hpp: includes wasm-src/suites/two/two.hpp'),
    }),
  ).toEqual(accepted));

it('refuses an exception that nothing needs', () =>
  expect(checkFiles('layers', { ...tree, [list]: exception('wasm-src/common/block.hpp: is wrong') })).toEqual(
    refused(`${list}:1: nothing needs the exception "wasm-src/common/block.hpp: is wrong"; delete it`),
  ));
