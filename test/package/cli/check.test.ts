/** `romulus hash --check`: lists of digests, and what is not one. */
import { mkdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { digestOf, lineOf, linesOf } from './lists.js';
import { type End, expectEnd, installProgram } from './program.js';

const program = installProgram();

const missing = 'missing: no such file or directory';

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
    const end = { code: 1, stdout: 'b: FAILED\n', message: 'of 3 files, 1 differs' };
    await program.expect(['hash', '-c', '--quiet'], end, lines);
  });

  it('tells files that are changed, missing, or cannot be read', async () => {
    const lines = `${list()}${lineOf('missing', '')}${lineOf('.', '')}`;
    program.write('b', 'changed');
    const verdicts = ['missing: FAILED (no such file or directory)', '.: FAILED (is a directory)'];
    const stdout = linesOf('a: OK', 'b: FAILED', 'c: OK', ...verdicts);
    await program.expect(
      ['hash', '-c'],
      { code: 1, stdout, message: 'of 5 files, 1 differs, 1 is missing and 1 cannot be read' },
      lines,
    );
  });

  it('checks standard input by its name', async () => {
    program.write('list', lineOf('-', 'input'));
    await program.expect(['hash', '-c', 'list'], {}, 'input');
    expect(await program.run(['hash', '-c', 'list'], 'other')).toMatchObject({ code: 1 });
  });

  const good = '0'.repeat(64);
  it.each([
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
    [`${good}  a`.replace('  ', ' \u00a0'), 'another space'],
  ])('refuses a line that is not one: %j, %s', async (line) => {
    const end = { code: 1, stdout: allOk, message: '-: line 4 is not a digest with a name' };
    await program.expect(['hash', '-c'], end, `${list()}${line}\n`);
  });

  it.each(['', '\n', '# comment\n\n'])('refuses a list with nothing in it: %j', async (list) => {
    await program.expect(['hash', '-c'], { code: 1, message: '-: has no line with a digest and a name' }, list);
  });

  it('refuses a name with U+FFFD', async () => {
    const message = '-: line 4 has a name with U+FFFD, which stands for what was lost';
    await program.expect(['hash', '-c'], { code: 1, stdout: allOk, message }, `${list()}${good}  a\ufffd\n`);
  });

  it('reads a name that is not UTF-8, and characters that two pieces share', async () => {
    // Pieces have 2^20 bytes, and the first ends after two of the four of the key.
    const comments = `#${' '.repeat(1022)}\n`.repeat(1023);
    const start = `${comments}#${' '.repeat(953)}\n${good}  b`;
    expect(start.length).toBe(2 ** 20 - 2);
    program.write('b\u{1f511}', 'text');
    program.write('list', Buffer.concat([Buffer.from(`${start}\u{1f511}\n${good}  a`), Buffer.from([0xff, 0x0a])]));
    const stdout = await program.expect(['hash', '-c', 'list'], {
      code: 1,
      message: 'of 2 files, 1 differs and 1 is missing',
    });
    expect(stdout.toString('latin1').split('\n')).toEqual([
      Buffer.from('b\u{1f511}: FAILED').toString('latin1'),
      'a\xff: FAILED (no such file or directory)',
      '',
    ]);
  });

  it('tells a list that cannot be read, and checks the others', async () => {
    program.write('list', list());
    await program.expect(['hash', '-c', 'missing', 'list'], { code: 3, stdout: allOk, message: missing });
  });
});

describe('what is no list', () => {
  const digest = '0'.repeat(64);
  const tooLong = (place: string) => `${place} has more than 131072 bytes; this is not a list`;

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

  it('may have any number of other lines, which are one error', async () => {
    const message = '-: line 1 is not a digest with a name; no line of this list can be checked';
    expectEnd(await program.shell('yes | romulus hash -c'), { code: 1, stdout: '', message });
  });

  it('may have any number of other lines behind one that is right', async () => {
    const end = await program.shell(`(echo '${digest}  a'; yes) | romulus hash -c`);
    expectEnd(end, { code: 1, stdout: '', message: '-: more than 1000 malformed lines; this is not a list' });
  });

  it('may be a program or any other binary data, which is one error', async () => {
    const message = ': is binary data, not a list of digests';
    await program.expect(['hash', '-c', process.execPath], {
      code: 1,
      stdout: '',
      message: process.execPath + message,
    });
    program.write('binary', text(50_000));
    await program.expect(['hash', '-c', 'binary'], { code: 1, stdout: '', message: `binary${message}` });
    program.write('short', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0x0a, 1, 0x0a]));
    await program.expect(['hash', '-c', 'short'], { code: 1, stdout: '', message: `short${message}` });
  });

  it.each([
    ['md5sum a', 'has a digest of 32 digits; those of Romulus-H have 64'],
    ['sha1sum a', 'has a digest of 40 digits; those of Romulus-H have 64'],
    ['sha512sum a a a', 'has a digest of 128 digits; those of Romulus-H have 64'],
    ['sha256sum --tag a', 'has a digest of SHA256, not of Romulus-H'],
    ['sha512sum --tag a a', 'has a digest of SHA512, not of Romulus-H'],
    ['b2sum -l 256 --tag a', 'has a digest of BLAKE2b-256, not of Romulus-H'],
    ["echo 'SHA2-256(a)= 0123456789abcdef'", 'has a digest of SHA2-256, not of Romulus-H'],
  ])('may be a list of another algorithm, which is told: %s', async (command, problem) => {
    program.write('a', 'a');
    const message = `-: line 1 ${problem}; no line of this list can be checked`;
    expectEnd(await program.shell(`${command} | romulus hash -c`), { code: 1, stdout: '', message });
  });

  it('may be so in part: the other lines are checked, and not all problems are told', async () => {
    program.write('a', 'a');
    const lines = [...Array(13).fill(`SHA256 (a) = ${digest}`), lineOf('a', 'a')].join('\n');
    const problems = Array.from({ length: 10 }, (_, i) => `line ${i + 1} has a digest of SHA256, not of Romulus-H`);
    const stderr = linesOf(...[...problems, '3 more lines are malformed'].map((problem) => `romulus: -: ${problem}`));
    await program.expect(['hash', '-c'], { code: 1, stdout: 'a: OK\n', stderr }, lines);
  });

  it('may have lines without an end', async () => {
    const end = await program.shell(`yes '${digest}  ${'a'.repeat(1000)}' | romulus hash -c`);
    expectEnd(end, { code: 2, stdout: '', message: '-: the list has more than 67108864 bytes; split it' });
  });

  it('is the worse failure, whatever other lists cannot be read', async () => {
    program.write('a', 'a');
    program.write('list', lineOf('a', 'a'));
    program.write('half', `nothing\n${lineOf('a', 'a')}`);
    for (const [lists, code] of [
      [['missing', 'list'], 3],
      [['half', 'missing', 'list'], 1],
      [['missing', 'half'], 1],
    ] as const) {
      const { code: ended, stderr } = await program.run(['hash', '-c', ...lists]);
      expect({ ended, missing: stderr.includes(missing) }).toEqual({ ended: code, missing: true });
    }
  });

  it('leaves other lists to be checked', async () => {
    program.write('a', 'a');
    program.write('list', lineOf('a', 'a'));
    const end = { code: 1, stdout: 'a: OK\n', message: tooLong('/dev/zero: line 1') };
    await program.expect(['hash', '-c', '/dev/zero', 'list'], end);
  });
});

describe('lines', () => {
  const names = ['a', 'with (brackets) = 12', 'line\nend', 'back\\slash'];
  beforeEach(() => {
    for (const name of names) program.write(name, name);
  });
  const verdicts = linesOf('a: OK', 'with (brackets) = 12: OK', '\\line\\nend: OK', '\\back\\\\slash: OK');

  it('name the algorithm with --tag, and are read back', async () => {
    const tagged = (name: string, mark = '', text = name) => `${mark}ROMULUS-H (${text}) = ${digestOf(name)}`;
    const [a, b, c, d] = names as [string, string, string, string];
    const stdout = linesOf(tagged(a), tagged(b), tagged(c, '\\', 'line\\nend'), tagged(d, '\\', 'back\\\\slash'));
    const list = await program.expect(['hash', '--tag', ...names], { stdout });
    await program.expect(['hash', '-c'], { stdout: verdicts }, list);
  });

  it('with a tag are read in any case, and as openssl writes them', async () => {
    const digest = digestOf('a');
    const list = linesOf(
      `Romulus-H (a) = ${digest.toUpperCase()}`,
      `romulus-h(a)= ${digest}`,
      `ROMULUS-H(a) = ${digest}\r`,
    );
    await program.expect(['hash', '-c'], { stdout: linesOf('a: OK', 'a: OK', 'a: OK') }, list);
    const wrong = '-: line 1 is not a digest with a name; no line of this list can be checked';
    await program.expect(['hash', '-c'], { code: 1, message: wrong }, `ROMULUS-H (a) = ${digest}0\n`);
    await program.expect(['hash', '-c'], { code: 1, message: wrong }, `ROMULUS-H () = ${digest}\n`);
  });

  it('end with NUL with -z, and no name is escaped', async () => {
    for (const option of [['-z'], ['--zero', '--tag']]) {
      const lines = names.map((name) =>
        option.length > 1 ? `ROMULUS-H (${name}) = ${digestOf(name)}` : `${digestOf(name)}  ${name}`,
      );
      const list = await program.expect(['hash', ...option, ...names], {
        stdout: lines.map((line) => `${line}\0`).join(''),
      });
      await program.expect(['hash', '-c', '-z'], { stdout: names.map((name) => `${name}: OK\0`).join('') }, list);
    }
  });

  it('that are empty or a comment are skipped', async () => {
    const list = `# made today\n\n${lineOf('a', 'a')}  \n\r\n#${lineOf('missing', '')}`;
    await program.expect(['hash', '-c'], { stdout: 'a: OK\n' }, list);
  });
});

describe('--status', () => {
  const silent = { stdout: '', stderr: '' };

  it('writes nothing: the exit status says everything', async () => {
    program.write('a', 'a');
    mkdirSync(program.file('folder'));
    const check = (code: number, list: string) => program.expect(['hash', '-c', '--status'], { code, ...silent }, list);
    await check(0, lineOf('a', 'a'));
    await check(1, lineOf('a', 'b'));
    await check(1, lineOf('missing', ''));
    await check(1, lineOf('folder', ''));
    await check(1, `${lineOf('a', 'a')}text\n`);
    await check(1, 'text\n');
    await program.expect(['hash', '-c', '--status', 'missing'], { code: 3, ...silent });
    await program.expect(['hash', '-c', '--status', '--quiet'], { code: 0, ...silent }, lineOf('a', 'a'));
  });
});

describe('--ignore-missing', () => {
  it('passes over files that are missing, and over no others', async () => {
    program.write('a', 'a');
    mkdirSync(program.file('folder'));
    const check = (end: End, list: string) => program.expect(['hash', '-c', '--ignore-missing'], end, list);
    await check({ stdout: 'a: OK\n' }, lineOf('missing', '') + lineOf('a', 'a'));
    await check(
      {
        code: 1,
        stdout: 'a: FAILED\nfolder: FAILED (is a directory)\n',
        message: 'of 2 files, 1 differs and 1 cannot be read',
      },
      lineOf('a', 'b') + lineOf('missing', '') + lineOf('folder', ''),
    );
  });

  it('is no success where no file is there', () =>
    program.expect(
      ['hash', '-c', '--ignore-missing'],
      { code: 1, stdout: '', message: 'none of the files is there' },
      lineOf('missing', '') + lineOf('gone', ''),
    ));
});

it.each<[string[], string]>([
  [['a', 'b', 'missing'], 'of 3 files, 2 differ and 1 is missing'],
  [['a'], 'of 1 file, 1 differs'],
  [['missing', 'gone', 'folder', 'folder'], 'of 4 files, 2 are missing and 2 cannot be read'],
])('the last line counts what is wrong with the files: %j', async (names, message) => {
  for (const name of ['a', 'b']) program.write(name, name);
  mkdirSync(program.file('folder'));
  const list = names.map((name) => lineOf(name, 'other')).join('');
  await program.expect(['hash', '-c', '--quiet'], { code: 1, message }, list);
});

it.each<[string[], string]>([
  [['--status'], '--status needs --check'],
  [['--ignore-missing'], '--ignore-missing needs --check'],
  [['--tag', '--check'], '--tag is not for --check, which reads lines of both styles'],
])('options that do not go together are refused: %j', async (words, message) => {
  await program.expect(['hash', ...words], { code: 2, stdout: '', message });
});
