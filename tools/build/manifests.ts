/**
 * Writes the parts of the manifests that follow from the table of suites. `npm run format` runs it. With --check it
 * compares them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entries, suites } from '../../ts/suites/table.js';

const conditionsOf = (name: string, file: string) => {
  const types = `./dist/types/${file.replace(/\.ts$/, '.d.ts')}`;
  // The JavaScript entry has no module, so every runtime loads it alike.
  if (name === 'js') return { types, default: './dist/js.js' };
  return {
    types,
    workerd: `./dist/${name}.workerd.js`,
    'edge-light': `./dist/${name}.edge-light.js`,
    default: `./dist/${name}.js`,
  };
};

/** `exports` of package.json: what a user can import. */
const exported = {
  ...Object.fromEntries(
    Object.entries(entries()).flatMap(([name, file]) => [
      [name === 'index' ? '.' : `./${name}`, conditionsOf(name, file)],
      ...(name === 'pool' ? [['./pool/worker', './dist/pool-worker.js']] : []),
    ]),
  ),
  ...Object.fromEntries(Object.keys(suites).map((key) => [`./${key}.wasm`, `./dist/${key}.wasm`])),
  './package.json': './package.json',
};

/** `typesVersions` of package.json: the types for a TypeScript that does not know `exports`, as under node10. */
const typesVersions = Object.fromEntries(
  Object.entries(entries())
    .filter(([name]) => name !== 'index')
    .map(([name, file]) => [name, [conditionsOf(name, file).types]]),
);

/**
 * The source that gives a suite's module at run time. Runtimes with a condition in package.json use
 * another file.
 */
const moduleSource = (
  key: string,
): string => `// \`#module/${key}\`, unless package.json names another file for the runtime; not to be edited.
import { fastestOf } from '../../engine/module-text.js';
import { text } from './simd128.generated.js';

export default () => fastestOf(text);
`;

function edit(file: string, change: (text: string) => string): void {
  const path = join(import.meta.dirname, '../..', file);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const after = change(before);
  if (after === before) return;
  if (process.argv.includes('--check')) {
    console.error(`${file}: not what the table of suites gives; run: npm run format`);
    process.exitCode = 1;
  } else writeFileSync(path, after);
}

edit('package.json', (text) => {
  const content = JSON.parse(text);
  const whole = { ...content, exports: exported, typesVersions: { '*': typesVersions } };
  // Equal parts keep their formatting.
  return JSON.stringify(content) === JSON.stringify(whole) ? text : `${JSON.stringify(whole, null, 2)}\n`;
});
for (const key of Object.keys(suites)) edit(`ts/suites/${key}/module.generated.ts`, () => moduleSource(key));
