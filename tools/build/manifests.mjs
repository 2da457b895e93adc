// Writes the parts of the manifests that the table of suites gives, which `npm run format` does; with --check it compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const exportOf = (name, file) => {
  // On edge runtimes the main entry itself takes the module from a file.
  const onEdge = name === 'by-url' ? 'index' : name;
  return {
    types: `./dist/types/${file.replace(/\.ts$/, '.d.ts')}`,
    workerd: `./dist/${onEdge}.workerd.js`,
    'edge-light': `./dist/${onEdge}.edge-light.js`,
    default: `./dist/${name}.js`,
  };
};

/** `exports` of package.json: what a user can import. */
function packageExports({ suites, entries }) {
  const all = {};
  for (const [name, file] of Object.entries(entries())) {
    all[name === 'index' ? '.' : `./${name}`] = exportOf(name, file);
    if (name === 'pool') all['./pool/worker'] = './dist/pool-worker.js';
  }
  for (const key of Object.keys(suites)) all[`./${key}.wasm`] = `./dist/${key}.wasm`;
  all['./package.json'] = './package.json';
  return all;
}

/** `typesVersions` of package.json: where TypeScript finds the types if it knows no `exports`, as under node10. */
const packageTypes = (table) => ({
  '*': Object.fromEntries(
    Object.entries(packageExports(table))
      .filter(([path, { types }]) => types && path !== '.')
      .map(([path, { types }]) => [path.slice(2), [types]]),
  ),
});

/** `entryPoints` of typedoc.json. */
const documentedFiles = ({ entries }) => Object.values(entries()).map((file) => `ts/${file}`);

const quoted = (names) => names.map((name) => `'${name}'`).join(' | ');

/** The lines of suites.d.mts that name suites. */
const typeLines = ({ suites }) => [
  ...Object.entries(suites).map(([key, { modes, hash }]) => {
    const row = `SuiteRow<${quoted(Object.keys(modes))}>`;
    return `export const ${key.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase())}: ${row}${hash ? ' & { readonly hash: ModeRow }' : ''};`;
  }),
  '',
  `export type SuiteKey = ${quoted(Object.keys(suites))};`,
];

/** The lines of the types that name suites, one behind the other. */
const typesPattern = /(?:^export const \w+: SuiteRow<.*\n|^\n(?=export type SuiteKey)|^export type SuiteKey.*\n)+/m;

/** A row for a suite's page in the list of docs/algorithms, as wide as `model`. */
function pageRow(key, { modes, hash, entry }, model) {
  const names = Object.values(modes).map(({ name }) => name);
  const what = `${names.join(', ')} (authenticated encryption)${hash ? ` and ${hash.name} (hash)` : ''}`;
  const cells = [`[${key}.md](${key}.md)`, what, entry === 'index' ? 'the main entry' : `\`/${entry}\``];
  const widths = model.split('|').map((cell) => cell.length - 2);
  return `| ${cells.map((cell, i) => cell.padEnd(widths[i + 1])).join(' | ')} |`;
}

/** The list with the rows that it lacks, each behind that of the suite before it. */
function listPages(text, { suites }) {
  const lines = text.split('\n');
  let last = lines.findIndex((line) => /^\| -+ \|/.test(line));
  for (const [key, suite] of Object.entries(suites)) {
    const at = lines.findIndex((line) => line.startsWith(`| [${key}.md]`));
    if (at === -1) lines.splice(last + 1, 0, pageRow(key, suite, lines[last]));
    last = at === -1 ? last + 1 : at;
  }
  return lines.join('\n');
}

const isCheck = process.argv.includes('--check');

function write(root, table) {
  const edit = (file, change) => {
    const path = join(root, file);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    if (after === before) return;
    if (!isCheck) return writeFileSync(path, after);
    console.error(`${file}: not what the table of suites gives; run: npm run format`);
    process.exitCode = 1;
  };
  // What is the same stays as it is formatted.
  const editJson = (file, part, value) =>
    edit(file, (text) => {
      const content = JSON.parse(text);
      if (JSON.stringify(content[part]) === JSON.stringify(value)) return text;
      return `${JSON.stringify({ ...content, [part]: value }, null, 2)}\n`;
    });
  editJson('package.json', 'exports', packageExports(table));
  editJson('package.json', 'typesVersions', packageTypes(table));
  editJson('typedoc.json', 'entryPoints', documentedFiles(table));
  edit('suites.d.mts', (text) => text.replace(typesPattern, () => `${typeLines(table).join('\n')}\n`));
  edit('docs/algorithms/README.md', (text) => listPages(text, table));
}

const root = join(import.meta.dirname, '../..');
write(root, await import(pathToFileURL(join(root, 'suites.mjs')).href));
