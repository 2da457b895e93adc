// The table of suites, suites.mjs, is the one list of suites, modes and entry points: what must be JSON or a folder is
// compared with it, and no other file names a suite but those of the suite and the few that are listed here.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf, foldersIn, linesOf, report, root, textOf } from './findings.mjs';
import { documentedFiles, packageExports, packageTypes, typeLines } from './manifests.mjs';

const table = await import(pathToFileURL(join(root, 'suites.mjs')).href);
const { suites, entries } = table;
const keys = Object.keys(suites).sort();
const findings = [];
const lineWith = (file, text) => Math.max(1, linesOf(file).findIndex((line) => line.includes(text)) + 1);
const find = (file, near, text, mend) => findings.push({ file, line: lineWith(file, near), text, mend });

const rewrite = 'run npm run format';

/** Compares a list of a manifest with what it has to be, and says of each difference where it is. */
function compare(file, what, found, expected, nearOf = (item) => item) {
  for (const item of expected) if (!found.includes(item)) find(file, what, `lacks ${item} of ${what}`, rewrite);
  for (const item of found) if (!expected.includes(item)) find(file, nearOf(item), `has ${item} in ${what}`, rewrite);
}

// Folders and files of each suite.
for (const folder of ['wasm-src/suites', 'ts/suites'])
  for (const name of foldersIn(folder))
    if (!keys.includes(name))
      find('suites.mjs', 'export const suites', `has no suite for ${folder}/${name}`, 'add a row or delete the folder');
for (const key of keys) {
  const { modes, hash } = suites[key];
  const letters = Object.keys(modes).map((mode) => mode.toLowerCase());
  const files = [
    `wasm-src/suites/${key}/module.cpp`,
    `ts/${entries()[suites[key].entry]}`,
    `docs/algorithms/${key}.md`,
    `kats/${key}-long.json`,
    `kats/${key}-counter.json`,
    ...[...letters, ...(hash ? ['h'] : [])].map((mode) => `kats/${key}-${mode}.txt`),
  ];
  for (const file of files)
    if (!existsSync(join(root, file)))
      find('suites.mjs', `const ${key} `, `${key} has no ${file}`, 'every suite has one');
  if (!linesOf('docs/algorithms/README.md').some((line) => line.startsWith(`| [${key}.md]`)))
    find('docs/algorithms/README.md', '| page', `does not list ${key}.md`, rewrite);
}
for (const file of filesOf(/^kats\/[a-z]+-.*\.(txt|json)$/)) {
  // Of two suites whose keys begin alike, the longer key.
  const key = keys.filter((key) => file.startsWith(`kats/${key}-`)).sort((a, b) => b.length - a.length)[0];
  const name = file.slice(`kats/${key}-`.length).replace(/\.\w+$/, '');
  const known = Object.keys(suites[key]?.modes ?? {}).map((mode) => mode.toLowerCase());
  if (key === undefined)
    find('suites.mjs', 'export const suites', `has no suite for ${file}`, 'add a row or delete the file');
  else if (![...known, 'counter', 'h', 'hmac', 'long', 'sealed'].includes(name.replace(/\.\d+$/, '')))
    find('suites.mjs', `const ${key} `, `has no mode for ${file}`, 'add it to the row or delete the file');
}

// The package's entry points.
const manifest = JSON.parse(textOf('package.json'));
const expected = packageExports(table);
compare('package.json', '"exports"', Object.keys(manifest.exports), Object.keys(expected), (path) => `"${path}"`);
for (const [path, target] of Object.entries(expected)) {
  const given = manifest.exports[path];
  // The first condition that holds is taken, so their order counts too.
  if (given !== undefined && JSON.stringify(given) !== JSON.stringify(target))
    find('package.json', `"${path}"`, `"${path}" is not exported as suites.mjs has it`, rewrite);
}

if (JSON.stringify(manifest.typesVersions) !== JSON.stringify(packageTypes(table)))
  find('package.json', '"typesVersions"', 'has other types for entries than suites.mjs', rewrite);

const typedoc = JSON.parse(textOf('typedoc.json')).entryPoints;
compare('typedoc.json', '"entryPoints"', typedoc, documentedFiles(table), (file) => `"${file}"`);

// The types of the table.
const types = linesOf('suites.d.mts').filter((line) => /: SuiteRow<|^export type SuiteKey/.test(line));
compare('suites.d.mts', 'the types', types, typeLines(table).filter(Boolean));

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
  'native/kernels.cpp': 'the kernels of all primitives, some of which have the name of a suite',
  'native/kernels.ts': 'their definitions',
  'package.json': 'a manifest',
  'typedoc.json': 'a manifest',
  'README.md': 'a document',
  'CHANGELOG.md': 'a document',
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
  if (
    /^(docs|kats|ts\/estimates|test\/node\/estimates)\/|consumer\.estimates\.ts$|(^|\/)package-lock\.json$|\.generated\.ts$|^build\/exceptions\.json$/.test(
      file,
    )
  )
    continue;
  for (const { key, inWords, joined } of others) {
    if (new RegExp(`(^|[/.-])${key}([/.-]|$)`).test(file)) continue;
    const lines = linesOf(file).map((line) =>
      line.replaceAll(/\[[a-z][\w-]* [\d.]+\]|docs\/algorithms\/[a-z][\w-]*\.md/g, ''),
    );
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
