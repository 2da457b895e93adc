/** Packs the package as for publication, and installs it once for a run; test files copy that project. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { npm, root } from './npm.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The project's folder. */
    installed: string;
  }
}

export default function setup(project: TestProject) {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is missing: run `npm run build` first');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'romulus-wasm-')));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
    const tarballs = join(folder, 'tarballs');
    mkdirSync(tarballs);
    npm(root, 'pack', '--ignore-scripts', '--pack-destination', tarballs);
    const [tarball] = readdirSync(tarballs);
    if (!tarball) throw new Error('npm pack made no tarball');
    npm(folder, 'install', '--offline', '--no-audit', '--no-fund', join(tarballs, tarball));
  } catch (error) {
    remove();
    throw error;
  }
  project.provide('installed', folder);
  return remove;
}
