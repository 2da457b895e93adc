/** Standard streams that are closed, full or missing. */
import { beforeEach, describe, expect, it } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { expectEnd, lineOf, program, sealed } from './program.js';

const closed = 'is closed, or /dev/null opened for reading and writing, which looks the same';

const contents = text(100_000);
const [list, encrypted] = [lineOf('file', contents), await sealed(100_000)];

beforeEach(() => {
  program.write('file', contents);
  program.write('list', list);
  program.write('sealed', encrypted);
});

const commands = [
  'romulus --help',
  'romulus hash file',
  'romulus hash --tag -z file',
  'romulus encrypt -k key -o - file',
  'romulus encrypt -k key <file',
  'romulus decrypt -k key -o - sealed',
];

describe('standard output', () => {
  it.each(commands)('that is closed is an error: %s', async (command) => {
    expectEnd(await program.shell(`${command} >&-`), { code: 3, message: `standard output: ${closed}` });
  });

  it.each([...commands, 'romulus hash --check list'])('that is full is an error: %s', async (command) => {
    const end = await program.shell(`${command} >/dev/full`);
    expectEnd(end, { code: 3, message: 'standard output: no space left on device' });
  });

  it.each(commands)('may be thrown away: %s', async (command) => {
    expectEnd(await program.shell(`${command} >/dev/null`));
  });

  it('is not needed where the exit status tells all', async () => {
    const output = 'romulus keygen new && romulus encrypt -k key -o out file';
    for (const command of ['romulus hash --check list', output]) expectEnd(await program.shell(`${command} >&-`));
    expectEnd(await program.shell('romulus hash --check list 0<>/dev/null 1<>/dev/null 2<>/dev/null'));
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
    const end = await program.shell(`${command} <&-`);
    expectEnd(end, { code: 3, stdout: '', message: `${name}: ${closed}` });
  });

  it('may be empty, and is not needed where a file is read', async () => {
    expectEnd(await program.shell('romulus hash </dev/null'));
    expectEnd(await program.shell('romulus hash file <&-'));
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
