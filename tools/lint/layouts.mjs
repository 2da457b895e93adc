// Layouts: no byte offset is counted by hand. What ts/engine/lanes.ts, ts/suites/table.ts and verify/proof/layout.ts say of a module's
// memory and numbers is compared with the sources by the compiler, and the declarations of the constant-time checks contain no offset.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf, linesOf, report, root } from './findings.mjs';

const findings = [];
const lanesFile = 'ts/engine/lanes.ts';
const table = 'ts/suites/table.ts';
const proofFile = 'verify/proof/layout.ts';
const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Names have no hyphen: of a suite's row in the table, and of its namespace. */
const rowOf = (key) => key.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
const namespaceOf = (key) => key.replaceAll('-', '_');

/** The enumerators of an enumeration of ts/engine/lanes.ts with their values and lines. */
function enumerators(name) {
  const lines = linesOf(lanesFile);
  const start = lines.findIndex((line) => line.replace('export ', '') === `enum ${name} {`);
  if (start < 0) throw new Error(`${lanesFile} has no enumeration ${name}`);
  const found = [];
  for (let i = start + 1; lines[i] !== '}'; i++) {
    const [, key, value] = /^ {2}(\w+)(?: = (\d+))?,$/.exec(lines[i]) ?? [];
    if (key) found.push({ key, value: value === undefined ? found.length : Number(value), line: i + 1 });
  }
  return found;
}

/** What the compiler is to confirm of a suite: the claim, where it is made, and the C++ that must be true. */
function claimsOf(key, { modes, hash, mostLanes }) {
  const rowLine = linesOf(table).findIndex((line) => line.includes(`const ${rowOf(key)} =`)) + 1;
  const namespace = namespaceOf(key);
  const claims = Object.entries(modes).map(([mode, { id }]) => ({
    file: table,
    line: rowLine,
    text: `${key}: mode ${mode} has number ${id}`,
    mend: 'the Mode of the module says otherwise',
    test: `static_cast<unsigned>(Mode::${mode.replaceAll('-', '').toLowerCase()}) == ${id}`,
  }));
  if (mostLanes === 0) return claims;
  if (hash)
    claims.push({
      file: table,
      line: rowLine,
      text: `${key}: the hash has number ${hash.id}`,
      mend: 'the Mode of its lanes says otherwise',
      test: `static_cast<unsigned>(${namespace}::Mode::h) == ${hash.id}`,
    });
  claims.push({
    file: table,
    line: rowLine,
    text: `${key}: ${mostLanes} lanes`,
    mend: 'the module has another number of them',
    test: `sizeof(memory.lane) == ${mostLanes} * sizeof(${namespace}::Lane)`,
  });
  for (const { key: word, value, line } of enumerators('LaneWord'))
    claims.push({
      file: lanesFile,
      line,
      text: `LaneWord.${word} is at ${value} in a lane of ${key}`,
      mend: `Lane::${snake(word)} is elsewhere`,
      test: `offsetof(${namespace}::Lane, ${snake(word)}) == ${value} && sizeof(${namespace}::Lane::${snake(word)}) == 4`,
    });
  for (const { key: request, value, line } of enumerators('LaneRequest'))
    claims.push({
      file: lanesFile,
      line,
      text: `LaneRequest.${request} is ${value} to a lane of ${key}`,
      mend: 'it is not in wasm-src/common/lane_protocol.hpp',
      test: `static_cast<unsigned>(lanes::LaneRequest::${request}) == ${value}`,
    });
  return claims;
}

/** What the proof says of Romulus' module. */
function claimsOfProof({ beforeEndOfAead, inHash, inLane }) {
  const lines = linesOf(proofFile);
  const claimsOn = (fields, testOf) =>
    Object.entries(fields).map(([field, offset]) => ({
      file: proofFile,
      line: lines.findIndex((line) => new RegExp(`(^|\\W)${field}'?:`).test(line)) + 1,
      text: `${field} is at ${offset}`,
      mend: 'the field is elsewhere',
      test: testOf(field, offset),
    }));
  return {
    everywhere: [
      ...claimsOn(beforeEndOfAead, (field, offset) => `sizeof(Aead) - offsetof(Aead, ${field}) == ${offset}`),
      ...claimsOn(inHash, (field, offset) => `offsetof(H<Romulus>, ${field}) == ${offset}`),
    ],
    withLanes: claimsOn(inLane, (field, offset) => `offsetof(Lane, ${field}) == ${offset}`),
  };
}

/** Compiles a suite's module with its claims behind it; resolves with those that are not true. */
const wrongClaims = (key, claims, folder, kernel = ['-msimd128']) =>
  new Promise((resolve, reject) => {
    const probe = join(folder, `${key}${kernel}.cpp`);
    const asserts = claims.map(({ test }) => `static_assert(${test});`);
    writeFileSync(
      probe,
      [
        `#include "${join(root, `wasm-src/suites/${key}/module.cpp`)}"`,
        '#include <cstddef>',
        `using namespace ${namespaceOf(key)};`,
        ...asserts,
        '',
      ].join('\n'),
    );
    const access = ['-fno-access-control', '-Wno-invalid-offsetof'];
    const flags = ['-std=c++20', ...kernel, ...access, '-fno-exceptions', '-ferror-limit=0', '-fsyntax-only'];
    const compiler = spawn('em++', [...flags, probe], { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    compiler.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text;
    });
    compiler.on('error', reject);
    compiler.on('close', (status) => {
      const wrong = new Set();
      for (const [, line] of errors.matchAll(new RegExp(`${key}[\\w-]*\\.cpp:(\\d+):\\d+: error:`, 'g')))
        wrong.add(Number(line));
      if (status === 0 || wrong.size > 0) resolve(claims.filter((_, i) => wrong.has(i + 4)));
      else reject(new Error(errors));
    });
  });

const { suites } = await import(pathToFileURL(join(root, table)).href);
const ofProof = claimsOfProof(await import(pathToFileURL(join(root, proofFile)).href));
const folder = mkdtempSync(join(tmpdir(), 'romulus-layouts-'));
let checked = 0;
let isCompared = true;
try {
  const results = await Promise.all(
    Object.entries(suites).map(([key, suite]) => {
      const claims = [
        ...claimsOf(key, suite),
        ...(key === 'romulus' ? [...ofProof.everywhere, ...ofProof.withLanes] : []),
      ];
      checked += claims.length;
      return wrongClaims(key, claims, folder);
    }),
  );
  findings.push(...results.flat(), ...(await wrongClaims('romulus', ofProof.everywhere, folder, [])));
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
  isCompared = false;
  if (process.env.CI)
    findings.push({ file: 'tools/lint/layouts.mjs', line: 1, text: 'found no em++', mend: 'install Emscripten' });
} finally {
  rmSync(folder, { recursive: true });
}

// A place in the memory that is written as a number: an array that begins with one, a sum of a region and one, an index.
const offset = /\[\d+, \d|\b(?:state|window|work|lane\[\]) \+ (?:\$\{\w+\}|\d+)|: \d{3,}\b|\w\[[1-9]\d*\]/;
for (const file of filesOf(/^verify\/constant-time\/(suites\/.*|declaration)\.ts$/))
  for (const [i, line] of linesOf(file).entries())
    if (offset.test(line))
      findings.push({
        file,
        line: i + 1,
        text: 'counts a byte offset by hand',
        mend: 'name the field, and let the compiler say where it is',
      });

// The engine takes addresses from what the module exports.
for (const file of filesOf(/^ts\/engine\/(engine|lanes)\.ts$/))
  for (const [i, line] of linesOf(file).entries())
    if (/(?:[Aa]ddress|[Ww]indow|[Ss]tate|[Oo]ffset|Of\(lane\)|\bstart|\bend|\bat)\)? [+-] (?!1\b)\d/.test(line))
      findings.push({
        file,
        line: i + 1,
        text: 'counts a byte offset by hand',
        mend: 'take it from a function that the module exports',
      });

const compared = isCompared
  ? `${checked} numbers are those of the sources`
  : 'em++ is missing, so no number was compared';
report('layouts', findings, compared);
