// Numbers that come from a paper: in the definition of a primitive, in the domains and in the parameters of a suite, each
// constant has a citation of docs/algorithms above it. Elsewhere in wasm-src/ a large number that is no mask has a name.
import { posix } from 'node:path';
import { filesOf, linesOf, report, textOf } from './findings.mjs';

const findings = [];
const files = filesOf(/^wasm-src\/(?:primitives|modes|suites)\/.*\.(hpp|cpp)$/);

/** What defines a primitive includes no other file of it; kernels do. */
const includesNeighbour = (file) =>
  [...textOf(file).matchAll(/^#include "([^"]+)"/gm)].some(
    ([, path]) => files.includes(posix.join(posix.dirname(file), path)) && !path.includes('/'),
  );
const isDefinition = (file) =>
  /^wasm-src\/(?:modes|suites)\/[^/]+\/(domains|parameters)\.hpp$/.test(file) ||
  (file.startsWith('wasm-src/primitives/') && !includesNeighbour(file));

const withoutComment = (line) => line.replace(/\/\/.*/, '').replaceAll(/"[^"]*"/g, '""');
const citation = /\[[a-z][\w-]* \d+(?:\.\d+)*\]/;
/** A constant or an enumeration that a number is given to; not what a function computes. */
const constant = /^\s*(?:(?:inline|static) )*constexpr [^()]*(?:=|\{)[^()]*\b\d|^\s*enum .*= \d/;
/** Such as 0x00ff00ff: the same digits again and again, or all bits of some bytes. */
const isMask = (number) => /^0x0*(?:([0-9a-f]{1,8})\1+|[0f]+)$/i.test(number.replaceAll("'", ''));

/** Whether a citation stands in the lines above, without a gap, or above the class that the line is in. */
function isCited(lines, at) {
  const indent = (line) => /^ */.exec(line)[0].length;
  for (let i = at; i >= 0 && lines[i].trim() !== ''; i--) if (citation.test(lines[i])) return true;
  if (indent(lines[at]) === 0) return false;
  const outer = lines.slice(0, at).findLastIndex((line) => line.trim() !== '' && indent(line) < indent(lines[at]));
  return outer >= 0 && !/^namespace/.test(lines[outer]) && isCited(lines, outer);
}

let constants = 0;
for (const file of files) {
  const lines = linesOf(file);
  for (const [i, line] of lines.entries()) {
    const code = withoutComment(line);
    const find = (text, mend) => findings.push({ file, line: i + 1, text, mend });
    if (constant.test(code) && isDefinition(file)) {
      constants++;
      const [, name] = /(\w+)(?:\[[^\]]*\])? *(?:=|\{)/.exec(code) ?? [];
      if (!isCited(lines, i)) find(`${name} cites no section`, 'write the section of docs/algorithms above it');
    }
    if (constant.test(code) || /^\s*#|\bstatic_assert\b/.test(code)) continue;
    for (const [number] of code.matchAll(/\b(?:0x[0-9a-f']+|\d[\d']*)\b/gi)) {
      const value = Number(number.replaceAll("'", ''));
      // All values of a byte.
      if (value > 256 && !isMask(number)) find(`has the number ${number}`, 'give it a name, and cite where it is from');
    }
  }
}

report('numbers', findings, `${constants} constants of definitions cite a section`);
