/** `romulus hash`: digests of files and of standard input. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { casesOf } from '../../fixtures/suites.js';
import { digestOf, ended, expectEnd, lineOf, linesOf, messagesOf, program, withoutWorkers } from './program.js';

const missing = 'missing: no such file or directory';

/** Every kind of character that moves the cursor, ends a line or reorders one, except line feed and carriage return. */
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

  const lengths = [0, 1, 65_536, 1_048_575, 1_048_576, 1_048_577, 5_000_000];
  it('of any length', async () => {
    const files = lengths.map((length) => program.write(`file${length}`, text(length)));
    const stdout = lengths.map((length, i) => lineOf(files[i]!, text(length))).join('');
    await program.expect(['hash', ...files], { stdout });
  });

  it.each(casesOf({ usual: [0, 1_048_577], all: lengths }))('of %i bytes of standard input', async (length) => {
    await program.expect(['hash'], { stdout: lineOf('-', text(length)) }, text(length));
  });

  it('of standard input among files, and of a file behind a symbolic link', async () => {
    program.write('a', 'a');
    symlinkSync('a', program.file('link'));
    const stdout = lineOf('a', 'a') + lineOf('-', 'input') + lineOf('link', 'a');
    await program.expect(['hash', 'a', '-', 'link'], { stdout }, 'input');
  });

  it.each(['/dev/stdin', '/dev/fd/0'])('of standard input by its name, whatever it is: %s', async (name) => {
    program.write('a', 'text');
    // Node gives the program a socket, and bash a pipe or a file.
    await program.expect(['hash', name], { stdout: lineOf(name, 'text') }, 'text');
    for (const input of ['cat a |', '<a']) {
      expectEnd(await program.shell(`${input} romulus hash ${name}`), { stdout: lineOf(name, 'text') });
    }
  });

  it('of other descriptors, which may be sockets', async () => {
    program.write('a', 'text');
    expectEnd(await program.shell('romulus hash /dev/fd/7 7<a'), { stdout: lineOf('/dev/fd/7', 'text') });
    const child = spawn(program.path, ['hash', '/dev/fd/3'], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
    (child.stdio[3] as Writable).end('text');
    expectEnd(await ended(child as ChildProcessWithoutNullStreams), { stdout: lineOf('/dev/fd/3', 'text') });
    await program.expect(['hash', '/dev/fd/77'], { code: 3, message: '/dev/fd/77: bad file descriptor' });
  });

  it('of special files, and of files that report a size of 0', async () => {
    const end = await program.shell('mkfifo pipe; printf piped >pipe & romulus hash pipe /proc/version');
    const version = readFileSync('/proc/version');
    expectEnd(end, { stdout: lineOf('pipe', 'piped') + lineOf('/proc/version', version) });
  });

  it.each(casesOf({ usual: [1, 5], all: [1, 2, 5] }))(
    'of very many files, of all sizes, on %i threads',
    async (jobs) => {
      const lengths = Array.from({ length: 600 }, (_, i) => (i * i * 7919) % 30_000);
      for (const i of [3, 300, 599]) lengths[i] = 3_000_000 + i;
      const names = lengths.map((length, i) => program.write(`file${i}`, text(length)));
      names[77] = 'missing';
      const digests = new Map([...new Set(lengths)].map((length) => [length, digestOf(text(length))]));
      const lines = lengths.map((length, i) => `${digests.get(length)}  ${names[i]}`).filter((_, i) => i !== 77);
      const end = { code: 3, message: missing, stdout: linesOf(...lines) };
      await program.expect(['hash', '-j', String(jobs), ...names], end);
    },
  );

  it('of large files where no worker can start', async () => {
    for (const name of ['a', 'b']) program.write(name, text(5_000_000));
    const end = await program.shell('romulus hash -j 2 a b', withoutWorkers());
    expectEnd(end, { stdout: lineOf('a', text(5_000_000)) + lineOf('b', text(5_000_000)) });
  });

  it('of other files although one cannot be read', async () => {
    program.write('a', 'a');
    mkdirSync(program.file('folder'));
    const problems = [missing, 'folder: is a directory', 'a/b: not a directory'];
    const end = { code: 3, stdout: lineOf('a', 'a'), stderr: messagesOf(...problems) };
    await program.expect(['hash', 'missing', 'a', 'folder', 'a/b'], end);
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
    const stderr = messagesOf(...names.map((name) => `${name}: no such file or directory`));
    await program.expect(['hash', 'a\nromulus: b\r\u001b[2J', deceiving], { code: 3, stderr });
  });

  it('writes exact names where no terminal shows them', async () => {
    program.write(deceiving, 'text');
    const listed = await program.expect(['hash', deceiving], { stdout: lineOf(deceiving, 'text') });
    await program.expect(['hash', '--check'], { stdout: `${deceiving}: OK\n` }, listed);
  });
});

it('ends silently if nobody reads', async () => {
  for (let i = 0; i < 1000; i++) program.write(`file${i}${'-'.repeat(100)}`, '');
  expectEnd(await program.shell('set -o pipefail; romulus hash file* | head -c 1 >/dev/null'), { code: 141 });
});
