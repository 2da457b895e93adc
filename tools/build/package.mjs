// Builds dist/, what the package ships, from ts/: bundles for each kind of runtime, the module as a file, declarations.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import { build } from 'esbuild';
import { entries as packageEntries, suites } from '../../ts/suites/table.ts';
import { standaloneName, standaloneText } from './standalone.ts';

const entries = packageEntries();
/** The one that takes the module from a file is bundled by itself, as it shares no engine with the others. */
const { 'by-url': byUrl, ...sharing } = entries;

/** What an entry point loads only when it is needed, as a file with a name. */
const loadedLater = { scrypt: 'stream/javascript-scrypt.ts' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

/** A file of TypeScript that this script needs itself. */
async function compiled(file) {
  const { outputFiles } = await build({ entryPoints: [join(root, file)], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const { bytesOf } = await compiled('ts/engine/module-text.ts');

/** The module of a suite in one of its builds. */
function moduleOf(suite, build) {
  const generated = readFileSync(join(root, 'ts/suites', suite, `${build}.generated.ts`), 'utf8');
  return bytesOf(/text =\s+"([^"]+)"/.exec(generated)[1]);
}

/** Has what `fastestOf` chooses from be one module, which is no text. */
const takeModuleFrom = (importOf) => ({
  name: 'module-source',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.wasm/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /suites\/[\w-]+\/portable\.generated\.ts$/ }, () => ({
      contents: 'export const text = undefined;',
    }));
    onLoad({ filter: /suites\/[\w-]+\/simd128\.generated\.ts$/ }, ({ path }) => ({
      contents: `${importOf(basename(dirname(path)))} export { text };`,
    }));
    onLoad({ filter: /engine\/detect\.ts$/ }, () => ({
      contents: 'export const fastestOf = (_portable, module) => module;',
    }));
  },
});

/** The files of the module of the main entry, by build. */
const moduleFiles = { portable: 'romulus-portable.wasm', simd128: 'romulus.wasm' };

/** Has what `fastestOf` chooses from be files, by addresses that bundlers see. */
const takeModuleFromFiles = {
  name: 'module-files',
  setup({ onLoad }) {
    onLoad({ filter: /suites\/romulus\/\w+\.generated\.ts$/ }, ({ path }) => {
      const [build] = basename(path).split('.');
      const integrity = `sha256-${createHash('sha256').update(moduleOf('romulus', build)).digest('base64')}`;
      const url = `new URL('./${moduleFiles[build]}', import.meta.url)`;
      return { contents: `export const text = () => ({ url: ${url}, integrity: '${integrity}' });` };
    });
    onLoad({ filter: /engine\/detect\.ts$/ }, ({ path }) => ({
      contents: "export { fastestFile as fastestOf } from './module-file.js';",
      resolveDir: dirname(path),
    }));
  },
};

/**
 * Where each kind of runtime takes the module of a suite from, if not from text in the package: edge runtimes take it from a file,
 * which they compile when a program is deployed.
 */
const runtimes = {
  '': [],
  '.workerd': [takeModuleFrom((suite) => `import text from './${suite}.wasm';`)],
  '.edge-light': [takeModuleFrom((suite) => `import text from './${suite}.wasm?module';`)],
};
/** A pool's workers are sent theirs. */
const sentModule = [takeModuleFrom(() => 'const text = undefined;')];

/** Bundles that share what they have in common, so that an engine and an error class are the same for all of them. */
async function bundle(entries, runtime, plugins) {
  const { outputFiles, metafile } = await build({
    entryPoints: Object.entries(entries).map(([name, file]) => ({ in: join(root, 'ts', file), out: name + runtime })),
    outdir: dist,
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    plugins,
    absWorkingDir: dist,
    metafile: true,
    write: false,
  });
  const loadedAtOnce = Object.keys(entries).filter((name) => !loadedLater[name]);
  const names = sharedNames(metafile.outputs, loadedAtOnce, runtime);
  const renamed = (text) => text.replaceAll(/chunk-\w+\.js/g, (name) => names.get(name) ?? name);
  // An import of nothing is for the side effects of a file, and these have none: users' bundlers would warn of it.
  const trimmed = (text) => renamed(text).replaceAll(/^import "[^"]+";\n/gm, '');
  // Compressors look back 32 KiB, so the text of the modules, which is longer, stands behind all code.
  const moduleText = /^(?:\/\/ \S+\.generated\.ts\n)?var text\d* = "[^"]+";\n/gm;
  const ordered = (text) =>
    trimmed(text.replaceAll(moduleText, '')).replace(/(?=^export \{)/m, (text.match(moduleText) ?? []).join(''));
  for (const { path, text } of outputFiles) writeFileSync(join(dist, renamed(basename(path))), ordered(text));
}

/** For what bundles share, names that stay when it changes: after the bundles that load it, or those few that do not. */
function sharedNames(outputs, entryNames, runtime) {
  const loadedBy = new Map();
  const load = (file, entry) => {
    const by = loadedBy.get(file) ?? loadedBy.set(file, new Set()).get(file);
    if (by.has(entry)) return;
    by.add(entry);
    for (const { path, external } of outputs[file].imports) if (!external) load(path, entry);
  };
  for (const name of entryNames) load(`${name}${runtime}.js`, name);
  const names = new Map();
  for (const [file, by] of loadedBy) {
    if (!file.startsWith('chunk-')) continue;
    const others = entryNames.filter((name) => !by.has(name));
    const words =
      others.length < by.size ? ['all', ...(others.length > 0 ? ['but'] : []), ...others.sort()] : [...by].sort();
    names.set(file, `shared-${words.join('-')}${runtime}.js`);
  }
  if (new Set(names.values()).size < names.size) throw new Error('two files in dist/ would have the same name');
  return names;
}

/** The program takes the library as others do, from the files beside it. */
async function bundleProgram() {
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

/** The manual page comes from the same table as the program's help. */
async function writeManual() {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'ts/cli/manual.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const { manualPage } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
  );
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(dist, 'romulus.1'), manualPage(version));
}

// Declarations that the entries' do not reach describe nothing that a user can import.
function dropUnreachable(folder) {
  const reached = new Set();
  const reach = (file) => {
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
for (const suite of Object.keys(suites)) writeFileSync(join(dist, `${suite}.wasm`), moduleOf(suite, 'simd128'));
writeFileSync(join(dist, moduleFiles.portable), moduleOf('romulus', 'portable'));
for (const [runtime, plugins] of Object.entries(runtimes))
  await bundle({ ...sharing, ...loadedLater }, runtime, plugins);
await bundle({ 'by-url': byUrl }, '', [takeModuleFromFiles]);
// By themselves: files that can be laid anywhere.
await bundle({ 'pool-worker': 'pool/worker/script.ts' }, '', sentModule);
writeFileSync(join(dist, standaloneName), await standaloneText(root));
// scrypt.js and pool-worker.js contain it.
copyFileSync(join(root, 'node_modules/@noble/hashes/LICENSE'), join(dist, 'LICENSE-noble-hashes'));
// cli.js contains its list of words.
copyFileSync(join(root, 'node_modules/@scure/bip39/LICENSE'), join(dist, 'LICENSE-scure-bip39'));
await bundleProgram();
await writeManual();
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.declarations.json'], {
  cwd: root,
  stdio: 'inherit',
});
dropUnreachable(join(dist, 'types'));

/** npm packs files with their permissions, which come from the umask of whoever checked them out and built them. */
function setModes(path) {
  if (!statSync(path).isDirectory()) chmodSync(path, path === join(dist, 'cli.js') ? 0o755 : 0o644);
  else for (const name of readdirSync(path)) setModes(join(path, name));
}
const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
for (const file of [...files, 'package.json', 'README.md', 'LICENSE']) setModes(join(root, file));
