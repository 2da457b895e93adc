// Measures what users download: every entry point minified and gzipped. Fails where the main one is over the budget.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const budget = 26 * 1024;
/** Of the entry that embeds no module. */
const budgetByUrl = 12.5 * 1024;
const resolveDir = fileURLToPath(new URL('../..', import.meta.url));

/** What is loaded at once, and what only when it is needed. */
async function sizes(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    splitting: true,
    outdir: resolveDir,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const [entry, ...later] = outputFiles.map((file) => gzipSync(file.contents, { level: 9 }).length);
  return { entry, later: later.reduce((sum, length) => sum + length, 0) };
}

const size = async (contents) => (await sizes(contents)).entry;

const everything = await size("export * from 'romulus-wasm'");
const one = await size("export { romulusN } from 'romulus-wasm'");
console.log(
  `everything ${everything} bytes, romulusN alone ${one} bytes, minified and gzipped; the budget is ${budget}`,
);
const entries = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).exports;
for (const [path, target] of Object.entries(entries).slice(1))
  if (target.default) {
    const { entry, later } = await sizes(`export * from 'romulus-wasm${path.slice(1)}'`);
    const forPassphrases = later > 0 ? `, and ${later} once there is a passphrase where the runtime has no scrypt` : '';
    console.log(`romulus-wasm${path.slice(1)} alone ${entry} bytes${forPassphrases}`);
  }
const byUrl = await size("export * from 'romulus-wasm/by-url'");
if (everything > budget || one > everything || byUrl > budgetByUrl) process.exit(1);
