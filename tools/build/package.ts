/**
 * Builds dist/, which the package ships, from ts/: bundles for each kind of runtime, modules as files, and
 * declarations.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { bytesOf } from '../../ts/engine/module-text.js';
import { entries as packageEntries, suites } from '../../ts/suites/table.js';
import { manualPage } from './manual.js';
import { shortBundler } from './short-names.js';
import { standaloneName, standaloneText } from './standalone.js';

const entries = packageEntries();
/** The entry point without WebAssembly has a bundle of its own, and shares no engine with the others. */
const { js = '', ...sharing } = entries;

/**
 * A file that all bundles for users share, so that each entry point knows the errors and the modes of every other. A
 * copy in two bundles would know only its own.
 */
const shared = { name: 'shared-all.js', sources: ['base/errors', 'base/options', 'messages/mode'] };

/** Files with names of their own, which an entry point loads only when it needs them. */
const loadedLater = { scrypt: 'stream/javascript-scrypt.ts' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

async function moduleOf(suite: string): Promise<Uint8Array> {
  const { text } = await import(`../../ts/suites/${suite}/simd128.generated.ts`);
  return bytesOf(text);
}

/**
 * The runtimes for which the package has bundles. Each finds its modules by a condition of `imports` in package.json.
 * Edge runtimes compile a module from its file when a program is deployed.
 */
const runtimes = { '': [], '.workerd': ['workerd'], '.edge-light': ['edge-light'] };

const bundleShort = shortBundler();

const sharedFiles = new Set(shared.sources.map((name) => join(root, 'ts', `${name}.js`)));

/** Imports the file that all bundles share, in place of its sources. */
const importingShared: Plugin = {
  name: 'shared',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) =>
      sharedFiles.has(join(resolveDir, path)) ? { path: `./${shared.name}`, external: true } : undefined,
    );
  },
};

async function bundleShared(): Promise<void> {
  const contents = shared.sources.map((name) => `export * from './${name}.js';`).join('\n');
  const { outputFiles } = await bundleShort({
    stdin: { contents, resolveDir: join(root, 'ts') },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    absWorkingDir: dist,
  });
  for (const { contents } of outputFiles) writeFileSync(join(dist, shared.name), contents);
}

/**
 * The file with the text of Romulus' module. Compressors look back 32 KiB, and the text is longer. So no code may stand
 * on its other side: users' bundles have files in the order of their imports, and each file imports this one first, or
 * the file that leads to it. The module of any other suite stands in the suite's own file.
 */
const romulusText = './romulus-text.js';

const importingRomulusText: Plugin = {
  name: 'text',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/simd128\.generated\.js$/ }, async ({ path, resolveDir }) => {
      if (resolveDir !== join(root, 'ts/suites/romulus')) return undefined;
      const { text } = await import(join(resolveDir, path));
      writeFileSync(join(dist, romulusText), `export const text =\n  "${text}";\n`);
      return { path: romulusText, external: true };
    });
  },
};

function withTextFirst(code: string, file: string, outputs: Metafile['outputs']): string {
  const leadsToText = (path: string): boolean =>
    path === romulusText || (outputs[path]?.imports.some((each) => leadsToText(each.path)) ?? false);
  const path = outputs[file]?.imports.map((each) => each.path).find(leadsToText);
  const statement = new RegExp(`^import \\{[^}]*\\} from "\\./${basename(path ?? '')}";\n`, 'm');
  return `${statement.exec(code)?.[0] ?? ''}${code.replace(statement, '')}`;
}

/** Makes bundles that share their common code, so that the engine exists only once. */
async function bundle(
  entries: Readonly<Record<string, string>>,
  conditions: string[],
  { runtime = '', plugins = [importingShared, importingRomulusText] } = {},
): Promise<void> {
  const { outputFiles, metafile } = await bundleShort({
    entryPoints: Object.entries(entries).map(([name, file]) => ({ in: join(root, 'ts', file), out: name + runtime })),
    outdir: dist,
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    conditions,
    plugins,
    // The file already exists. With this loader the bundle still imports it as a file.
    loader: { '.wasm': 'copy' },
    allowOverwrite: true,
    absWorkingDir: dist,
  });
  const loadedAtOnce = Object.keys(entries).filter((name) => !Object.hasOwn(loadedLater, name));
  const names = sharedNames(metafile.outputs, loadedAtOnce, runtime);
  const renamed = (text: string) => text.replaceAll(/chunk-\w+\.js/g, (name) => names.get(name) ?? name);
  // An import without names is only for side effects, and these files have none. Users' bundlers would warn of it.
  const trimmed = (text: string) => renamed(text).replaceAll(/^import "[^"]+";\n/gm, '');
  // Vercel compiles a file if its address has this ending.
  const addressed = (text: string) =>
    runtime === '.edge-light' ? text.replaceAll(/(?<=^import .* from "\.\/[\w-]+\.wasm)(?=";$)/gm, '?module') : text;
  // A chunk that is shared only for side effects is empty, and nothing imports it.
  for (const { path, text } of outputFiles.filter(({ path }) => path.endsWith('.js'))) {
    const code = trimmed(withTextFirst(text, basename(path), metafile.outputs));
    if (code.trim() !== '') writeFileSync(join(dist, renamed(basename(path))), addressed(code));
  }
}

/**
 * Names for shared chunks that stay the same when contents change. A chunk is named after the bundles that load it, or
 * after the few bundles that do not.
 */
function sharedNames(outputs: Metafile['outputs'], entryNames: string[], runtime: string): Map<string, string> {
  const loadedBy = new Map<string, Set<string>>();
  const load = (file: string, entry: string) => {
    const by = loadedBy.get(file) ?? new Set();
    if (by.has(entry)) return;
    loadedBy.set(file, by.add(entry));
    for (const { path, external } of outputs[file]?.imports ?? []) if (!external) load(path, entry);
  };
  for (const name of entryNames) load(`${name}${runtime}.js`, name);
  const names = new Map<string, string>();
  for (const [file, by] of loadedBy) {
    if (!file.startsWith('chunk-')) continue;
    const others = entryNames.filter((name) => !by.has(name));
    const words =
      others.length < by.size ? ['all', ...(others.length > 0 ? ['but'] : []), ...others.sort()] : [...by].sort();
    names.set(file, `shared-${words.join('-')}${runtime}.js`);
  }
  if (new Set([shared.name, ...names.values()]).size <= names.size)
    throw new Error('two files in dist/ would have the same name');
  return names;
}

/** The program imports the library from the files beside it, as other programs do. */
async function bundleProgram(): Promise<void> {
  const library = new Map(Object.entries(entries).map(([name, file]) => [`../${file.replace(/ts$/, 'js')}`, name]));
  await build({
    entryPoints: [join(root, 'ts/cli/main.ts')],
    outfile: join(dist, 'cli.js'),
    bundle: true,
    format: 'esm',
    target: 'node20.19',
    platform: 'node',
    plugins: [
      {
        name: 'library',
        setup({ onResolve }) {
          onResolve({ filter: /^\.\.\// }, ({ path }) =>
            library.has(path) ? { path: `./${library.get(path)}.js`, external: true } : undefined,
          );
        },
      },
    ],
  });
}

// Removes declarations that no entry's declarations reach. They describe nothing that a user can import.
function dropUnreachable(folder: string): void {
  const reached = new Set<string>();
  const reach = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g))
      reach(join(dirname(file), `${path}.d.ts`));
  };
  for (const entry of Object.values(entries)) reach(join(folder, entry.replace(/\.ts$/, '.d.ts')));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(file)) rmSync(file);
  }
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const suite of Object.keys(suites)) writeFileSync(join(dist, `${suite}.wasm`), await moduleOf(suite));
await bundleShared();
for (const [runtime, conditions] of Object.entries(runtimes))
  await bundle({ ...sharing, ...loadedLater }, conditions, { runtime });
await bundle({ js }, ['js']);
// This bundle and the one file of the main entry share nothing, so they can be laid anywhere.
await bundle({ 'pool-worker': 'pool/worker/script.ts' }, ['pool-worker'], { plugins: [] });
writeFileSync(join(dist, standaloneName), await standaloneText(root));
// scrypt.js and pool-worker.js contain code of this package.
copyFileSync(join(root, 'node_modules/@noble/hashes/LICENSE'), join(dist, 'LICENSE-noble-hashes'));
// cli.js contains the list of words of this package.
copyFileSync(join(root, 'node_modules/@scure/bip39/LICENSE'), join(dist, 'LICENSE-scure-bip39'));
await bundleProgram();
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(join(dist, 'romulus.1'), manualPage(version));
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'config/tsconfig.declarations.json'],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
dropUnreachable(join(dist, 'types'));

/**
 * Sets the permissions of files. npm packs them as they are, and they depend on the umask of the checkout and the
 * build.
 */
function setModes(path: string): void {
  if (!statSync(path).isDirectory()) chmodSync(path, path === join(dist, 'cli.js') ? 0o755 : 0o644);
  else for (const name of readdirSync(path)) setModes(join(path, name));
}
const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
for (const file of [...files, 'package.json', 'README.md', 'LICENSE']) setModes(join(root, file));
