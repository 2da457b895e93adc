/** The programs of pages that have a pool, bundled as their users would bundle them. */
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { build as buildVite } from 'vite';
import { compile, type Project } from '../tarball.js';

const programs = ['pool', 'no-pool'];

/** Into the project, where they find the installed package. */
function writePrograms(project: Project): void {
  for (const source of [...programs.map((name) => `page/${name}.ts`), 'page/answer.ts', '../smoke.ts'])
    project.write(
      `src/${basename(source, '.ts')}.js`,
      compile(new URL(source, import.meta.url)).replaceAll('"../../', '"./'),
    );
}

const entries = (project: Project) =>
  Object.fromEntries(programs.map((name) => [name, join(project.folder, 'src', `${name}.js`)]));

/** With nothing but where things are: what a project has at least. */
export async function buildByVite(project: Project, base: string): Promise<void> {
  writePrograms(project);
  await buildVite({
    configFile: false,
    root: project.folder,
    base,
    logLevel: 'silent',
    build: {
      outDir: join('bundles', 'vite'),
      rollupOptions: { input: entries(project), output: { entryFileNames: '[name].js' } },
    },
  });
}

export async function buildByEsbuild(project: Project, folder: string, more: Record<string, string>): Promise<void> {
  writePrograms(project);
  await build({
    entryPoints: { ...entries(project), ...more },
    outdir: join(project.folder, 'bundles', folder),
    absWorkingDir: project.folder,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    logLevel: 'silent',
  });
}
