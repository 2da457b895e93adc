/** Programs of pages that use files beside the package's code, bundled as their users would bundle them. */
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { build as buildVite } from 'vite';
import type { Project } from '../tarball.js';

const pages = ({ folder }: Project, programs: string[]) =>
  Object.fromEntries(programs.map((name) => [name, join(folder, 'programs', `${name}.js`)]));

/** Builds with a minimal configuration: only the places of files. */
export async function buildByVite(project: Project, base: string, ...programs: string[]): Promise<void> {
  await buildVite({
    configFile: false,
    root: project.folder,
    base,
    logLevel: 'silent',
    build: {
      outDir: join('bundles', basename(base)),
      rollupOptions: { input: pages(project, programs), output: { entryFileNames: '[name].js' } },
    },
  });
}

export async function buildByEsbuild(
  project: Project,
  folder: string,
  programs: string[],
  more: Record<string, string> = {},
): Promise<void> {
  await build({
    entryPoints: { ...pages(project, programs), ...more },
    outdir: join(project.folder, 'bundles', folder),
    absWorkingDir: project.folder,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    logLevel: 'silent',
  });
}
