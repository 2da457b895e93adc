/** The commands of docs/verify.md and what it says of the modules, tried on a package that is packed from this repository. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../ts/engine/module-text.js';
import { cleanEnvironment, installTarball, root } from '../package/tarball.js';

const project = installTarball();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const page = read('docs/verify.md');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The commands of the block that has these words, without those that need another machine. */
function commands(words: string): string {
  const block = [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, code]) => code as string)
    .find((code) => code.includes(words));
  if (!block) throw new Error(`docs/verify.md has no commands with ${words}`);
  return block
    .replace(/^git clone .*\n|^npm (ci|run build)\b.*\n/gm, '')
    .replace('npm pack romulus-wasm@0.1.0', `npm pack --ignore-scripts ${root}`)
    .replaceAll('romulus-wasm-0.1.0.tgz', `romulus-wasm-${manifest.version}.tgz`);
}

// What the page calls the clone: beside what the project installed, as after sections 1 and 2.
const clone = join(project.folder, 'romulus-wasm');
mkdirSync(clone);
copyFileSync(join(root, 'package.json'), join(clone, 'package.json'));
for (const name of ['tools', 'ts']) symlinkSync(join(root, name), join(clone, name));

const inClone = { cwd: clone, env: cleanEnvironment(), encoding: 'utf8', stdio: 'pipe' } as const;
const run = (words: string) => execFileSync('bash', ['-e', '-c', commands(words)], inClone);

/** The rows of the table of the modules. */
const suites = [...page.matchAll(/^\| (\S.*?) +\| `(.+)\/` +\| (.+?) +\| `(.+)` +\|$/gm)].map(
  ([, name, folder, builds, file]) =>
    ({ name, folder, builds, file }) as Record<'name' | 'folder' | 'builds' | 'file', string>,
);

const portableFile = 'dist/romulus-portable.wasm';
const allBuilds = ['portable', 'simd128', 'relaxed'];

/** The checksum of a build that a suite's source gives, nothing if there is none; and the line that has it. */
async function checksumOf(folder: string, build: string): Promise<{ sum?: string; line: string }> {
  const file = `${folder}/${build === 'relaxed' ? 'simd128' : build}.generated.ts`;
  const name = build === 'relaxed' ? 'relaxedSha256' : 'sha256';
  const { [name]: sum } = await import(join(root, file));
  return { sum, line: `${file}:${name} = '${sum}'` };
}

/** What the programs run with to be of a build that this Node may have behind a flag. */
const flags = process.versions.node.startsWith('20.') ? ['--experimental-wasm-relaxed-simd'] : [];

describe('docs/verify.md', () => {
  // Its links and its npm scripts are compared with what exists where those of all documents are.
  it('has commands that exist', () => {
    const programs = [...page.matchAll(/\bnode (tools\/[\w/-]+\.mjs)/g)].map(([, file]) => file as string);
    expect(programs.length).toBeGreaterThan(1);
    for (const file of programs) expect(existsSync(join(root, file)), file).toBe(true);
  });

  it('has checksums made of all files of the package, and no others', () => {
    run('checksums.mjs >');
    const files = readdirSync(project.installed, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const sums = readFileSync(join(clone, 'built.sha256'), 'utf8').trimEnd().split('\n');
    expect(sums).toHaveLength(files.length);
    for (const line of sums) {
      const [, sum, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) as unknown as [string, string, string];
      expect(sha256(readFileSync(join(project.installed, name))), name).toBe(sum);
    }
  });

  it('compares them with a tarball, and gives the checksum that npm wrote down', () => {
    run('checksums.mjs >');
    const printed = run('tools/release/archive.mjs');
    expect(printed).toContain(' files, each once and as listed\n');
    const [integrity, installed] = [...printed.matchAll(/sha512-[\w+/]+==/g)].map(([sum]) => sum);
    expect(integrity).toBeDefined();
    expect(installed).toBe(integrity);
  });

  it('knows all suites, and the builds and the file of each', async () => {
    const folders = readdirSync(join(root, 'ts'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.generated.ts'))
      .map((name) => join('ts', name, '..'));
    expect(suites.map(({ folder }) => folder).sort()).toEqual([...new Set(folders)].sort());
    const modules = readdirSync(join(project.installed, 'dist')).filter((name) => name.endsWith('.wasm'));
    const files = [...suites.map(({ file }) => file), portableFile];
    expect(files.sort()).toEqual(modules.map((name) => `dist/${name}`).sort());
    for (const { folder, builds } of suites) {
      const existing = [];
      for (const build of allBuilds) if ((await checksumOf(folder, build)).sum) existing.push(build);
      expect(builds).toBe(existing.join(', '));
    }
  });

  it('prints the checksums of all modules, which are those of the modules', async () => {
    const printed = run('generated.ts').trimEnd().split('\n');
    const sums = [];
    for (const { folder, builds } of suites)
      for (const build of builds.split(', ')) {
        sums.push((await checksumOf(folder, build)).line);
        if (build !== 'relaxed') {
          const { text, sha256: written } = await import(join(root, folder, `${build}.generated.ts`));
          expect(sha256(bytesOf(text))).toBe(written);
        }
      }
    expect(printed.sort()).toEqual(sums.sort());
  });

  it('finds the files of the modules as it says', async () => {
    run('tools/release/archive.mjs');
    expect(page).toContain(`\`${portableFile}\``);
    const { sum } = await checksumOf('ts/suites/romulus', 'portable');
    const sums = [`${sum}  package/${portableFile}`];
    for (const { folder, file } of suites) sums.push(`${(await checksumOf(folder, 'simd128')).sum}  package/${file}`);
    expect(run('sha256sum').trimEnd().split('\n').sort()).toEqual(sums.sort());
  });

  it('is right that the package has no other modules', async () => {
    const dist = join(project.installed, 'dist');
    const modulesIn = (names: string[]) =>
      names
        .flatMap((name) => readFileSync(join(dist, name), 'utf8').match(/(?<=")[%-[\]-~]{1000,}(?=")/g) ?? [])
        .map((text) => sha256(bytesOf(text)))
        .sort();
    const sumsOf = async (folders: string[]) => {
      const builds = folders.flatMap((folder) => ['portable', 'simd128'].map((build) => checksumOf(folder, build)));
      return (await Promise.all(builds)).map(({ sum }) => sum).sort();
    };
    const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
    const minified = scripts.filter((name) => name.endsWith('.min.js'));
    expect(modulesIn(minified)).toEqual(await sumsOf(['ts/suites/romulus']));
    const others = scripts.filter((name) => !minified.includes(name));
    expect(modulesIn(others)).toEqual(await sumsOf(suites.map(({ folder }) => folder)));
  });

  it.each(['portable', 'simd128', 'relaxed'])(
    'has a program that shows which modules the engine gets: %s',
    async (build) => {
      const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
      const file = project.write('show.mjs', program);
      const command = `node show.mjs${build === 'relaxed' ? '' : ` ${build}`}\n`;
      expect(commands('show.mjs')).toContain(command);
      const args = [...(build === 'relaxed' ? flags : []), file, ...(build === 'relaxed' ? [] : [build])];
      const printed = execFileSync(process.execPath, args, { ...inClone, cwd: project.folder });
      const sums = [];
      for (const { folder } of suites)
        sums.push((await checksumOf(folder, build)).sum ?? (await checksumOf(folder, 'simd128')).sum);
      expect(printed.trimEnd().split('\n')).toEqual(sums);
    },
  );

  it('is right that nothing is needed at run time', () => {
    const options = ['--sbom-format=cyclonedx', '--sbom-type=library', '--omit=dev'];
    const sbom = execFileSync('npm', ['sbom', ...options], { cwd: root, encoding: 'utf8' });
    const { metadata, components } = JSON.parse(sbom);
    expect(metadata.component).toMatchObject({
      version: manifest.version,
      purl: `pkg:npm/romulus-wasm@${manifest.version}`,
    });
    expect(components).toEqual([]);
  });
});
