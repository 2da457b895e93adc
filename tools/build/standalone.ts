/**
 * The main entry as one minified file, for pages without a bundler, and its integrity hash, which docs/guide.md shows.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFile } from 'esbuild';
import { shortBundler } from './short-names.js';

/** The file name in dist/. */
export const standaloneName = 'romulus-wasm.min.js';

/**
 * The text of the file: the whole main entry, with the module inside. The module stands first, for the reason that
 * package.ts gives. The first import has no name, so esbuild keeps only its place, and says that it ignores the rest.
 */
export async function standaloneText(root: string): Promise<string> {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { outputFiles } = await shortBundler()({
    stdin: {
      contents: "import './suites/romulus/simd128.generated.js'; export * from './index.js';",
      resolveDir: join(root, 'ts'),
    },
    logOverride: { 'ignored-bare-import': 'silent' },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    banner: { js: `/*! romulus-wasm ${version}, ${license} licence */` },
  });
  return (outputFiles[0] as OutputFile).text;
}

/** The hash that a page states for a file, so that a browser refuses a changed one. */
export const integrityOf = (contents: string | Uint8Array) =>
  `sha384-${createHash('sha384').update(contents).digest('base64')}`;

/** Puts the hashes into the document's places for them, in this order. Throws if it has another number of places. */
export function withIntegrity(document: string, hashes: readonly string[]): string {
  const parts = document.split(/sha384-[\w+/]{64}/);
  if (parts.length !== hashes.length + 1) throw new Error(`the document shows ${parts.length - 1} sha384 hashes`);
  return parts.map((part, i) => part + (hashes[i] ?? '')).join('');
}
