/** Standard streams that are closed, full or nowhere. */
import { beforeEach, describe, expect, it } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { ended, installProgram } from './program.js';

const program = installProgram();
const closed = 'is closed, or /dev/null opened for reading and writing, which looks the same';

beforeEach(async () => {
  program.write('key', `romulus-key-1 ${'0'.repeat(32)}\n`);
  program.write('file', text(100_000));
  program.write('list', (await program.run(['hash', 'file'])).stdout);
  program.write('sealed', (await program.run(['encrypt', '-k', 'key', 'file', '-o', '-'])).stdout);
});

const commands = [
  'romulus --help',
  'romulus --version',
  'romulus hash --help',
  'romulus hash file',
  'romulus encrypt -k key -o - file',
  'romulus encrypt -k key <file',
  'romulus decrypt -k key -o - sealed',
  'romulus bench',
];

describe('standard output', () => {
  it.each(commands)('that is closed is an error: %s', async (command) => {
    expect(await program.shell(`${command} >&-`)).toMatchObject({
      code: 3,
      stderr: `romulus: standard output: ${closed}\n`,
    });
  });

  it.each([...commands, 'romulus hash --check list'])('that is full is an error: %s', async (command) => {
    expect(await program.shell(`${command} >/dev/full`)).toMatchObject({
      code: 3,
      stderr: 'romulus: standard output: no space left on device\n',
    });
  });

  it.each(commands.filter((command) => !command.includes('bench')))('may be thrown away: %s', async (command) => {
    expect(await program.shell(`${command} >/dev/null`)).toMatchObject({ code: 0, stderr: '' });
  });

  it('is not needed where the exit status tells all', async () => {
    const output = 'romulus keygen new && romulus encrypt -k key -o out file';
    for (const command of ['romulus hash --check list', output])
      expect(await program.shell(`${command} >&-`)).toMatchObject({ code: 0, stderr: '' });
    const child = program.start(['hash', '--check', 'list'], { stdio: 'ignore' });
    expect(await ended(child)).toMatchObject({ code: 0 });
    program.write('file', 'changed');
    expect(await program.shell('romulus hash --check list >&-')).toMatchObject({ code: 1 });
  });
});

describe('standard input', () => {
  it.each([
    { command: 'romulus hash', name: '-' },
    { command: 'romulus hash --check', name: 'standard input' },
    { command: 'romulus encrypt -k key', name: 'standard input' },
    { command: 'romulus decrypt -k key', name: 'standard input' },
  ])('that is closed is an error, not an empty file: $command', async ({ command, name }) => {
    const { code, stdout, stderr } = await program.shell(`${command} <&-`);
    expect({ code, text: String(stdout), stderr }).toEqual({
      code: 3,
      text: '',
      stderr: `romulus: ${name}: ${closed}\n`,
    });
  });

  it('may be empty', async () => {
    expect(await program.shell('romulus hash </dev/null')).toMatchObject({ code: 0, stderr: '' });
  });

  it('is not needed where a file is read', async () => {
    expect(await program.shell('romulus hash file <&-')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('standard error', () => {
  it.each(['2>&-', '2>/dev/full'])(
    'may be of no use: the exit status is the same, and files are whole: %s',
    async (to) => {
      expect(await program.shell(`romulus encrypt -k key -o out file ${to}`)).toMatchObject({ code: 0 });
      expect(await program.shell('romulus decrypt -k key -o - out | cmp - file')).toMatchObject({ code: 0 });
      expect(await program.shell(`romulus hash missing ${to}`)).toMatchObject({ code: 3 });
      expect(await program.shell(`romulus hash --check out ${to}`)).toMatchObject({ code: 1 });
    },
  );

  it('may be closed together with the others', async () => {
    expect(await program.shell('romulus encrypt -k key -o out file <&- >&- 2>&-')).toMatchObject({ code: 0 });
    expect(await program.shell('romulus hash file <&- >&- 2>&-')).toMatchObject({ code: 3 });
  });
});
