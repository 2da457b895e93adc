/** The installed package in Jest, by the settings that docs/guide.md shows. */
import { expect, it } from 'vitest';
import { installTarball, kats, writePrograms } from '../tarball.js';
import { fastestHere, installConsumer, outcome, recipe, run } from './consumer.js';
import { places } from './places.js';

const project = installTarball();
const folder = installConsumer(project, 'jest');
writePrograms(project, 'jest/src');
const [commonJs = '', modules = '', setup = ''] = recipe('Jest', 'js');
project.write('jest/CommonJS.config.cjs', commonJs);
project.write('jest/ES modules.config.cjs', modules);
project.write('jest/setup.cjs', setup);

it.each(places['consumers/jest'])('works in $name', async ({ kind, environment, entries }) => {
  const flags = kind === 'ES modules' ? ['--experimental-vm-modules', '--no-warnings'] : [];
  const told = await run(
    await folder,
    process.execPath,
    ...[...flags, 'node_modules/jest/bin/jest.js', '--config', `${kind}.config.cjs`, '--env', environment],
    ...(environment === 'jsdom' ? ['--setupFiles', './setup.cjs'] : []),
    ...['--globals', JSON.stringify({ place: { entries, kats } })],
  );
  expect(JSON.parse(told)).toEqual({ ...outcome(fastestHere, entries), realms: 3, digests: [expect.any(String)] });
});
