/** `romulus hash`: digests of files and of standard input, and the checking of lists. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../../ts/index.js';
import { hex, text } from '../../fixtures/bytes.js';
import { ended, installProgram } from './program.js';

const program = installProgram();
const { romulusH } = await load();

const digestOf = (contents: Uint8Array | string): string =>
  hex(romulusH(typeof contents === 'string' ? new TextEncoder().encode(contents) : contents));

const lineOf = (name: string, contents: Uint8Array | string): string => `${digestOf(contents)}  ${name}\n`;

const linesOf = ({ stdout }: { stdout: Buffer }): string[] => String(stdout).split('\n').slice(0, -1);

/** Every kind of character that moves the cursor, ends a line or reorders one, but line feed and carriage return. */
const deceiving = 'a\u0001\b\t\v\u001b[1A\u007f\u0085\u009b2K\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069z';
const harmless =
  'a\\u{1}\\u{8}\\u{9}\\u{b}\\u{1b}[1A\\u{7f}\\u{85}\\u{9b}2K\\u{61c}\\u{200e}\\u{200f}\\u{2028}\\u{2029}\\u{202a}\\u{202e}\\u{2066}\\u{2069}z';

describe('digests', () => {
  it('of files, in their order', async () => {
    const files = { b: text(100), a: text(0), 'long name with spaces': text(70_000), '-dash': text(3) };
    for (const [name, contents] of Object.entries(files)) program.write(name, contents);
    const { code, stdout, stderr } = await program.run(['hash', '--', ...Object.keys(files)]);
    const expected = Object.entries(files).map(([name, contents]) => lineOf(name, contents));
    expect({ code, stderr, text: String(stdout) }).toEqual({ code: 0, stderr: '', text: expected.join('') });
  });

  it.each([0, 1, 65_536, 1_048_575, 1_048_576, 1_048_577, 5_000_000])('of %i bytes', async (length) => {
    program.write('file', text(length));
    const fromFile = await program.run(['hash', 'file']);
    const fromPipe = await program.run(['hash'], text(length));
    expect(String(fromFile.stdout)).toBe(lineOf('file', text(length)));
    expect(String(fromPipe.stdout)).toBe(lineOf('-', text(length)));
  });

  it('of standard input among files', async () => {
    program.write('a', 'a');
    const { code, stdout } = await program.run(['hash', 'a', '-', 'a'], 'input');
    expect(code).toBe(0);
    expect(String(stdout)).toBe(lineOf('a', 'a') + lineOf('-', 'input') + lineOf('a', 'a'));
  });

  it('of what is no regular file', async () => {
    execFileSync('mkfifo', [program.file('pipe')]);
    const child = program.start(['hash', 'pipe']);
    execFileSync('sh', ['-c', 'printf piped > pipe'], { cwd: program.folder });
    expect(String((await ended(child)).stdout)).toBe(lineOf('pipe', 'piped'));
  });

  it('of a file behind a symbolic link', async () => {
    program.write('a', 'a');
    symlinkSync('a', program.file('link'));
    expect(String((await program.run(['hash', 'link'])).stdout)).toBe(lineOf('link', 'a'));
  });

  it('of a file that says that it is empty and is not', async () => {
    const { code, stdout } = await program.run(['hash', '/proc/version']);
    expect(code).toBe(0);
    expect(String(stdout)).toBe(lineOf('/proc/version', execFileSync('cat', ['/proc/version'])));
  });

  it.each([1, 2, 5])('of very many files, of all sizes, on %i threads', async (jobs) => {
    const lengths = Array.from({ length: 1500 }, (_, i) => (i * i * 7919) % 30_000);
    for (const i of [3, 700, 1499]) lengths[i] = 3_000_000 + i;
    const names = lengths.map((length, i) => program.write(`file${i}`, text(length)));
    names[77] = 'missing';
    const { code, stdout, stderr } = await program.run(['hash', '-j', String(jobs), ...names]);
    expect(code).toBe(3);
    expect(stderr).toBe('romulus: missing: no such file or directory\n');
    const digests = new Map<number, string>();
    const expected = lengths.map((length, i) => {
      const digest = digests.get(length) ?? digestOf(text(length));
      digests.set(length, digest);
      return `${digest}  ${names[i]}`;
    });
    expect(linesOf({ stdout })).toEqual(expected.filter((_, i) => i !== 77));
  });

  it('of other files although one cannot be read', async () => {
    program.write('a', 'a');
    mkdirSync(program.file('folder'));
    const { code, stdout, stderr } = await program.run(['hash', 'missing', 'a', 'folder', 'a/b']);
    expect(code).toBe(3);
    expect(String(stdout)).toBe(lineOf('a', 'a'));
    expect(stderr.split('\n')).toEqual([
      'romulus: missing: no such file or directory',
      'romulus: folder: illegal operation on a directory',
      'romulus: a/b: not a directory',
      '',
    ]);
  });

  it('of names with line ends and backslashes, as sha256sum writes them', async () => {
    const names = ['line\nend', 'back\\slash', 'both\\\n\\n', 'carriage\rreturn', 'ümläut', 'tab\t'];
    for (const name of names) program.write(name, name);
    const ours = await program.run(['hash', ...names]);
    const theirs = String(execFileSync('sha256sum', names, { cwd: program.folder }));
    const namesOf = (lines: string[]) => lines.map((line) => line.replace(/[0-9a-f]{64}/, ''));
    // Older versions of sha256sum do not escape the carriage return.
    const expected = theirs.replace(/^\\?([0-9a-f]{64} {2}carriage)\rreturn/m, '\\$1\\rreturn');
    expect(namesOf(linesOf(ours))).toEqual(namesOf(expected.split('\n').slice(0, -1)));
    program.write('list', ours.stdout);
    const checked = await program.run(['hash', '--check', 'list']);
    expect({ code: checked.code, stderr: checked.stderr }).toEqual({ code: 0, stderr: '' });
    expect(linesOf(checked)).toEqual(
      ['\\line\\nend', '\\back\\\\slash', '\\both\\\\\\n\\\\n', '\\carriage\\rreturn', 'ümläut', 'tab\t'].map(
        (name) => `${name}: OK`,
      ),
    );
  });

  it('shows no control characters in messages', async () => {
    const { code, stderr } = await program.run(['hash', 'a\nromulus: b\r\u001b[2J', deceiving]);
    expect(code).toBe(3);
    expect(stderr).toBe(
      `romulus: a\\nromulus: b\\r\\u{1b}[2J: no such file or directory\nromulus: ${harmless}: no such file or directory\n`,
    );
  });

  it('writes exact names where no terminal shows them', async () => {
    program.write(deceiving, 'text');
    const listed = await program.run(['hash', deceiving]);
    expect(String(listed.stdout)).toBe(lineOf(deceiving, 'text'));
    const checked = await program.run(['hash', '--check'], listed.stdout);
    expect({ code: checked.code, text: String(checked.stdout) }).toEqual({ code: 0, text: `${deceiving}: OK\n` });
  });
});

describe('--check', () => {
  const list = () => {
    for (const name of ['a', 'b', 'c']) program.write(name, name);
    return ['a', 'b', 'c'].map((name) => lineOf(name, name)).join('');
  };

  it('tells that all is well', async () => {
    program.write('list', list());
    const { code, stdout, stderr } = await program.run(['hash', '--check', 'list']);
    expect({ code, stderr, text: String(stdout) }).toEqual({ code: 0, stderr: '', text: 'a: OK\nb: OK\nc: OK\n' });
  });

  it('reads standard input, and several lists', async () => {
    const lines = list();
    program.write('list', lines);
    expect(linesOf(await program.run(['hash', '-c'], lines))).toEqual(['a: OK', 'b: OK', 'c: OK']);
    expect(linesOf(await program.run(['hash', '-c', 'list', '-'], lineOf('c', 'c')))).toEqual([
      'a: OK',
      'b: OK',
      'c: OK',
      'c: OK',
    ]);
  });

  it('reads what others write', async () => {
    const [a, b, c] = list().split('\n') as [string, string, string];
    const lines = [a.replace('  ', ' *'), b.replace(/^\w+/, (digest) => digest.toUpperCase()), `${c}\r`, ''];
    expect(await program.run(['hash', '-c'], lines.join('\n'))).toMatchObject({ code: 0, stderr: '' });
  });

  it('says nothing of what is well if it is to be quiet', async () => {
    const lines = list();
    expect(await program.run(['hash', '-c', '--quiet'], lines)).toEqual({
      code: 0,
      signal: null,
      stdout: Buffer.alloc(0),
      stderr: '',
    });
    program.write('b', 'changed');
    const { code, stdout, stderr } = await program.run(['hash', '-c', '--quiet'], lines);
    expect(code).toBe(1);
    expect(String(stdout)).toBe('b: FAILED\n');
    expect(stderr).toBe('romulus: 1 of 3 files do not match the list\n');
  });

  it('tells files that are changed, missing, or cannot be read', async () => {
    const lines = `${list()}${lineOf('missing', '')}${lineOf('.', '')}`;
    program.write('b', 'changed');
    const { code, stdout, stderr } = await program.run(['hash', '-c'], lines);
    expect(code).toBe(1);
    expect(linesOf({ stdout })).toEqual([
      'a: OK',
      'b: FAILED',
      'c: OK',
      'missing: FAILED (no such file or directory)',
      '.: FAILED (illegal operation on a directory)',
    ]);
    expect(stderr).toBe('romulus: 3 of 5 files do not match the list\n');
  });

  it('checks standard input by its name', async () => {
    program.write('list', lineOf('-', 'input'));
    expect(await program.run(['hash', '-c', 'list'], 'input')).toMatchObject({ code: 0 });
    expect(await program.run(['hash', '-c', 'list'], 'other')).toMatchObject({ code: 1 });
  });

  const good = '0'.repeat(64);
  it.each([
    ['', 'an empty line'],
    ['text', 'text'],
    [good, 'no name'],
    [`${good}  `, 'an empty name'],
    [`${good} a`, 'one space'],
    [`${good}\ta`, 'a tab'],
    [`${good.slice(1)}  a`, 'a digit less'],
    [`${good}0  a`, 'a digit more'],
    [`${good.replace('0', 'g')}  a`, 'no digit'],
    [` ${good}  a`, 'a space before'],
    [`\\${good}  a\\b`, 'a wrong escape'],
    [`\\${good}  a\\`, 'half an escape'],
    [`${good}  a\0b`, 'a zero byte'],
    [`${good}  a\ufffd`, 'what is no UTF-8'],
    [`${good}  a`.replace('  ', ' \u00a0'), 'another space'],
  ])('refuses a line that is not one: %j, %s', async (line) => {
    const { code, stdout, stderr } = await program.run(['hash', '-c'], `${list()}${line}\n`);
    expect(code).toBe(1);
    expect(linesOf({ stdout })).toEqual(['a: OK', 'b: OK', 'c: OK']);
    expect(stderr).toBe('romulus: -: line 4 is not a digest with a name\n');
  });

  it('refuses an empty list', async () => {
    expect(await program.run(['hash', '-c'], '')).toMatchObject({
      code: 1,
      stderr: 'romulus: -: line 1 is not a digest with a name\n',
    });
  });

  it('tells a list that cannot be read, and checks the others', async () => {
    program.write('list', list());
    const { code, stdout, stderr } = await program.run(['hash', '-c', 'missing', 'list']);
    expect(code).toBe(3);
    expect(linesOf({ stdout })).toEqual(['a: OK', 'b: OK', 'c: OK']);
    expect(stderr).toBe('romulus: missing: no such file or directory\n');
  });
});

describe('what is no list', () => {
  const digest = '0'.repeat(64);

  it('may have a line without an end', async () => {
    const message = 'line 1 has more than 131072 characters; this is not a list';
    expect(await program.run(['hash', '-c', '/dev/zero'])).toMatchObject({
      code: 1,
      stderr: `romulus: /dev/zero: ${message}\n`,
    });
    program.write('list', `${digest}  ${'a'.repeat(2 ** 24)}\n`);
    expect(await program.run(['hash', '-c', 'list'])).toMatchObject({ code: 1, stderr: `romulus: list: ${message}\n` });
  });

  it('may have a long line behind others, which are not checked either', async () => {
    program.write('a', 'a');
    const { code, stdout, stderr } = await program.run(
      ['hash', '-c'],
      `${lineOf('a', 'a')}${digest}  ${'b'.repeat(2 ** 17)}`,
    );
    expect({ code, text: String(stdout) }).toEqual({ code: 1, text: '' });
    expect(stderr).toBe('romulus: -: line 2 has more than 131072 characters; this is not a list\n');
  });

  it('may have any number of other lines', async () => {
    const { code, stdout, stderr } = await program.shell('yes | romulus hash -c');
    expect({ code, text: String(stdout) }).toEqual({ code: 1, text: '' });
    const lines = stderr.split('\n');
    expect(lines.slice(0, 2)).toEqual(['1', '2'].map((i) => `romulus: -: line ${i} is not a digest with a name`));
    expect(lines.slice(-2)).toEqual(['romulus: -: more than 1000 malformed lines; this is not a list', '']);
    expect(lines.length).toBe(1002);
  });

  it('may have lines without an end', async () => {
    const { code, stdout, stderr } = await program.shell(`yes '${digest}  ${'a'.repeat(1000)}' | romulus hash -c`);
    expect({ code, text: String(stdout) }).toEqual({ code: 2, text: '' });
    expect(stderr).toBe('romulus: -: the list has more than 67108864 bytes; split it\n');
  });

  it('leaves other lists to be checked', async () => {
    program.write('a', 'a');
    program.write('list', lineOf('a', 'a'));
    const { code, stdout } = await program.run(['hash', '-c', '/dev/zero', 'list']);
    expect({ code, text: String(stdout) }).toEqual({ code: 1, text: 'a: OK\n' });
  });
});

describe('nobody who reads', () => {
  it('ends it without a word', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => program.write(`file${i}${'-'.repeat(100)}`, ''));
    const child = program.start(['hash', ...names]);
    child.stdout?.once('data', () => child.stdout?.destroy());
    const { code, stderr } = await ended(child);
    expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
  });
});
