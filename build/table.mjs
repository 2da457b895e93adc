// The table of suites, suites.mjs, is the one list of suites, modes and entry points: what must be JSON or a folder is
// compared with it, and no other file names a suite but those of the suite and the few that are listed here.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf, foldersIn, linesOf, report, root, textOf } from './findings.mjs';

const { suites, entries } = await import(pathToFileURL(join(root, 'suites.mjs')).href);
const keys = Object.keys(suites).sort();
const findings = [];
const lineWith = (file, text) => Math.max(1, linesOf(file).findIndex((line) => line.includes(text)) + 1);
const find = (file, near, text, mend) => findings.push({ file, line: lineWith(file, near), text, mend });

/** Compares two lists, and says of each difference where it is. */
function compare(file, what, found, expected, nearOf = (item) => item) {
  for (const item of expected)
    if (!found.includes(item)) find(file, what, `lacks ${item} of ${what}`, 'suites.mjs has it: add it here');
  for (const item of found)
    if (!expected.includes(item)) find(file, nearOf(item), `has ${item} in ${what}`, 'suites.mjs does not: remove it');
}

// Folders and files of each suite.
for (const folder of ['wasm-src/suites', 'ts/suites']) compare('suites.mjs', folder, foldersIn(folder), keys);
for (const key of keys) {
  const { modes, hash } = suites[key];
  const letters = Object.keys(modes).map((mode) => mode.toLowerCase());
  const files = [
    `wasm-src/suites/${key}/module.cpp`,
    `ts/${entries()[suites[key].entry]}`,
    `docs/algorithms/${key}.md`,
    `kats/${key}-long.json`,
    ...[...letters, ...(hash ? ['h'] : [])].map((mode) => `kats/${key}-${mode}.txt`),
  ];
  for (const file of files)
    if (!existsSync(join(root, file)))
      find('suites.mjs', `const ${key} `, `${key} has no ${file}`, 'every suite has one');
  if (!textOf('docs/algorithms/README.md').includes(`(${key}.md)`))
    find('docs/algorithms/README.md', '| page', `does not list ${key}.md`, 'add a row');
}
for (const file of filesOf(/^kats\/[a-z]+-.*\.(txt|json)$/)) {
  const [, key, name] = /^kats\/([a-z]+)-(.+)\.(?:txt|json)$/.exec(file) ?? [];
  const known = Object.keys(suites[key]?.modes ?? {}).map((mode) => mode.toLowerCase());
  if (!suites[key])
    find('suites.mjs', 'export const suites', `has no suite for ${file}`, 'add a row or delete the file');
  else if (![...known, 'h', 'long', 'sealed'].includes(name.replace(/\.\d+$/, '')))
    find('suites.mjs', `const ${key} `, `has no mode for ${file}`, 'add it to the row or delete the file');
}

// The package's entry points.
const manifest = JSON.parse(textOf('package.json'));
const exportOf = (name, file) => ({
  types: `./dist/types/${file.replace(/\.ts$/, '.d.ts')}`,
  workerd: `./dist/${name}.workerd.js`,
  'edge-light': `./dist/${name}.edge-light.js`,
  default: `./dist/${name}.js`,
});
const expected = {
  ...Object.fromEntries(
    Object.entries(entries()).map(([name, file]) => [name === 'index' ? '.' : `./${name}`, exportOf(name, file)]),
  ),
  './pool/worker': './dist/pool-worker.js',
  ...Object.fromEntries(keys.map((key) => [`./${key}.wasm`, `./dist/${key}.wasm`])),
  './package.json': './package.json',
};
compare('package.json', '"exports"', Object.keys(manifest.exports), Object.keys(expected), (path) => `"${path}"`);
for (const [path, target] of Object.entries(expected)) {
  const given = manifest.exports[path];
  // The first condition that holds is taken, so their order counts too.
  if (given !== undefined && JSON.stringify(given) !== JSON.stringify(target))
    find(
      'package.json',
      `"${path}"`,
      `"${path}" is not exported as suites.mjs has it`,
      `make it ${JSON.stringify(target)}`,
    );
}

const typedoc = JSON.parse(textOf('typedoc.json')).entryPoints;
const documented = Object.values(entries()).map((file) => `ts/${file}`);
compare('typedoc.json', '"entryPoints"', typedoc, documented, (file) => `"${file}"`);

// The types of the table.
const types = textOf('suites.d.mts');
const unionOf = (pattern) => [...(pattern.exec(types)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => name);
compare('suites.d.mts', 'SuiteKey', unionOf(/export type SuiteKey = ([^;]*);/), Object.keys(suites));
for (const key of keys)
  compare(
    'suites.d.mts',
    `${key}: SuiteRow`,
    unionOf(new RegExp(`export const ${key}: SuiteRow<([^>]*)>`)),
    Object.keys(suites[key].modes),
  );

/** Whatever a suite beside the main one is called, as a word of a text or of a name; not where its page is cited. */
const namesOf = ([key, { name, modes }]) => {
  const words = [key, name, ...Object.keys(modes).filter((mode) => /^[A-Z][a-z]{3,}$/.test(mode))];
  const capital = (word) => word[0].toUpperCase() + word.slice(1).toLowerCase();
  return {
    key,
    inWords: new RegExp(`(?<![A-Za-z])(?:${words.join('|')})`, 'i'),
    joined: new RegExp(`(?<=[a-z])(?:${[...new Set(words.map((word) => capital(word)))].join('|')})`),
  };
};
const others = Object.entries(suites)
  .filter(([, { entry }]) => entry !== 'index')
  .map(namesOf);

/** Who may name suites, and why: the table, a manifest that is compared with it, or a document. */
const mayName = {
  'suites.mjs': 'the table',
  'suites.d.mts': 'its types',
  'package.json': 'a manifest',
  'typedoc.json': 'a manifest',
  'README.md': 'a document',
  'CHANGELOG.md': 'a document',
  'SECURITY.md': 'a document',
};
const most = 12;
if (Object.keys(mayName).length > most)
  findings.push({
    file: 'build/table.mjs',
    line: 1,
    text: `lets more than ${most} files name suites`,
    mend: 'take some out',
  });

const texts = /\.(c|cpp|h|hpp|ts|mts|mjs|js|json|md|html|css|svg|yml)$|^\.ci\/|\.java$/;
const named = new Set();
for (const file of filesOf(texts)) {
  if (/^(docs|kats)\/|(^|\/)package-lock\.json$|\.generated\.ts$|^build\/exceptions\.json$/.test(file)) continue;
  for (const { key, inWords, joined } of others) {
    if (new RegExp(`(^|[/.-])${key}([/.-]|$)`).test(file)) continue;
    const lines = linesOf(file).map((line) => line.replaceAll(/\[[a-z]+ [\d.]+\]|docs\/algorithms\/[a-z]+\.md/g, ''));
    const line = lines.findIndex((text) => inWords.test(text) || joined.test(text)) + 1;
    if (line === 0) continue;
    named.add(file);
    if (!mayName[file])
      findings.push({
        file,
        line,
        text: `names the suite ${key}`,
        mend: 'go over the table of suites.mjs, or move it to a file of that suite',
      });
  }
}
for (const [file, why] of Object.entries(mayName))
  if (!named.has(file))
    findings.push({
      file: 'build/table.mjs',
      line: 1,
      text: `${file} may name suites (${why})`,
      mend: 'it does not: delete it from the list',
    });

report(
  'table',
  findings,
  `${keys.length} suites and ${Object.keys(entries()).length} entry points are those of suites.mjs; ${named.size} files of no suite name one`,
);
