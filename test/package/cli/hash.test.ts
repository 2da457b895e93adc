/** `romulus hash`: digests of files and of standard input, and the checking of lists. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../../ts/index.js';
import { hex, text } from '../../fixtures/bytes.js';
import { ended, expectEnd, installProgram } from './program.js';

const program = installProgram();
const { romulusH } = await load();

const digestOf = (contents: Uint8Array | string): string =>
  hex(romulusH(typeof contents === 'string' ? new TextEncoder().encode(contents) : contents));

const lineOf = (name: string, contents: Uint8Array | string): string => `${digestOf(contents)}  ${name}\n`;

const linesOf = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

const missing = 'missing: no such file or directory';

/** Every kind of character that moves the cursor, ends a line or reorders one, but line feed and carriage return. */
const deceiving = 'a\u0001\b\t\v\u001b[1A\u007f\u0085\u009b2K\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069z';
const harmless =
  'a\\u{1}\\u{8}\\u{9}\\u{b}\\u{1b}[1A\\u{7f}\\u{85}\\u{9b}2K\\u{61c}\\u{200e}\\u{200f}\\u{2028}\\u{2029}\\u{202a}\\u{202e}\\u{2066}\\u{2069}z';

describe('digests', () => {
  it('of files, in their order', async () => {
    const files = { b: text(100), a: text(0), 'long name with spaces': text(70_000), '-dash': text(3) };
    for (const [name, contents] of Object.entries(files)) program.write(name, contents);
    const stdout = Object.entries(files).map(([name, contents]) => lineOf(name, contents));
    await program.expect(['hash', '--', ...Object.keys(files)], { stdout: stdout.join('') });
  });

  it.each([0, 1, 65_536, 1_048_575, 1_048_576, 1_048_577, 5_000_000])('of %i bytes', async (length) => {
    program.write('file', text(length));
    await program.expect(['hash', 'file'], { stdout: lineOf('file', text(length)) });
    await program.expect(['hash'], { stdout: lineOf('-', text(length)) }, text(length));
  });

  it('of standard input among files', async () => {
    program.write('a', 'a');
    const stdout = lineOf('a', 'a') + lineOf('-', 'input') + lineOf('a', 'a');
    await program.expect(['hash', 'a', '-', 'a'], { stdout }, 'input');
  });

  it('of what is no regular file', async () => {
    const end = await program.shell('mkfifo pipe; printf piped >pipe & romulus hash pipe');
    expectEnd(end, { stdout: lineOf('pipe', 'piped') });
  });

  it('of a file behind a symbolic link', async () => {
    program.write('a', 'a');
    symlinkSync('a', program.file('link'));
    await program.expect(['hash', 'link'], { stdout: lineOf('link', 'a') });
  });

  it('of a file that says that it is empty and is not', () =>
    program.expect(['hash', '/proc/version'], { stdout: lineOf('/proc/version', readFileSync('/proc/version')) }));

  it.each([1, 2, 5])('of very many files, of all sizes, on %i threads', async (jobs) => {
    const lengths = Array.from({ length: 1500 }, (_, i) => (i * i * 7919) % 30_000);
    for (const i of [3, 700, 1499]) lengths[i] = 3_000_000 + i;
    const names = lengths.map((length, i) => program.write(`file${i}`, text(length)));
    names[77] = 'missing';
    const digests = new Map([...new Set(lengths)].map((length) => [length, digestOf(text(length))]));
    const lines = lengths.map((length, i) => `${digests.get(length)}  ${names[i]}`).filter((_, i) => i !== 77);
    const end = { code: 3, message: missing, stdout: linesOf(...lines) };
    await program.expect(['hash', '-j', String(jobs), ...names], end);
  });

  it('of other files although one cannot be read', async () => {
    program.write('a', 'a');
    mkdirSync(program.file('folder'));
    const problems = [missing, 'folder: illegal operation on a directory', 'a/b: not a directory'];
    const stderr = linesOf(...problems.map((problem) => `romulus: ${problem}`));
    await program.expect(['hash', 'missing', 'a', 'folder', 'a/b'], { code: 3, stdout: lineOf('a', 'a'), stderr });
  });

  it('of names with line ends and backslashes, as sha256sum writes them', async () => {
    const names = ['line\nend', 'back\\slash', 'both\\\n\\n', 'carriage\rreturn', 'ümläut', 'tab\t'];
    for (const name of names) program.write(name, name);
    const ours = await program.expect(['hash', ...names]);
    const theirs = String(execFileSync('sha256sum', names, { cwd: program.folder }));
    const namesOf = (lines: string) => lines.replaceAll(/^(\\?)[0-9a-f]{64}/gm, '$1');
    // Older versions of sha256sum do not escape the carriage return.
    const expected = theirs.replace(/^\\?([0-9a-f]{64} {2}carriage)\rreturn/m, '\\$1\\rreturn');
    expect(namesOf(String(ours))).toBe(namesOf(expected));
    const escaped = ['\\line\\nend', '\\back\\\\slash', '\\both\\\\\\n\\\\n', '\\carriage\\rreturn', 'ümläut', 'tab\t'];
    const stdout = linesOf(...escaped.map((name) => `${name}: OK`));
    await program.expect(['hash', '--check'], { stdout }, ours);
  });

  it('shows no control characters in messages', async () => {
    const names = ['a\\nromulus: b\\r\\u{1b}[2J', harmless];
    const stderr = linesOf(...names.map((name) => `romulus: ${name}: no such file or directory`));
    await program.expect(['hash', 'a\nromulus: b\r\u001b[2J', deceiving], { code: 3, stderr });
  });

  it('writes exact names where no terminal shows them', async () => {
    program.write(deceiving, 'text');
    const listed = await program.expect(['hash', deceiving], { stdout: lineOf(deceiving, 'text') });
    await program.expect(['hash', '--check'], { stdout: `${deceiving}: OK\n` }, listed);
  });
});

describe('--check', () => {
  const list = () => {
    for (const name of ['a', 'b', 'c']) program.write(name, name);
    return ['a', 'b', 'c'].map((name) => lineOf(name, name)).join('');
  };
  const allOk = 'a: OK\nb: OK\nc: OK\n';

  it('reads a file, standard input, and several lists', async () => {
    const lines = list();
    program.write('list', lines);
    await program.expect(['hash', '--check', 'list'], { stdout: allOk });
    await program.expect(['hash', '-c'], { stdout: allOk }, lines);
    await program.expect(['hash', '-c', 'list', '-'], { stdout: `${allOk}c: OK\n` }, lineOf('c', 'c'));
  });

  it('reads what others write', async () => {
    const [a, b, c] = list().split('\n') as [string, string, string];
    const lines = [a.replace('  ', ' *'), b.replace(/^\w+/, (digest) => digest.toUpperCase()), `${c}\r`, ''];
    await program.expect(['hash', '-c'], {}, lines.join('\n'));
  });

  it('says nothing of what is well if it is to be quiet', async () => {
    const lines = list();
    await program.expect(['hash', '-c', '--quiet'], { stdout: '' }, lines);
    program.write('b', 'changed');
    const end = { code: 1, stdout: 'b: FAILED\n', message: '1 of 3 files do not match the list' };
    await program.expect(['hash', '-c', '--quiet'], end, lines);
  });

  it('tells files that are changed, missing, or cannot be read', async () => {
    const lines = `${list()}${lineOf('missing', '')}${lineOf('.', '')}`;
    program.write('b', 'changed');
    const verdicts = ['missing: FAILED (no such file or directory)', '.: FAILED (illegal operation on a directory)'];
    const stdout = linesOf('a: OK', 'b: FAILED', 'c: OK', ...verdicts);
    await program.expect(['hash', '-c'], { code: 1, stdout, message: '3 of 5 files do not match the list' }, lines);
  });

  it('checks standard input by its name', async () => {
    program.write('list', lineOf('-', 'input'));
    await program.expect(['hash', '-c', 'list'], {}, 'input');
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
    const end = { code: 1, stdout: allOk, message: '-: line 4 is not a digest with a name' };
    await program.expect(['hash', '-c'], end, `${list()}${line}\n`);
  });

  it('refuses an empty list', () =>
    program.expect(['hash', '-c'], { code: 1, message: '-: line 1 is not a digest with a name' }));

  it('tells a list that cannot be read, and checks the others', async () => {
    program.write('list', list());
    await program.expect(['hash', '-c', 'missing', 'list'], { code: 3, stdout: allOk, message: missing });
  });
});

describe('what is no list', () => {
  const digest = '0'.repeat(64);
  const tooLong = (place: string) => `${place} has more than 131072 characters; this is not a list`;

  it('may have a line without an end', async () => {
    await program.expect(['hash', '-c', '/dev/zero'], { code: 1, message: tooLong('/dev/zero: line 1') });
    program.write('list', `${digest}  ${'a'.repeat(2 ** 24)}\n`);
    await program.expect(['hash', '-c', 'list'], { code: 1, message: tooLong('list: line 1') });
  });

  it('may have a long line behind others, which are not checked either', async () => {
    program.write('a', 'a');
    const end = { code: 1, stdout: '', message: tooLong('-: line 2') };
    await program.expect(['hash', '-c'], end, `${lineOf('a', 'a')}${digest}  ${'b'.repeat(2 ** 17)}`);
  });

  it('may have any number of other lines', async () => {
    const end = await program.shell('yes | romulus hash -c');
    const lines = Array.from({ length: 1000 }, (_, i) => `line ${i + 1} is not a digest with a name`);
    const problems = [...lines, 'more than 1000 malformed lines; this is not a list'];
    expectEnd(end, { code: 1, stdout: '', stderr: linesOf(...problems.map((problem) => `romulus: -: ${problem}`)) });
  });

  it('may have lines without an end', async () => {
    const end = await program.shell(`yes '${digest}  ${'a'.repeat(1000)}' | romulus hash -c`);
    expectEnd(end, { code: 2, stdout: '', message: '-: the list has more than 67108864 bytes; split it' });
  });

  it('leaves other lists to be checked', async () => {
    program.write('a', 'a');
    program.write('list', lineOf('a', 'a'));
    const end = { code: 1, stdout: 'a: OK\n', message: tooLong('/dev/zero: line 1') };
    await program.expect(['hash', '-c', '/dev/zero', 'list'], end);
  });
});

it('ends without a word where nobody reads', async () => {
  const names = Array.from({ length: 3000 }, (_, i) => program.write(`file${i}${'-'.repeat(100)}`, ''));
  const child = program.start(['hash', ...names]);
  child.stdout?.once('data', () => child.stdout?.destroy());
  expectEnd(await ended(child), { code: 141 });
});
