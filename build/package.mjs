// Builds dist/, what the package ships, from ts/: a bundle for each kind of runtime, the module as a file, declarations.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

// Edge runtimes take the module from a file, which they compile when a program is deployed.
const takeModuleFrom = (source) => ({
  name: 'module-source',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/source\.js$/ }, () => ({ path: join(root, 'ts/engine', source) }));
    onResolve({ filter: /romulus\.wasm/ }, ({ path }) => ({ path, external: true }));
  },
});

const bundle = (name, source) =>
  build({
    entryPoints: [join(root, 'ts/index.ts')],
    outfile: join(dist, name),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    plugins: [takeModuleFrom(source)],
  });

// Declarations that index.d.ts does not reach describe nothing that a user can import.
function dropUnreachable(folder) {
  const reached = new Set();
  const reach = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g))
      reach(join(dirname(file), `${path}.d.ts`));
  };
  reach(join(folder, 'index.d.ts'));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(file)) rmSync(file);
  }
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const generated = readFileSync(join(root, 'ts/engine/simd128.generated.ts'), 'utf8');
writeFileSync(join(dist, 'romulus.wasm'), Buffer.from(/hex =\s+'([^']+)'/.exec(generated)[1], 'hex'));
await bundle('index.js', 'source.ts');
await bundle('index.workerd.js', 'source.workerd.ts');
await bundle('index.edge-light.js', 'source.edge-light.ts');
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.declarations.json'], {
  cwd: root,
  stdio: 'inherit',
});
dropUnreachable(join(dist, 'types'));
