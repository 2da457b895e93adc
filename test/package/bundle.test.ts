/** The installed package as bundlers see it: for browsers, for edge runtimes, and in parts. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { moduleText } from '../../tools/build/module-text.js';
import { installTarball } from './tarball.js';

const project = installTarball();

/** The beginning of a module's text: `\0asm`, version 1. */
const embeddedModule = moduleText([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

async function bundle(contents: string, options: BuildOptions = {}) {
  const { metafile, outputFiles, warnings } = await build({
    stdin: { contents, resolveDir: project.folder },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
    metafile: true,
    logLevel: 'silent',
    ...options,
  });
  const outputs = Object.entries(metafile!.outputs);
  const imports = outputs.flatMap(([, output]) => output.imports.map(({ path }) => path));
  return { code: outputFiles![0]!.text, imports, warnings, outputs };
}

describe('for browsers', () => {
  // All files except the program, which is for Node alone.
  const bundles = readdirSync(join(project.installed, 'dist')).filter(
    (name) => name.endsWith('.js') && name !== 'cli.js',
  );

  it.each(bundles)('needs nothing from outside for dist/%s, and no built-in module of Node', async (name) => {
    const file = join(project.installed, 'dist', name);
    const { code, imports, warnings } = await bundle(`export * from ${JSON.stringify(file)};`, { external: wasmFiles });
    expect(warnings).toEqual([]);
    expect(imports.filter((path) => !path.includes('.wasm'))).toEqual([]);
    // A pool asks for Node's workers by name, at run time.
    expect(code.replaceAll(/builtin\("node:\w+"\)/g, '')).not.toMatch(/\bnode:|\brequire\(/);
  });
});

/** The files that a bundler for an edge runtime leaves to the platform. */
const wasmFiles = ['*.wasm', '*.wasm?module'];

describe.each([
  { condition: 'workerd', file: './romulus.wasm' },
  { condition: 'edge-light', file: './romulus.wasm?module' },
])('for $condition', ({ condition, file }) => {
  it(`imports ${file} and embeds no module`, async () => {
    const options = { conditions: [condition], external: wasmFiles };
    const { code, imports } = await bundle("export * from 'romulus-wasm';", options);
    expect(imports).toEqual([file]);
    expect(code).not.toContain(embeddedModule);
    expect((await bundle("export * from 'romulus-wasm';")).code).toContain(embeddedModule);
    expect(code).not.toContain('new URL(');
  });
});

const later = { others: [expect.stringMatching(/^scrypt-/)], kinds: ['dynamic-import'] };
it.each([
  ['romulus-wasm/stream', later],
  ['romulus-wasm/pool', later],
  ['romulus-wasm', { others: [], kinds: [] }],
])('%s loads the code for passphrases only when there is one, if ever', async (entry, expected) => {
  const { outputs } = await bundle(`export * from '${entry}';`, { outdir: project.folder, splitting: true });
  const [entries, others] = [true, false].map((is) =>
    outputs.filter(([, each]) => (each.entryPoint === '<stdin>') === is),
  );
  expect({
    others: others!.map(([path]) => path.split('/').at(-1)),
    kinds: entries!.flatMap(([, { imports }]) => imports.map(({ kind }) => kind)),
  }).toEqual(expected);
});

it.each(["import 'romulus-wasm';", "import { romulusN } from 'romulus-wasm';"])(
  'is nothing where nothing is used: %s',
  async (contents) => expect((await bundle(contents, { minify: true })).code).toBe(''),
);

it('has no module where only keys are made', async () => {
  const { code } = await bundle("import { generateKey } from 'romulus-wasm'; console.log(generateKey());");
  expect(code).not.toContain(embeddedModule);
});
