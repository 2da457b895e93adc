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

/** The text of the file: the whole main entry, with the module inside. */
export async function standaloneText(root: string): Promise<string> {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { outputFiles } = await shortBundler()({
    entryPoints: [join(root, 'ts/index.ts')],
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

/** The hash that a page states for the file, so that a browser refuses a changed one. */
export const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** Puts the hash into every place for it in a document. Throws if there is none. */
export function withIntegrity(document: string, integrity: string): string {
  const shown = /sha384-[\w+/]{64}/g;
  if (!shown.test(document)) throw new Error('the document shows no sha384 hash');
  return document.replaceAll(shown, integrity);
}
