/** Command lines and digests, and the manual page. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CommandName, commands, program as manual } from '../../../ts/cli/commands.js';
import { commandHelp } from '../../../ts/cli/help.js';
import { isMissing } from '../../fixtures/programs.js';
import { root } from '../tarball.js';
import { checking, hashing } from './commands/digests.js';
import { byteNames, commandLines, standardStreams } from './commands/lines.js';
import { testCommands } from './commands/row.js';

testCommands({ commandLines, byteNames, standardStreams, hashing, checking });

it.skipIf(isMissing('groff'))(
  'the manual page has all commands, options and exit codes, and no warning of groff',
  () => {
    const page = join(root, 'dist/romulus.1');
    const { status, stdout, stderr } = spawnSync('groff', ['-man', '-Tascii', '-P-cbu', '-ww', page], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const code of Object.keys(manual.exitStatus)) expect(stdout).toMatch(new RegExp(`^ +${code} `, 'm'));
    for (const [name, { options }] of Object.entries(commands)) {
      expect(stdout).toContain(`romulus ${name}`);
      for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`);
      for (const line of commandHelp(name as CommandName).split('\n')) expect(line.length).toBeLessThanOrEqual(88);
    }
  },
);
