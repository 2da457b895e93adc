// Lengths: a file of code has at most 350 lines, unless it is the kernel of a primitive.
import { filesOf, linesOf, report } from './findings.mjs';

const mostLines = 350;
const findings = [];
const files = filesOf(/\.(c|cpp|h|hpp|ts|mts|mjs|js|css|html)$/).filter((file) => !file.endsWith('.generated.ts'));

for (const file of files) {
  const count = linesOf(file).length - 1;
  if (count > mostLines && !/^wasm-src\/primitives\//.test(file))
    findings.push({
      file,
      line: mostLines + 1,
      text: `has more than ${mostLines} lines`,
      mend: 'take a concept out of it',
    });
}

report('lengths', findings, `${files.length} files of at most ${mostLines} lines`);
