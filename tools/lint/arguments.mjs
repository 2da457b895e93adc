// Arguments: no C++ call passes a bare true or false, of which a reader cannot know what it says. A comment may name it,
// /*last=*/true.
import { filesOf, linesOf, report } from './findings.mjs';

const findings = [];
const mend = 'name it by a comment before it, /*last=*/true';

// C++: a literal between a call's brackets or commas, with no comment before it.
for (const file of filesOf(/^(wasm-src|verify|bench)\/.*\.(c|cpp|h|hpp)$/))
  for (const [i, line] of linesOf(file).entries()) {
    const code = line.replace(/\/\/.*/, '').replaceAll(/"(?:\\.|[^"\\])*"/g, '""');
    for (const [, literal] of code.matchAll(/[(,]\s*(true|false)\s*(?=[,)])/g))
      findings.push({ file, line: i + 1, text: `a function is told ${literal}`, mend });
  }

report('arguments', findings, 'no call of C++ has a bare true or false');
