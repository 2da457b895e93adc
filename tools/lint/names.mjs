// Names: in ts/ an exported name or a type means one thing and a file name occurs once; words that say nothing to a reader
// are replaced; and what C++ and TypeScript both enumerate has the same names in the same order.
import { basename } from 'node:path';
import { filesOf, linesOf, report } from './findings.mjs';

const findings = [];

/** Words that nobody knows by that meaning, and what to say instead. */
const words = [
  [/\bWants\b|\bwants;|\.wants\b/, 'LaneRequest, and request for the field'],
  [/\bworked\b(?![ -](?:examples?|on)\b)/i, 'computed, encrypted, hashed or processed'],
  [/\bVessel\b/, 'InputBuffer'],
  [/\bPassing\b/, 'InFlight'],
  [/\bperform\w*\(/, 'run...'],
  [/sisters?(?!ansi)/i, 'the other suites, or say which'],
  [/\babortion\b/, 'abort'],
  [/\bTask\b/, 'BatchOperation, or what is done'],
  [/\bForm\b/, 'ModeInfo, OutputFormat, or what it is'],
  [/\bbears?\b/, 'tolerates'],
  [/\bis there already\b/, 'already exists'],
  [/(?<!\b[Tt]here )\bis none\b/, 'is not one, or is not valid'],
];

const read = (file) => linesOf(file).entries();
const isOwn = (file) => /^tools\/lint\/(names|exceptions)\.|^test\/house\/names\.test\.ts$/.test(file);

for (const file of filesOf(/\.(c|cpp|h|hpp|ts|mts|mjs|js|md|html|yml)$/)) {
  if (isOwn(file) || file.startsWith('docs/api/') || file.endsWith('.generated.ts')) continue;
  for (const [i, line] of read(file))
    for (const [word, better] of words) {
      const said = word.exec(line)?.[0];
      if (said) findings.push({ file, line: i + 1, text: `says "${said}"`, mend: `say ${better}` });
    }
}

// Files of ts/: what is the same in the folders of two suites has the same name.
const suiteOf = (file) => /^ts\/suites\/([^/]+)\//.exec(file)?.[1];
const areAlike = (a, b) => a === b || (suiteOf(a) && suiteOf(b) && suiteOf(a) !== suiteOf(b));
const sources = filesOf(/^ts\/.*\.ts$/).filter((file) => !file.endsWith('.generated.ts'));
const exported = new Map();
const types = new Map();
const declaration =
  /^(export )?(?:declare )?(?:abstract )?(?:async )?(class|interface|type|enum|function\*?|const|let) (\w+)/;

for (const file of sources)
  for (const [i, line] of read(file)) {
    const [, isExported, kind, name] = declaration.exec(line) ?? [];
    if (name === undefined) continue;
    const place = { file, line: i + 1, name };
    if (isExported) exported.set(name, [...(exported.get(name) ?? []), place]);
    else if (/class|interface|type|enum/.test(kind)) types.set(name, [...(types.get(name) ?? []), place]);
  }
for (const [name, places] of exported) {
  const [first, ...others] = places;
  for (const { file, line } of [...others, ...(types.get(name) ?? [])])
    if (!areAlike(file, first.file))
      findings.push({
        file,
        line,
        text: `declares ${name}, which ${first.file} exports`,
        mend: 'one of both needs another name',
      });
}

const named = new Map();
for (const file of sources) {
  const name = basename(file);
  if (name === 'index.ts' || file.startsWith('ts/suites/')) continue;
  const other = named.get(name);
  if (other) findings.push({ file, line: 1, text: `has the name of ${other}`, mend: 'say in the name what it is' });
  named.set(name, file);
}

/** The enumerators of an enumeration, with the number of its line; undefined if there is none. */
function enumeratorsIn(file, name) {
  const lines = linesOf(file);
  const start = lines.findIndex((line) => new RegExp(`\\benum (?:class )?${name}\\b`).test(line));
  if (start < 0) return undefined;
  const body = [];
  for (let i = start; i < lines.length; i++) {
    body.push(lines[i].replace(/\/\/.*/, ''));
    if (lines[i].includes('}')) break;
  }
  const [, list] = /\{([^}]*)\}/.exec(body.join(' ')) ?? [];
  return {
    line: start + 1,
    names: (list ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean),
  };
}

/** Enumerations that stand in both languages, as the module and its caller exchange their numbers. */
const pairs = [['LaneRequest', 'ts/engine/lanes.ts', 'wasm-src/common/lane_protocol.hpp']];
for (const [name, typescript, cpp] of pairs) {
  if (!sources.includes(typescript)) continue;
  const ours = enumeratorsIn(typescript, name);
  const theirs = enumeratorsIn(cpp, name);
  if (!ours || !theirs) {
    findings.push({
      file: ours ? cpp : typescript,
      line: 1,
      text: `has no enumeration ${name}`,
      mend: `give the one that ${ours ? typescript : cpp} has this name too`,
    });
  } else if (ours.names.join() !== theirs.names.join())
    findings.push({
      file: typescript,
      line: ours.line,
      text: `${name} is ${ours.names.join(', ')}`,
      mend: `in ${cpp}:${theirs.line} it is ${theirs.names.join(', ')}`,
    });
}

report('names', findings, `${exported.size} exported names in ${sources.length} files of ts/, each with one meaning`);
