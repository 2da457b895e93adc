/** Programs of pages that use files beside the package's code, bundled as their users would bundle them. */
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { build as buildVite } from 'vite';
import { compile, type Project } from '../tarball.js';

/** What the programs import. */
const shared = [
  'page/answer.ts',
  '../smoke.ts',
  '../official.ts',
  '../consumers/work.ts',
  '../../fixtures/emulate-build.ts',
];

/** Writes programs of page/ into the project, where they find the installed package; the files by their names. */
function writePrograms(project: Project, programs: string[]): Record<string, string> {
  for (const source of [...programs.map((name) => `page/${name}.ts`), ...shared])
    project.write(
      `src/${basename(source, '.ts')}.js`,
      compile(new URL(source, import.meta.url)).replaceAll(/"\.{1,2}\/(?:\.\.\/)*(?:\w+\/)?([\w-]+\.js)"/g, '"./$1"'),
    );
  return Object.fromEntries(programs.map((name) => [name, join(project.folder, 'src', `${name}.js`)]));
}

/** With nothing but where things are: what a project has at least. */
export async function buildByVite(project: Project, base: string, ...programs: string[]): Promise<void> {
  await buildVite({
    configFile: false,
    root: project.folder,
    base,
    logLevel: 'silent',
    build: {
      outDir: join('bundles', basename(base)),
      rollupOptions: { input: writePrograms(project, programs), output: { entryFileNames: '[name].js' } },
    },
  });
}

/** Also what is an entry point besides the programs, by its name. */
export async function buildByEsbuild(
  project: Project,
  folder: string,
  programs: string[],
  more: Record<string, string> = {},
): Promise<void> {
  await build({
    entryPoints: { ...writePrograms(project, programs), ...more },
    outdir: join(project.folder, 'bundles', folder),
    absWorkingDir: project.folder,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    logLevel: 'silent',
  });
}
