// Fails where a citation names a page or a section of docs/algorithms that does not exist. docs/algorithms/README.md, 2
// says how the code and the pages cite. An argument names another folder to check instead of the project.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
const pageFolder = 'docs/algorithms';
const sources = ['wasm-src', 'ts', 'test', 'verify'];
const errors = [];
let citations = 0;

const report = (file, line, text) => errors.push(`${file}:${line}: ${text}`);
const linesOf = (file) => readFileSync(join(root, file), 'utf8').split('\n');

/** The files below a folder whose names end so; what is installed or generated cites nothing. */
const filesIn = (folder, ending) =>
  (existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true }) : [])
    .filter((file) => ending.test(file) && !/(^|\/)node_modules\/|\.generated\.ts$/.test(file))
    .sort()
    .map((file) => `${folder}/${file}`);

const pageFiles = filesIn(pageFolder, /\.md$/);
/** The numbers of the sections of each page. */
const sections = new Map(pageFiles.map((file) => [file.slice(pageFolder.length + 1, -3), sectionsOf(file)]));

/** A section has a number that no other has, above it an anchor of that name, and comes behind those with lower numbers. */
function sectionsOf(file) {
  const numbers = [];
  const lines = linesOf(file);
  for (const [i, line] of lines.entries()) {
    const number = /^#{2,} (\d+(?:\.\d+)*) \S/.exec(line)?.[1];
    if (number === undefined) {
      if (/^#{2,} /.test(line)) report(file, i + 1, 'a section without a number');
      continue;
    }
    if (lines[i - 2] !== `<a id="${number}"></a>`) report(file, i + 1, `section ${number} has no anchor above it`);
    const last = numbers.at(-1);
    if (last !== undefined && !isBefore(last, number)) report(file, i + 1, `section ${number} comes after ${last}`);
    numbers.push(number);
  }
  return new Set(numbers);
}

function isBefore(a, b) {
  const [first, second] = [a, b].map((number) => number.split('.').map(Number));
  const differing = first.findIndex((part, i) => part !== second[i]);
  return differing === -1 ? first.length < second.length : first[differing] < (second[differing] ?? -1);
}

function check(file, line, page, section) {
  citations++;
  if (!sections.has(page)) report(file, line, `${pageFolder} has no page ${page}.md`);
  else if (!sections.get(page).has(section)) report(file, line, `${pageFolder}/${page}.md has no section ${section}`);
}

/** Citations in the code: `[skinny 3.2]`, and `docs/algorithms/skinny.md, 3.2`. */
function checkSource(file) {
  for (const [i, line] of linesOf(file).entries()) {
    for (const [, page, section] of line.matchAll(/\[([a-z][\w-]*) (\d+(?:\.\d+)*)\]/g))
      check(file, i + 1, page, section);
    for (const [, page, section] of line.matchAll(/docs\/algorithms\/([\w-]+)\.md(?:, (\d+(?:\.\d+)*))?/g))
      if (section !== undefined) check(file, i + 1, page, section);
      else if (!sections.has(page)) report(file, i + 1, `${pageFolder} has no page ${page}.md`);
    // What looks like one and is not would go unchecked.
    for (const [text, page] of line.matchAll(/\[([a-z][\w-]*)(?: |$)(?!\d+(?:\.\d+)*\])[^\]]*\]?/g))
      if (sections.has(page)) report(file, i + 1, `not a citation: ${text}`);
  }
}

/** Citations on a page: links to the sections of this and other pages, whose text is that of a short citation. */
function checkPage(file) {
  for (const [i, line] of linesOf(file).entries()) {
    for (const [, page, section, target, anchor] of line.matchAll(/\[([\w-]+) ([\d.]+)\]\(([^)#]*)#([^)]*)\)/g)) {
      check(file, i + 1, page, section);
      if (target !== `${page}.md` || anchor !== section) report(file, i + 1, `[${page} ${section}] links elsewhere`);
    }
    const broken = /\[([\w-]+)$/.exec(line);
    if (sections.has(broken?.[1])) report(file, i + 1, `not a citation: ${broken[0]}`);
  }
}

for (const file of pageFiles) checkPage(file);
for (const folder of sources) for (const file of filesIn(folder, /\.(c|cpp|h|hpp|ts|mts|mjs)$/)) checkSource(file);

if (errors.length > 0) {
  console.error(errors.join('\n'));
  process.exit(1);
}
console.log(`${citations} citations of ${pageFolder}, each of a section that exists`);
