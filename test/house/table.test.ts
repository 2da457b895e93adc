/** tools/lint/table.mjs finds what planted changes make differ from the table of suites. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { suites } from '../../suites.mjs';
import { root } from '../package/tarball.js';
import { accepted, change, copyOfProject, run } from './planted.js';

/** The suites beside the main one, and the first of them. */
const others = Object.entries(suites).filter(([, { entry }]) => entry !== 'index');
const second = others[0]![0];

const keyType = (keys: string[]) => `export type SuiteKey = ${keys.map((key) => `'${key}'`).join(' | ')};`;

describe('in a copy of the project', () => {
  let copy: string;
  beforeEach(() => {
    copy = copyOfProject();
  });
  const lineOf = (errors: string[]) => errors.map((error) => error.replace(/:\d+: /, ':N: '));
  const expectErrors = (...errors: string[]) => {
    const { status, errors: found } = run('table', copy);
    expect(lineOf(found).sort()).toEqual(errors.sort());
    expect(status).toBe(1);
  };

  const changeEntries = () => {
    change(copy, 'package.json', `"./${second}": {`, `"./${second}2": {`);
    change(copy, 'typedoc.json', '"ts/pool/index.ts",', '');
    change(copy, 'suites.d.mts', "SuiteKey = 'romulus' | ", 'SuiteKey = ');
  };

  it('refuses an entry point that another file has or lacks', () => {
    changeEntries();
    expectErrors(
      `package.json:N: lacks ./${second} of "exports"; run npm run format`,
      `package.json:N: has ./${second}2 in "exports"; run npm run format`,
      'typedoc.json:N: lacks ts/pool/index.ts of "entryPoints"; run npm run format',
      `suites.d.mts:N: lacks ${keyType(Object.keys(suites))} of the types; run npm run format`,
      `suites.d.mts:N: has ${keyType(others.map(([key]) => key))} in the types; run npm run format`,
    );
  });

  it('refuses a wrong condition, and conditions in a wrong order', () => {
    change(copy, 'package.json', '"default": "./dist/stream.js"', '"default": "./dist/pool.js"');
    const types = '"types": "./dist/types/pool/index.d.ts",';
    const last = '"default": "./dist/pool.js"\n    },\n    "./pool/worker"';
    change(copy, 'package.json', types, '');
    change(copy, 'package.json', last, last.replace('"\n', `",\n      ${types.slice(0, -1)}\n`));
    expectErrors(
      ...['stream', 'pool'].map(
        (name) => `package.json:N: "./${name}" is not exported as suites.mjs has it; run npm run format`,
      ),
    );
  });

  it('refuses types of entries that are not those of the table', () => {
    change(
      copy,
      'package.json',
      '"./dist/types/pool/index.d.ts"\n      ]',
      '"./dist/types/stream/index.d.ts"\n      ]',
    );
    expectErrors('package.json:N: has other types for entries than suites.mjs; run npm run format');
  });

  it('refuses a suite without its files, and files without a suite', () => {
    rmSync(join(copy, `docs/algorithms/${second}.md`));
    renameSync(join(copy, `kats/${second}.tar.gz`), join(copy, 'kats/fourth.tar.gz'));
    mkdirSync(join(copy, 'wasm-src/suites/fourth'));
    mkdirSync(join(copy, 'ts/suites/fourth'));
    change(copy, 'docs/algorithms/README.md', `[${second}.md](${second}.md)`, '[sap.md](sap.md)');
    expectErrors(
      `suites.mjs:N: ${second} has no docs/algorithms/${second}.md; every suite has one`,
      `suites.mjs:N: ${second} has no kats/${second}.tar.gz; every suite has one`,
      'suites.mjs:N: has no suite for kats/fourth.tar.gz; add a row or delete the file',
      'suites.mjs:N: has no suite for wasm-src/suites/fourth; add a row or delete the folder',
      'suites.mjs:N: has no suite for ts/suites/fourth; add a row or delete the folder',
      `docs/algorithms/README.md:N: does not list ${second}.md; run npm run format`,
    );
  });

  it('refuses a mode that the types lack', () => {
    change(copy, 'suites.d.mts', "SuiteRow<'N' | 'M' | 'T'>", "SuiteRow<'N' | 'M'>");
    const line = (modes: string) => `export const romulus: SuiteRow<${modes}> & { readonly hash: ModeRow };`;
    expectErrors(
      `suites.d.mts:N: lacks ${line("'N' | 'M' | 'T'")} of the types; run npm run format`,
      `suites.d.mts:N: has ${line("'N' | 'M'")} in the types; run npm run format`,
    );
  });

  it('accepts what the writer of the manifests has mended', () => {
    changeEntries();
    change(copy, 'suites.d.mts', "SuiteRow<'N' | 'M' | 'T'>", "SuiteRow<'N' | 'M'>");
    change(copy, 'docs/algorithms/README.md', `[${second}.md](${second}.md)`, '[sap.md](sap.md)');
    expect(run('table', copy).status).toBe(1);
    execFileSync(process.execPath, [join(root, 'tools/build/manifests.mjs'), copy]);
    expect(run('table', copy)).toEqual(accepted);
  });

  const mend = 'go over the table of suites.mjs, or move it to a file of that suite';
  it.each(others)('refuses a file that names %s', (key, { name, modes }) => {
    const camel = `load${name[0]}${name.slice(1).toLowerCase()}`;
    const planted = [
      `// ${name}.`,
      `import '${key}.js';`,
      `${key}Modes();`,
      `${camel}();`,
      `SUITE_${key.toUpperCase()}`,
    ];
    const words = Object.keys(modes).filter((mode) => /^[A-Z][a-z]{3}/.test(mode));
    const texts = [...planted, ...words];
    for (const [i, text] of texts.entries()) change(copy, `test/house/planted${i}.ts`, '', `${text}\n`);
    expectErrors(...texts.map((_, i) => `test/house/planted${i}.ts:N: names the suite ${key}; ${mend}`));
  });

  it('accepts files named after a suite, citations, and words with the same letters', () => {
    for (const [key] of others) change(copy, `test/${key}/new.test.ts`, '', `import '${key}';\n`);
    change(copy, 'ts/new.ts', '', `// It disappears [${second} 1], docs/algorithms/${others[1]?.[0]}.md, 2.\n`);
    expect(run('table', copy)).toEqual(accepted);
  });
});
