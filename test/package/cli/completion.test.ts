/** Completion and the manual page have the commands and options of `--help`, and bash, zsh and fish complete them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../../fixtures/programs.js';
import { root } from '../tarball.js';
import { commands, expectEnd, program } from './program.js';
import { PseudoTerminal } from './pseudo-terminal.js';

interface Shown {
  readonly short: string | undefined;
  readonly long: string;
  readonly value: string | undefined;
}

const optionsIn = (text: string, pattern: RegExp): Shown[] =>
  [...text.matchAll(pattern)].map(([, short, long = '', value]) => ({ short, long, value }));

/** The options in each command's help; '' is the program. */
const shown = new Map<string, Shown[]>();

beforeAll(async () => {
  const pattern = /^ {2}(?:-(\w), | {4})--([\w-]+)(?: (\S+))? {2}/gm;
  for (const command of ['', ...commands]) {
    const help = String(await program.expect([...(command ? [command] : []), '--help']));
    shown.set(command, optionsIn(help, pattern));
  }
});

describe.each(['bash', 'zsh', 'fish'] as const)('the script for %s', (shell) => {
  async function linesAbout(command: string): Promise<string> {
    const begins = { bash: [`    ${command}:`, `    ${command})`], zsh: [`    ${command})`], fish: [] }[shell];
    const lines = String(await program.expect(['completion', shell])).split('\n');
    const isAbout = (line: string) =>
      begins.some((begin) => line.startsWith(begin)) || line.includes(`'__fish_seen_subcommand_from ${command}'`);
    return lines.filter(isAbout).join('\n');
  }

  it('has exactly the options of every command, with their letters', async () => {
    for (const [command, options] of [...shown].slice(1)) {
      const about = await linesAbout(command);
      // Help texts mention other options.
      const told = about.replaceAll(/\[[^\]]*\]|-d '[^']*'/g, ' ').replaceAll(/[({,]/g, '|');
      const pattern = shell === 'fish' ? / -l ([\w-]+)/g : /(?<![\w-])--([a-z][\w-]*)(?=[=' |})]|$)/gm;
      const found = new Set([...told.matchAll(pattern)].map(([, name]) => name));
      expect([command, ...[...found].sort()]).toEqual([command, ...options.map(({ long }) => long).sort()]);
      // bash completes names; it knows only the letters of options that take a value.
      for (const { short, long, value } of options)
        if (short !== undefined && (shell !== 'bash' || value !== undefined))
          expect(about).toContain(
            {
              bash: `${command}:-${short} | ${command}:--${long})`,
              zsh: `'(-${short} --${long})'{-${short}${value ? '+' : ''},`,
              fish: `-s ${short} -l ${long} `,
            }[shell],
          );
    }
  });

  it.skipIf(isMissing(shell))('is valid in its shell', async () => {
    program.write('script', await program.expect(['completion', shell]));
    expectEnd(await program.shell(`${shell} -n script`));
  });
});

it.each([
  ['keyg', 'keygen '],
  ['help enc', 'encrypt '],
  ['completion f', 'fish '],
  ['decrypt --max', '--max-memory '],
  ['hash --ig', '--ignore-missing '],
  ['--vers', '--version '],
  ['encrypt -k na', 'name with space'],
  ['hash na', 'name with space'],
  ['hash --check -- na', 'name with space'],
  ['encrypt --key=na', 'name with space'],
])('bash completes: romulus %s', async (typed, completed) => {
  program.write('name with space', '');
  const terminal = new PseudoTerminal("PS1='ready> ' bash --norc --noprofile -i");
  await terminal.shows('ready> ');
  terminal.type('source <(romulus completion bash)\r');
  await terminal.shows('ready> ');
  terminal.type(`romulus ${typed}\t`);
  const last = typed.split(/[ =]/).at(-1) as string;
  // Bash escapes the spaces of a name.
  await terminal.shows(`${last}${completed.slice(last.length).replaceAll(/(?<=\w) (?=\w)/g, '\\ ')}`);
  terminal.type('\x15exit\r');
  await terminal.code;
});

it.each([
  ['encrypt --mode ', 'N M T'],
  ['encrypt --mode =', 'N M T'],
  ['encrypt --mode = M', 'M'],
  ['bench ', ''],
  ['hash -j ', ''],
  ['keygen --', '--output --help'],
])('the words that bash offers: romulus %s', async (line, expected) => {
  const words = ['romulus', ...line.split(' ')].map((word) => `'${word}'`);
  const call = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _romulus; echo "\${COMPREPLY[@]}"`;
  expectEnd(await program.shell(`source <(romulus completion bash); ${call}`), { stdout: `${expected}\n` });
});

it.skipIf(isMissing('fish')).each([
  ['encrypt --mode ', 'M N T'],
  ['completion ', 'bash fish zsh'],
  ['hash -j ', ''],
  ['encrypt -k na', 'name'],
  ['hash na', 'name'],
])('the words that fish offers: romulus %s', async (line, expected) => {
  program.write('name', '');
  const offered = `romulus completion fish | source; complete -C"romulus ${line}" | cut -f1`;
  const { stdout } = await program.shell(`fish --no-config -c '${offered}'`);
  expect(String(stdout).split('\n').filter(Boolean).join(' ')).toBe(expected);
});

describe('the manual page', () => {
  const page = readFileSync(join(root, 'dist/romulus.1'), 'utf8');
  const plain = page.replaceAll(/\\f[BIR]/g, '').replaceAll('\\-', '-');

  it('has all commands with all options in the same order, and the exit codes', () => {
    const [general = '', ...sections] = plain.split(/^\.SS "romulus /m);
    const options = (text: string) => optionsIn(text, /^\.TP\n(?:-(\w), )?--([\w-]+)(?: (\S+))?$/gm);
    const ofCommands = sections.map((text): [string, Shown[]] => [text.split(/[ "]/)[0] as string, options(text)]);
    expect([['', options(general)], ...ofCommands]).toEqual([...shown]);
    for (const code of [0, 1, 2, 3, 130, 141]) expect(plain).toContain(`\n.TP\n${code}\n`);
  });

  it.skipIf(isMissing('groff'))('gets no warning of groff', () => {
    const { status, stderr, stdout } = spawnSync('groff', ['-man', '-Tutf8', '-ww', join(root, 'dist/romulus.1')]);
    expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
    expect(String(stdout).split('\n').length).toBeGreaterThan(100);
  });
});
