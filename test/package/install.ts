/**
 * Before any test of a project: packs the package as for publication, and installs it once, for test files to copy. The
 * examples, and the large runtimes and compilers of the consumers, are installed too, as several files use them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { cleanEnvironment, npm, root } from './npm.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The project's folder. */
    installed: string;
    /** The folders of TypeScripts. */
    compilers: string[];
  }
}

const install = (folders: string[], environment = {}) =>
  execFileSync(process.execPath, [join(root, 'tools/build/install.mjs'), ...folders], {
    env: { ...cleanEnvironment(), ...environment },
  });

export default function setup(project: TestProject) {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is missing: run `npm run build` first');
  if (project.name === 'examples')
    install(['browser-encryption', 'bulk', 'hash-service'].map((name) => `examples/${name}`));
  if (project.name === 'consumers') {
    install(['test/package/consumers/programs']);
    install(['test/package/consumers/arm64'], { npm_config_cpu: 'arm64' });
  }
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
