/** Programs of one file that contain the package and the script of a pool's workers, made as docs/guide.md shows. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installTarball, kats, writePrograms } from '../../tarball.js';
import { installConsumer, installPrograms, outcome, recipe, run } from '../consumer.js';
import { places } from '../places.js';

const project = installTarball();
const folder = installConsumer(project, 'others/executables');
writePrograms(project, 'others/executables/src');
const [config = ''] = recipe('Single executables', 'json');
project.write('others/executables/sea-config.json', config);

const recipes = recipe('Single executables', 'js').map((pool, i) => ({
  pool,
  commands: recipe('Single executables', 'sh')[i] as string,
}));

it.each(places['consumers/others/executables'])(
  'works in an executable of $name',
  async ({ path, entries, fastest }) => {
    const { pool, commands } = recipes[path.startsWith('node') ? 0 : 1]!;
    project.write('others/executables/pool.js', pool);
    const programs = join(await installPrograms('runtimes'), path);
    await run(await folder, 'sh', '-ec', `PATH=${programs}:$PATH; ${commands}`);
    // Nothing of the package is left to be found.
    const [installed, away] = ['node_modules', 'away'].map((name) => join(project.folder, 'others/executables', name));
    renameSync(installed!, away!);
    const told = await run(project.folder, 'others/executables/program', kats).finally(() =>
      renameSync(away!, installed!),
    );
    expect(JSON.parse(told)).toEqual(outcome(fastest, entries));
  },
);
