// Writes docs/api from the doc comments of ts/, and into docs/guide.md the hash of the file for pages; with --check, compares
// instead. Fails where a comment or an example is missing.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Application, ReflectionKind } from 'typedoc';
import { integrityOf, standaloneText, withIntegrity } from './standalone.mjs';

const root = join(import.meta.dirname, '../..');
const target = join(root, 'docs/api');
const check = process.argv.includes('--check');
const out = check ? mkdtempSync(join(tmpdir(), 'romulus-docs-')) : target;

const app = await Application.bootstrapWithPlugins({ options: join(root, 'typedoc.json'), out });

// A comment names what its reader knows by that name, though its own file may not import it.
app.converter.addUnknownSymbolResolver((reference, from) => {
  const path = reference.symbolReference?.path?.map((part) => part.path) ?? [];
  // Of the modules that export it, the package's own has the shortest name.
  const modules = [...(from.project.children ?? [])].sort((a, b) => a.name.length - b.name.length);
  for (const module of modules) {
    const named = module.getChildByName(path);
    if (named) return { target: named };
  }
});

const project = await app.convert();
if (!project) process.exit(1);
app.validate(project);
for (const name of withoutExample(project)) app.logger.warn(`${name} has no @example`);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);

if (!check) rmSync(target, { recursive: true, force: true });
await app.generateOutputs(project);
if (check) {
  const contents = (folder) =>
    JSON.stringify(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .sort()
        .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
    );
  const current = existsSync(target) && contents(out) === contents(target);
  rmSync(out, { recursive: true });
  if (!current) {
    console.error('docs/api differs from what the doc comments give; run: npm run docs');
    process.exitCode = 1;
  }
}

const guide = join(root, 'docs/guide.md');
const shown = readFileSync(guide, 'utf8');
const rewritten = withIntegrity(shown, integrityOf(await standaloneText(root)));
if (!check) writeFileSync(guide, rewritten);
else if (rewritten !== shown) {
  console.error('docs/guide.md shows the hash of another dist/romulus-wasm.min.js; run: npm run docs');
  process.exitCode = 1;
}

/**
 * The names of the functions and methods without an example. Platform types by their shape need none, nor do the plain twins of promise
 * functions, and what `using` calls.
 */
function withoutExample(project) {
  const { Class, Function: Callable, Interface, Method } = ReflectionKind;
  const isShape = ({ name, parent }) => name.endsWith('Like') || parent?.name.endsWith('Like');
  const needsNone = ({ name, parent }) => parent.name.endsWith('Sync') || /dispose/i.test(name);
  const hasExample = ({ comment }) => comment?.getTag('@example') !== undefined;
  return project
    .getReflectionsByKind(Callable | Method)
    .filter((reflection) => !isShape(reflection) && !reflection.inheritedFrom && !needsNone(reflection))
    .filter(({ parent }) => parent.kindOf(ReflectionKind.Module | Class | Interface))
    .filter((reflection) => ![reflection, ...(reflection.signatures ?? [])].some(hasExample))
    .map((reflection) => reflection.getFullName());
}
