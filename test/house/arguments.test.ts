/** build/arguments.mjs finds planted calls that pass a bare true or false. */
import { expect, it } from 'vitest';
import { accepted, checkFiles, refused } from './planted.js';

const mend = 'name it by a property or a function of its own';

it('accepts literals that have a name, and calls of the platform', () =>
  expect(
    checkFiles('arguments', {
      'ts/a.ts': [
        'run({ isLast: true }, isForged, [false]);',
        'const shown = true;',
        'function end(isLast = false) {}',
        'view.setUint32(0, 1, true);',
        "document.importNode(template).append('true, false');",
        'new Map().set(key, false);',
      ].join('\n'),
      'test/a.test.ts': 'expect(fails(true)).toBe(true);\n',
    }),
  ).toEqual(accepted));

it.each([
  ['ts/a.ts', 'run(text,\n  true);', `ts/a.ts:2: run is told true; ${mend}`],
  ['build/a.mjs', 'program.run(false, 1);', `build/a.mjs:1: run is told false; ${mend}`],
  ['bench/a.ts', 'new Run(true);', `bench/a.ts:1: Run is told true; ${mend}`],
])('refuses in %s: %j', (file, text, error) =>
  expect(checkFiles('arguments', { [file]: text })).toEqual(refused(error)),
);
