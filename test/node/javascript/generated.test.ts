/** The generated JavaScript: what it is made of, and that no secret decides its branches, its loops or its indices. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { javascriptOf } from '../../../tools/build/javascript.js';
import { type EngineExports, mapOf } from '../../../ts/engine/memory-map.js';
import { bytesOf } from '../../../ts/engine/module-text.js';
import { text } from '../../../ts/suites/romulus/for-javascript.generated.js';

const source = readFileSync(new URL('../../../ts/suites/romulus/javascript.generated.ts', import.meta.url), 'utf8');
const file = ts.createSourceFile('generated.ts', source, ts.ScriptTarget.ES2022, true);

const nodes: ts.Node[] = [];
const visit = (node: ts.Node) => {
  nodes.push(node);
  ts.forEachChild(node, visit);
};
visit(file);

it('is made of the module for JavaScript', () => expect(source === javascriptOf(bytesOf(text))).toBe(true));

it('has no operator that decides or divides, and no call but of its own functions and of a typed array', () => {
  const operators = nodes.filter(ts.isBinaryExpression).map(({ operatorToken }) => operatorToken.getText());
  const known = '= == === != < > <= >= + - & | ^ << >> >>>'.split(' ');
  expect([...new Set(operators)].filter((operator) => !known.includes(operator))).toEqual([]);
  const own = nodes.filter(ts.isFunctionDeclaration).map(({ name }) => name?.text);
  const callees = nodes.filter(ts.isCallExpression).map(({ expression }) => expression.getText());
  expect([...new Set(callees)].filter((callee) => !own.includes(callee)).sort()).toEqual(['HEAP32.set']);
});

/** The note for a value that decides a branch or a loop ('whether'), or which element is read or written ('which'). */
function noteOf(node: ts.Node): 'whether' | 'which' | undefined {
  const { parent } = node;
  if (!parent) return undefined;
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === node ? 'which' : undefined;
  if (ts.isSwitchStatement(parent)) return parent.expression === node ? 'which' : undefined;
  if (ts.isConditionalExpression(parent) || ts.isForStatement(parent))
    return parent.condition === node ? 'whether' : undefined;
  const isTest = ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent);
  return isTest && parent.expression === node ? 'whether' : undefined;
}

/** The program with each such value noted. */
const program = nodes
  .flatMap((node) => {
    const note = noteOf(node);
    return note ? [[node.getStart(), `${note}(`] as const, [node.end, ')'] as const] : [];
  })
  .sort(([a], [b]) => b - a)
  .reduce((text, [at, inserted]) => text.slice(0, at) + inserted + text.slice(at), source)
  .replace('export default', 'return');
const makeInstance = new Function('whether', 'which', program);

/** Calls with this much associated data and text; the names are those of the module's exports. */
const lengths: [adLength: number, textLength: number][] = [
  [0, 0],
  [5, 16],
  [33, 100],
];
type Work = (instance: EngineExports, adLength: number, textLength: number) => unknown;
const calls: [name: string, call: Work][] = [
  // Decryption gets forgeries: the branch on the verdict is the same each time.
  ...['N', 'M', 'T'].flatMap((name, mode): typeof calls => [
    [`encrypts ${name}`, (instance, ...both) => instance.aead_encrypt(mode, ...both)],
    [`decrypts ${name}`, (instance, ...both) => instance.aead_decrypt(mode, ...both)],
  ]),
  ['hashes', (instance, adLength, textLength) => instance.hash(adLength + textLength)],
];

function traceOf(call: Work, [adLength, textLength]: (typeof lengths)[number]): number[] {
  const trace: number[] = [];
  const which = (value: number) => trace[trace.push(value) - 1];
  const whether = (value: unknown) => trace[trace.push(value ? 1 : 0) - 1];
  const instance: EngineExports = makeInstance(whether, which)();
  // All of key, nonce, data, text and tag.
  const inputs = randomBytes(adLength + textLength + 48);
  new Uint8Array(instance.memory.buffer).set(inputs, mapOf(instance)[1]);
  trace.length = 0;
  call(instance, adLength, textLength);
  return trace;
}

describe.each(calls)('%s', (_, call) => {
  it.each(lengths)('in one way for all secrets, with %i bytes of data and %i of text', (...both) => {
    const expected = traceOf(call, both);
    expect(expected.length).toBeGreaterThan(10);
    for (let i = 0; i < 5; i++) expect(traceOf(call, both)).toEqual(expected);
  });
});
