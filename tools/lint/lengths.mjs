// Lengths: a C++ function has at most five parameters. Biome counts those of TypeScript.
import { filesOf, report, textOf } from './findings.mjs';

const mostParameters = 5;
const findings = [];
const files = filesOf(/\.(c|cpp|h|hpp)$/);

/** The text with its comments and strings replaced by spaces. */
const blanked = (text) =>
  text.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"/g, (part) => part.replaceAll(/[^\n]/g, ' '));

/** Functions with a body: the name, where it is, and how many parameters it has. */
function* functionsIn(text) {
  for (const { index, 1: name } of text.matchAll(/\b(\w+)\s*\(/g)) {
    if (/^(if|for|while|switch|return|sizeof|requires|LOOP)$/.test(name)) continue;
    let depth = 0;
    let angles = 0;
    let commas = 0;
    let at = text.indexOf('(', index);
    const start = at;
    for (; at < text.length; at++) {
      const character = text[at];
      if ('([{'.includes(character)) depth++;
      else if (')]}'.includes(character) && --depth === 0) break;
      else if (character === '<') angles++;
      else if (character === '>' && angles > 0) angles--;
      else if (character === ',' && depth === 1 && angles === 0) commas++;
    }
    const isEmpty = /^\(\s*\)$/.test(text.slice(start, at + 1));
    // Only what is defined: what follows a call is no brace.
    if (/^\)\s*(?:const\s*)?(?:noexcept\s*)?(?:->\s*[\w:<>*& ]+)?(?::\s*\w[^;{]*)?\{/.test(text.slice(at, at + 400)))
      yield { name, count: isEmpty ? 0 : commas + 1, line: text.slice(0, index).split('\n').length };
  }
}

let functions = 0;
for (const file of files)
  for (const { name, count, line } of functionsIn(blanked(textOf(file)))) {
    functions++;
    if (count > mostParameters)
      findings.push({
        file,
        line,
        text: `${name} has ${count} parameters`,
        mend: 'pass what belongs together as one struct',
      });
  }

report('lengths', findings, `${functions} C++ functions of at most ${mostParameters} parameters`);
