/**
 * Makes docs/api from the doc comments of ts/. Writes into docs/guide.md the hashes of two files, and the table of the
 * places where the package is tried. With --check it compares docs/guide.md instead of writing it. Fails if a
 * comment or an example is missing.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Application,
  type DeclarationReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc';
import { type Entry, type Place, places } from '../../test/package/consumers/places.js';
import { bytesOf } from '../../ts/engine/module-text.js';
import { text } from '../../ts/suites/romulus/simd128.generated.js';
import { entries } from '../../ts/suites/table.js';
import { integrityOf, standaloneText, withIntegrity } from './standalone.js';

const names: Record<Entry, string> = {
  main: 'main',
  stream: '`/stream`',
  pool: '`/pool`',
  js: '`/js`',
};

const root = join(import.meta.dirname, '../..');
const out = join(root, 'docs/api');

const app = await Application.bootstrapWithPlugins({
  options: join(root, 'config/typedoc.json'),
  entryPoints: Object.values(entries()).map((file) => join(root, 'ts', file)),
  out,
});

// A comment may name an export that its own file does not import.
app.converter.addUnknownSymbolResolver((reference, from) => {
  const path = reference.symbolReference?.path?.map((part) => part.path) ?? [];
  // The main module comes first. It has the shortest name of all modules that export the same thing.
  const modules = [...(from.project.children ?? [])].sort((a, b) => a.name.length - b.name.length);
  for (const module of modules) {
    const named = module.getChildByName(path);
    // The declared type of the result allows only addresses, hence the cast.
    if (named) return { target: named as never };
  }
});

const project = await app.convert();
if (!project) process.exit(1);
app.validate(project);
for (const name of withoutExample(project)) app.logger.warn(`${name} has no @example`);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);

rmSync(out, { recursive: true, force: true });
await app.generateOutputs(project);

const guide = join(root, 'docs/guide.md');
const shown = readFileSync(guide, 'utf8');
const hashes = [bytesOf(text), await standaloneText(root)].map(integrityOf);
const rewritten = withPlaces(withIntegrity(shown, hashes));
if (!process.argv.includes('--check')) writeFileSync(guide, rewritten);
else if (rewritten !== shown) {
  console.error(
    'docs/guide.md shows another hash of a file in dist/, or other places than places.ts; run: npm run docs',
  );
  process.exitCode = 1;
}

/** One line for all rows of a file with the same entry points and the same recipe. */
function linesOf(rows: readonly Place[]): string[] {
  const lines = new Map<string, string[]>();
  for (const { name, entries, recipe } of rows) {
    const link = recipe ? `[${recipe}](#${recipe.toLowerCase().replaceAll(' ', '-')})` : '';
    const rest = `${entries.map((entry) => names[entry]).join(', ')} | ${link}`;
    lines.set(rest, [...(lines.get(rest) ?? []), name.replaceAll(/script-src '.*'/g, '`$&`')]);
  }
  return [...lines].map(([rest, places]) => `| ${places.join('; ')} | ${rest} |`);
}

/**
 * Replaces the table of the places where the package is tried by one made from the rows of its tests. Throws if no test
 * iterates over the rows of a file.
 */
function withPlaces(document: string): string {
  for (const name of Object.keys(places)) {
    const file = `test/package/${name.split('#')[0]}.test.ts`;
    if (!readFileSync(join(root, file), 'utf8').includes(`(places['${name}']`))
      throw new Error(`${file} does not iterate over the rows ${name} of places.ts`);
  }
  const table = ['| where | entry points | see |', '| --- | --- | --- |', ...Object.values(places).flatMap(linesOf)];
  const [start, end] = ['<!-- #region places -->\n', '<!-- #endregion places -->'];
  const [before, shown] = [document.split(start), document.split(end)];
  if (before.length !== 2 || shown.length !== 2) throw new Error('the document has no region for the places');
  return `${before[0]}${start}${table.join('\n')}\n${end}${shown[1]}`;
}

/**
 * Returns the names of the functions and methods that lack an example. The methods of `...Like` types, which describe
 * objects of the platform, need none. Nor do the sync twins of promise functions, and the methods that `using` calls.
 */
function withoutExample(project: ProjectReflection): string[] {
  const { Class, Function: Callable, Interface, Method } = ReflectionKind;
  const isShape = ({ name, parent }: Reflection) => name.endsWith('Like') || parent?.name.endsWith('Like');
  const needsNone = ({ name, parent }: Reflection) => parent?.name.endsWith('Sync') || /dispose/i.test(name);
  const hasExample = ({ comment }: Reflection) => comment?.getTag('@example') !== undefined;
  return project
    .getReflectionsByKind(Callable | Method)
    .filter((reflection): reflection is DeclarationReflection => reflection.isDeclaration())
    .filter((reflection) => !isShape(reflection) && !reflection.inheritedFrom && !needsNone(reflection))
    .filter(({ parent }) => parent?.kindOf(ReflectionKind.Module | Class | Interface))
    .filter((reflection) => ![reflection, ...(reflection.signatures ?? [])].some(hasExample))
    .map((reflection) => reflection.getFullName());
}
