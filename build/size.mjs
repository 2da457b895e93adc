// Measures what users download: every entry point minified and gzipped. Fails where the main one is over the budget.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const budget = 24 * 1024;
const resolveDir = fileURLToPath(new URL('..', import.meta.url));

async function size(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

const everything = await size("export * from 'romulus-wasm'");
const one = await size("export { romulusN } from 'romulus-wasm'");
console.log(
  `everything ${everything} bytes, romulusN alone ${one} bytes, minified and gzipped; the budget is ${budget}`,
);
const entries = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).exports;
for (const [path, target] of Object.entries(entries).slice(1))
  if (target.default)
    console.log(
      `romulus-wasm${path.slice(1)} alone ${await size(`export * from 'romulus-wasm${path.slice(1)}'`)} bytes`,
    );
if (everything > budget || one > everything) process.exit(1);
