/** `romulus hash --check`: lists of digests, and texts that are no list. */
import { mkdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { digestOf, type End, expectEnd, lineOf, linesOf, messagesOf, program } from './program.js';

const [a, b, c] = ['a', 'b', 'c'].map((name) => lineOf(name, name)) as [string, string, string];
/** A list of existing files, and the program's report about them. */
const list = a + b + c;
const allOk = 'a: OK\nb: OK\nc: OK\n';
const missing = lineOf('missing', '');
const digest = '0'.repeat(64);

beforeEach(() => {
  for (const name of ['a', 'b', 'c']) program.write(name, name);
  mkdirSync(program.file('folder'));
});

const check = (input: string | Uint8Array, end: End, ...options: string[]) =>
  program.expect(['hash', '-c', ...options], end, input);

describe('--check', () => {
  it('reads a file, standard input, and several lists', async () => {
    program.write('list', list);
    await check('', { stdout: allOk }, 'list');
    await program.expect(['hash', '--check'], { stdout: allOk }, list);
    await check(c, { stdout: `${allOk}c: OK\n` }, 'list', '-');
  });

  it.each<[what: string, list: string, stdout: string]>([
    ['marks of binary files', a.replace('  ', ' *'), 'a: OK\n'],
    ['capitals', a.replace(/^\w+/, (digest) => digest.toUpperCase()), 'a: OK\n'],
    ['a carriage return, and no line end at its end', `${a}${b.trimEnd()}\r`, 'a: OK\nb: OK\n'],
    ['empty lines and comments', `# made today\n\n${a}  \n\r\n#${missing}`, 'a: OK\n'],
    ['a tag in any case', `Romulus-H (a) = ${digestOf('a').toUpperCase()}\n`, 'a: OK\n'],
    [
      'a tag as openssl writes it',
      `romulus-h(a)= ${digestOf('a')}\nROMULUS-H(a) = ${digestOf('a')}\r\n`,
      'a: OK\na: OK\n',
    ],
  ])('reads a list with %s', async (_, list, stdout) => {
    await check(list, { stdout });
  });

  it('checks standard input by its name', async () => {
    program.write('list', lineOf('-', 'input'));
    await check('input', {}, 'list');
    await check('other', { code: 1, message: 'of 1 file, 1 differs' }, 'list');
  });

  const gone = '(no such file or directory)';
  it.each<[names: string[], message: string, stdout: string]>([
    [['a'], 'of 2 files, 1 differs', 'a: FAILED\n'],
    [['a', 'b', 'missing'], 'of 4 files, 2 differ and 1 is missing', `a: FAILED\nb: FAILED\nmissing: FAILED ${gone}\n`],
    [
      ['missing', '.'],
      'of 3 files, 1 is missing and 1 cannot be read',
      `missing: FAILED ${gone}\n.: FAILED (is a directory)\n`,
    ],
  ])('tells what is wrong with each file, and counts it: %j', async (names, message, stdout) => {
    const wrong = names.map((name) => lineOf(name, 'other')).join('');
    await check(a + wrong, { code: 1, stdout: `a: OK\n${stdout}`, message });
  });

  it('reports no good file with --quiet, and nothing with --status', async () => {
    const wrong = list + lineOf('a', 'other');
    await check(list, { stdout: '' }, '--quiet');
    await check(wrong, { code: 1, stdout: 'a: FAILED\n', message: 'of 4 files, 1 differs' }, '--quiet');
    for (const [input, code] of [
      [list, 0],
      [wrong, 1],
      [missing, 1],
      [lineOf('folder', ''), 1],
      [`${list}text\n`, 1],
      ['text\n', 1],
    ] as const)
      await check(input, { code, stdout: '', stderr: '' }, '--status');
    await check('', { code: 3, stdout: '', stderr: '' }, '--status', 'missing');
    await check(a, { stdout: '', stderr: '' }, '--status', '--quiet');
  });

  it('skips missing files with --ignore-missing, and no others', async () => {
    await check(missing + a, { stdout: 'a: OK\n' }, '--ignore-missing');
    const stdout = 'a: FAILED\nfolder: FAILED (is a directory)\n';
    const message = 'of 2 files, 1 differs and 1 cannot be read';
    await check(lineOf('a', 'b') + missing + lineOf('folder', ''), { code: 1, stdout, message }, '--ignore-missing');
    await check(missing, { code: 1, stdout: '', message: 'none of the files is there' }, '--ignore-missing');
  });

  it('reads a name that is not UTF-8, and characters that two pieces share', async () => {
    // Pieces have 2^20 bytes; the first ends after two of the four bytes of the key.
    const start = `${`#${' '.repeat(1022)}\n`.repeat(1023)}#${' '.repeat(953)}\n${digest}  b`;
    expect(start.length).toBe(2 ** 20 - 2);
    program.write('b\u{1f511}', 'text');
    const bytes = Buffer.concat([Buffer.from(`${start}\u{1f511}\n${digest}  a`), Buffer.from([0xff, 0x0a])]);
    const stdout = await check(bytes, { code: 1, message: 'of 2 files, 1 differs and 1 is missing' });
    const shown = `${Buffer.from('b\u{1f511}').toString('latin1')}: FAILED\na\xff: FAILED (no such file or directory)\n`;
    expect(stdout.toString('latin1')).toBe(shown);
  });

  it('reads back lines of any style, of names with line ends and backslashes', async () => {
    const names = ['a', 'with (brackets) = 12', 'line\nend', 'back\\slash'];
    for (const name of names) program.write(name, name);
    const verdicts = linesOf('a: OK', 'with (brackets) = 12: OK', '\\line\\nend: OK', '\\back\\\\slash: OK');
    const escaped = ['a', 'with (brackets) = 12', 'line\\nend', 'back\\\\slash'];
    const tagged = names.map((name, i) => `${i > 1 ? '\\' : ''}ROMULUS-H (${escaped[i]}) = ${digestOf(name)}`);
    const list = await program.expect(['hash', '--tag', ...names], { stdout: linesOf(...tagged) });
    await check(list, { stdout: verdicts });
    // Lines that end with NUL escape no names.
    for (const [options, lines] of [
      [['-z'], names.map((name) => `${digestOf(name)}  ${name}\0`)],
      [['--zero', '--tag'], names.map((name) => `ROMULUS-H (${name}) = ${digestOf(name)}\0`)],
    ] as const) {
      const list = await program.expect(['hash', ...options, ...names], { stdout: lines.join('') });
      await check(list, { stdout: names.map((name) => `${name}: OK\0`).join('') }, '-z');
    }
  });
});

describe('a malformed line', () => {
  const malformed = [
    ['text', 'text'],
    ['no name', digest],
    ['an empty name', `${digest}  `],
    ['one space', `${digest} a`],
    ['a tab', `${digest}\ta`],
    ['another space', `${digest} \u00a0a`],
    ['a digit less', `${digest.slice(1)}  a`],
    ['a digit more', `${digest}0  a`],
    ['no digit', `${digest.replace('0', 'g')}  a`],
    ['a space before', ` ${digest}  a`],
    ['a wrong escape', `\\${digest}  a\\b`],
    ['half an escape', `\\${digest}  a\\`],
    ['a zero byte', `${digest}  a\0b`],
    ['a digit more behind a tag', `ROMULUS-H (a) = ${digest}0`],
    ['a tag without a name', `ROMULUS-H () = ${digest}`],
  ];

  // The program reports at most ten problems of a list.
  it.each([malformed.slice(0, 8), malformed.slice(8)])(
    'is refused, and the others are checked: %s, %s',
    async (...lines) => {
      const refused = lines.map((_, i) => `-: line ${i + 4} is not a digest with a name`);
      const text = lines.map(([, line]) => `${line}\n`).join('');
      await check(list + text, { code: 1, stdout: allOk, stderr: messagesOf(...refused) });
    },
  );

  it('may have U+FFFD', async () => {
    const message = '-: line 4 has a name with U+FFFD, which stands for what was lost';
    await check(`${list}${digest}  a\ufffd\n`, { code: 1, stdout: allOk, message });
  });

  it.each([
    [11, '1 more line is malformed'],
    [13, '3 more lines are malformed'],
  ])('is told of ten times at the most: of %i, %s', async (count, more) => {
    const lines = `${`SHA256 (a) = ${digest}\n`.repeat(count)}${a}`;
    const problems = Array.from({ length: 10 }, (_, i) => `line ${i + 1} has a digest of SHA256, not of Romulus-H`);
    const stderr = messagesOf(...[...problems, more].map((problem) => `-: ${problem}`));
    await check(lines, { code: 1, stdout: 'a: OK\n', stderr });
  });
});

describe('input that is no list', () => {
  const none = 'no line of this list can be checked';
  const tooLong = (place: string) => `${place} has more than 131072 bytes; this is not a list`;
  const other = (command: string, length: string): [string, string] => [
    command,
    `-: line 1 has a digest of ${length}; ${none}`,
  ];

  it.each<[command: string, message: string, code?: number]>([
    ['true', '-: has no line with a digest and a name'],
    ['echo', '-: has no line with a digest and a name'],
    ["printf '# comment\\n\\n'", '-: has no line with a digest and a name'],
    ['yes', `-: line 1 is not a digest with a name; ${none}`],
    [`(echo '${digest}  a'; yes)`, '-: more than 1000 malformed lines; this is not a list'],
    [`yes '${digest}  ${'a'.repeat(1000)}'`, '-: the list has more than 67108864 bytes; split it', 2],
    ["printf '\\177ELF\\0\\n\\1\\n'", '-: is binary data, not a list of digests'],
    ['head -c 50000 "$NODE"', '-: is binary data, not a list of digests'],
    ['cat /dev/zero', tooLong('-: line 1')],
    [`(echo '${a.trim()}'; printf '${digest}  '; yes | tr -d '\\n')`, tooLong('-: line 2')],
    other('md5sum a', '32 digits; those of Romulus-H have 64'),
    other('sha512sum a a a', '128 digits; those of Romulus-H have 64'),
    other('sha256sum --tag a', 'SHA256, not of Romulus-H'),
    other('b2sum -l 256 --tag a', 'BLAKE2b-256, not of Romulus-H'),
    other("echo 'SHA2-256(a)= 0123456789abcdef'", 'SHA2-256, not of Romulus-H'),
  ])('is told once, and nothing of it is checked: %s', async (command, message, code = 1) => {
    const end = await program.shell(`${command} | romulus hash -c`, { NODE: process.execPath });
    expectEnd(end, { code, stdout: '', message });
  });

  it('may be a file, and leaves other lists to be checked', async () => {
    program.write('list', a);
    program.write('binary', text(50_000));
    program.write('long', `${digest}  ${'a'.repeat(2 ** 24)}\n`);
    for (const [file, message] of [
      ['binary', 'binary: is binary data, not a list of digests'],
      ['long', tooLong('long: line 1')],
      ['/dev/zero', tooLong('/dev/zero: line 1')],
    ] as const)
      await check('', { code: 1, stdout: 'a: OK\n', message }, file, 'list');
  });

  it('is the worse failure, whatever other lists cannot be read', async () => {
    program.write('list', a);
    program.write('half', `nothing\n${a}`);
    const unread = 'romulus: missing: no such file or directory\n';
    for (const [lists, code, stdout] of [
      [['missing', 'list'], 3, 'a: OK\n'],
      [['half', 'missing', 'list'], 1, 'a: OK\na: OK\n'],
      [['missing', 'half'], 1, 'a: OK\n'],
    ] as const)
      await check('', { code, stdout, stderr: expect.stringContaining(unread) }, ...lists);
  });
});
