/** npm run lint runs every check of the house, and fails if one of them does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isMissing } from '../fixtures/programs.js';
import { root } from '../package/tarball.js';
import { change, copyOfProject, run } from './planted.js';

it('is part of npm run lint', () =>
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.lint).toContain(
    ' && node tools/lint/house.mjs',
  ));

// The compiler and all imports, on processors that other tests use too.
it.skipIf(isMissing('em++'))('runs all of them, and says what each found', { timeout: 180_000 }, () => {
  const copy = copyOfProject();
  change(copy, 'wasm-src/planted.hpp', '', '#pragma once\n');
  change(copy, 'ts/planted.ts', '', "import './index.js';\n\nconst x = instance.exports;\n");
  change(copy, 'ts/engine/planted.ts', '', '//\n'.repeat(351));
  change(copy, 'typedoc.json', '"ts/pool/index.ts",', '');
  change(copy, 'ts/engine/lanes.ts', 'adLength = 4', 'adLength = 8');
  const { status, errors } = run('house', copy);
  expect(status).toBe(1);
  for (const error of [
    'wasm-src/planted.hpp:1: is in none of',
    "ts/planted.ts:3: touches a module's memory",
    'typedoc.json:3: lacks ts/pool/index.ts',
    'ts/planted.ts:1: has the name of ts/engine/planted.ts',
    'LaneWord.adLength is at 8 in a lane of',
    'ts/engine/planted.ts:351: has more than 350 lines',
  ])
    expect(errors).toContainEqual(expect.stringContaining(error));
});
