/** The commands of docs/verify.md and its statements about modules, tried on a package made from this repository. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../ts/engine/module-text.js';
import { cleanEnvironment, installTarball, root } from '../package/tarball.js';

const project = installTarball();
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const page = readFileSync(join(root, 'docs/verify.md'), 'utf8');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The commands of the block that contains these words, except those that need another machine. */
function commands(words: string): string {
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code as string);
  const block = blocks.find((code) => code.includes(words));
  if (!block) throw new Error(`docs/verify.md has no commands with ${words}`);
  return block
    .replace(/^git clone .*\n|^npm (ci|run build)\b.*\n/gm, '')
    .replace(/npm pack (--ignore-scripts$|romulus-wasm@0\.1\.0)/m, `npm pack --ignore-scripts ${root}`)
    .replaceAll('romulus-wasm-0.1.0.tgz', `romulus-wasm-${manifest.version}.tgz`);
}

// The page's name for the clone, next to the project's installed package, as after sections 1 and 2.
const clone = join(project.folder, 'romulus-wasm');
mkdirSync(clone);
copyFileSync(join(root, 'package.json'), join(clone, 'package.json'));
for (const name of ['tools', 'ts']) symlinkSync(join(root, name), join(clone, name));

const inClone = { cwd: clone, env: cleanEnvironment(), encoding: 'utf8', stdio: 'pipe' } as const;
const run = (words: string) => execFileSync('bash', ['-e', '-c', commands(words)], inClone);
const linesOf = (printed: string) => printed.trimEnd().split('\n').sort();

const suites = [...page.matchAll(/^\| (\S.*?) +\| `(.+)\/` +\| (.+?) +\| `(.+)` +\|$/gm)].map(
  ([, , folder = '', builds = '', file = '']) => ({ folder, builds: builds.split(', '), file }),
);
const folders = suites.map(({ folder }) => folder);

const allBuilds = ['simd128', 'relaxed'] as const;
const sourceOf = (folder: string, build: string) => `${folder}/${build === 'relaxed' ? 'simd128' : build}.generated.ts`;

/** The checksum of a build in a suite's source; undefined if it has none. */
async function checksumOf(folder: string, build: string): Promise<string | undefined> {
  const source = await import(join(root, sourceOf(folder, build)));
  return build === 'relaxed' ? source.relaxedSha256 : source.sha256;
}

/** The flags that enable a build that this Node may hide. */
const flags = process.versions.node.startsWith('20.') ? ['--experimental-wasm-relaxed-simd'] : [];

describe('docs/verify.md', () => {
  it('compares the published package with that of the sources, and its checksum with what npm wrote down', () => {
    run('npm ci');
    const [computed, installed] = run('cmp ').match(/[\w+/]{86}==/g) ?? [];
    expect(computed).toBeDefined();
    expect(installed).toBe(computed);
  });

  it('prints the right checksums of all modules, and finds their files', async () => {
    const sums = [];
    for (const { folder, builds } of suites)
      for (const build of builds) {
        const sum = await checksumOf(folder, build);
        const name = build === 'relaxed' ? 'relaxedSha256' : 'sha256';
        sums.push(`${sourceOf(folder, build)}:${name} = '${sum}'`);
        const { text } = await import(join(root, sourceOf(folder, build)));
        if (build !== 'relaxed') expect(sha256(bytesOf(text))).toBe(sum);
      }
    expect(linesOf(run('generated.ts'))).toEqual(sums.sort());

    run('npm ci');
    const inFiles = [];
    for (const { folder, file } of suites) inFiles.push(`${await checksumOf(folder, 'simd128')}  package/${file}`);
    expect(linesOf(run('sha256sum'))).toEqual(inFiles.sort());
  });

  it.each(allBuilds)("has a program that shows the engine's modules: %s", async (build) => {
    const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
    const file = project.write('show.mjs', program);
    const choice = build === 'relaxed' ? [] : [build];
    expect(commands('show.mjs')).toContain(`${['node show.mjs', ...choice].join(' ')}\n`);
    const args = [...(build === 'relaxed' ? flags : []), file, ...choice];
    const printed = execFileSync(process.execPath, args, { ...inClone, cwd: project.folder });
    const sums = [];
    for (const folder of folders) sums.push((await checksumOf(folder, build)) ?? (await checksumOf(folder, 'simd128')));
    expect(printed.trimEnd().split('\n')).toEqual(sums);
  });
});
