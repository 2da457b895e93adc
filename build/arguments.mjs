// Arguments: no call of TypeScript or JavaScript passes a bare true or false, as a reader cannot know what it says: a
// parameter that is a choice is an object's property or a function of its own. What the platform demands is as it is. C++
// has clang-tidy for this.
import ts from 'typescript';
import { filesOf, report, textOf } from './findings.mjs';

const findings = [];
const mend = 'name it by a property or a function of its own';

/** Functions of the platform: of DataView, promises, Map, terminals, the DOM and WebCrypto; and what is called back. */
const named = /^(?:[gs]et(?:Big)?(?:Uint|Int|Float)\d+|resolve|callback|set|setRawMode|cloneNode|importKey)$/;
const isLiteral = ({ kind }) => kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;

function nameOf({ expression }) {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
}

let calls = 0;
for (const file of filesOf(/^(?!test\/|docs\/).*\.(ts|mts|mjs|js)$/)) {
  if (file.endsWith('.generated.ts')) continue;
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      calls++;
      const literal = node.arguments?.find(isLiteral);
      if (literal && !named.test(nameOf(node))) {
        const { line } = source.getLineAndCharacterOfPosition(literal.getStart(source));
        findings.push({ file, line: line + 1, text: `${nameOf(node)} is told ${literal.getText(source)}`, mend });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

report('arguments', findings, `${calls} calls of TypeScript and JavaScript, none with a bare true or false`);
