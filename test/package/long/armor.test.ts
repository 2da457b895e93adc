/** Armour of a file of hundreds of megabytes. */
import { expect, it } from 'vitest';
import { expectEnd, program } from '../cli/program.js';

it('takes a large file in no more memory than a small one has', async () => {
  // Prints the process's peak memory in KiB after its output.
  const peak = async (command: string) => {
    program.write('peak.mjs', "process.on('exit', () => console.error(process.resourceUsage().maxRSS));");
    const { code, stderr } = await program.shell(command, { NODE_OPTIONS: `--import ${program.file('peak.mjs')}` });
    expect(code).toBe(0);
    return Number(stderr.trim().split('\n').at(-1));
  };
  const length = 3e8;
  expect(await peak(`head -c ${length} /dev/zero | romulus encrypt -a -j 1 -k key -o armor`)).toBeLessThan(300 * 1024);
  expect(await peak('romulus decrypt -j 1 -k key armor -o back')).toBeLessThan(300 * 1024);
  expectEnd(await program.shell(`head -c ${length} /dev/zero | cmp - back`));
}, 300_000);
