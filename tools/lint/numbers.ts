/**
 * Checks numbers. Each constant from a paper has a citation of docs/algorithms above it. Such constants are in the
 * definitions of primitives, and in the domains and the parameters of suites. Elsewhere in wasm-src/ each large number
 * that is no mask has a name. No byte offset is counted by hand: the compiler or the module reports it.
 */
import { posix } from 'node:path';
import type { Finding, Project } from './project.js';

const citation = /\[[a-z][\w-]* \d+(?:\.\d+)*\]/;
/** A constant or an enumeration with a number as its value. A computed result of a function does not count. */
const constant = /^\s*(?:(?:inline|static) )*constexpr [^()]*(?:=|\{)[^()]*\b\d|^\s*enum .*= \d/;
/** A mask repeats the same digits, such as 0x00ff00ff, or has all bits of some bytes. */
const isMask = (number: string) => /^0x0*(?:([0-9a-f]{1,8})\1+|[0f]+)$/i.test(number.replaceAll("'", ''));
/** The values of a byte, and their number, need no name. */
const isLarge = (number: string) => Number(number.replaceAll("'", '')) > 256 && !isMask(number);

/** Patterns of files, and of the byte offsets that these files would count by hand. */
const offsets: [files: RegExp, offset: RegExp][] = [
  [
    /^verify\/constant-time\/(suites\/.*|declaration)\.ts$/,
    /\[\d+, \d|\b(?:state|window|work|lane\[\]) \+ (?:\$\{\w+\}|\d+)|: \d{3,}\b|\w\[[1-9]\d*\]/,
  ],
  [
    /^ts\/engine\/(engine|lanes)\.ts$/,
    /(?:[Aa]ddress|[Ww]indow|[Ss]tate|[Oo]ffset|Of\(lane\)|\bstart|\bend|\bat)\)? [+-] (?!1\b)\d/,
  ],
];

/** True if a citation stands just above this line without a gap, or above the class around it. */
function isCited(lines: readonly string[], at: number): boolean {
  const indent = (line = '') => line.search(/\S|$/);
  for (let i = at; lines[i]?.trim(); i--) if (citation.test(lines[i]!)) return true;
  if (indent(lines[at]) === 0) return false;
  let outer = at;
  while (outer >= 0 && (!lines[outer]?.trim() || indent(lines[outer]) >= indent(lines[at]))) outer--;
  return outer >= 0 && !/^namespace/.test(lines[outer]!) && isCited(lines, outer);
}

export function checkNumbers(project: Project): Finding[] {
  const findings: Finding[] = [];
  const files = project.files(/^wasm-src\/(?:primitives|modes|suites)\/.*\.(hpp|cpp)$/);
  /** A definition of a primitive includes no other file of its folder. Kernels do. */
  const isDefinition = (file: string) =>
    /^wasm-src\/(?:modes|suites)\/[^/]+\/(domains|parameters)\.hpp$/.test(file) ||
    (file.startsWith('wasm-src/primitives/') &&
      ![...project.text(file).matchAll(/^#include "([^"/]+)"/gm)].some(([, name]) =>
        files.includes(posix.join(posix.dirname(file), name!)),
      ));
  for (const file of files) {
    const lines = project.text(file).split('\n');
    const mustCite = isDefinition(file);
    for (const [i, line] of lines.entries()) {
      const code = line.replace(/\/\/.*/, '').replaceAll(/"[^"]*"/g, '""');
      if (constant.test(code)) {
        if (mustCite && !isCited(lines, i)) findings.push({ file, line: i + 1, text: 'a constant cites no section' });
      } else if (!/^\s*#|\bstatic_assert\b/.test(code))
        for (const [number] of code.matchAll(/\b(?:0x[0-9a-f']+|\d[\d']*)\b/gi))
          if (isLarge(number)) findings.push({ file, line: i + 1, text: `the number ${number} has no name` });
    }
  }
  for (const [pattern, offset] of offsets)
    for (const file of project.files(pattern))
      for (const [line, text] of project.lines(file))
        if (offset.test(text)) findings.push({ file, line, text: 'a byte offset is counted by hand' });
  return findings;
}
