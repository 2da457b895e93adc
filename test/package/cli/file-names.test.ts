/** Names of files that are not UTF-8, which Linux allows: each command takes them unchanged. */
import { describe, expect, it } from 'vitest';
import { digestOf, expectEnd, program } from './program.js';

describe('an argument that is not UTF-8', () => {
  /** Runs a command in a folder that also has files of the names that a wrong decoding would give. */
  const run = async (command: string, end: object) => {
    for (const name of ['a\ufffd', 'a\ufffd\ufffd\ufffd', 'key\ufffd', 'new\ufffd'])
      program.write(name, 'another file');
    const ended = await program.shell(
      `printf text > $'a\\xff'; cp $'a\\xff' $'a\\xed\\xa0\\x80'; cp key $'key\\xff'; ${command}`,
    );
    expectEnd(ended, end);
    return ended.stdout.toString('latin1');
  };
  const digest = digestOf('text');

  it.each([
    [`romulus hash $'a\\xff'`, `${digest}  a\xff\n`],
    [`romulus hash a\ufffd -- $'a\\xff' | tail -n 1`, `${digest}  a\xff\n`],
    [`romulus hash $'a\\xed\\xa0\\x80'`, `${digest}  a\xed\xa0\x80\n`],
    [`romulus hash --tag $'a\\xff'`, `ROMULUS-H (a\xff) = ${digest}\n`],
    [`romulus hash a\ufffd $'a\\xff' | tail -n 1 | romulus hash --check`, 'a\xff: OK\n'],
    [`mkdir $'f\\xff'; mv $'a\\xff' $'f\\xff/a'; romulus hash $'f\\xff/a'`, `${digest}  f\xff/a\n`],
    [`romulus keygen $'new\\xff' && tail -c +15 $'new\\xff' | wc -c`, '33\n'],
    [`romulus encrypt -k $'key\\xff' $'a\\xff' && romulus decrypt -k key $'a\\xff.romulus' -o -`, 'text'],
    [`romulus encrypt -k key $'a\\xff' -o $'new\\xff' && romulus decrypt -k key $'new\\xff' -o -`, 'text'],
    [
      `ln -s $'to\\xff' $'link\\xff'; romulus encrypt -k key -f $'a\\xff' -o $'link\\xff' && ls -N | grep -ac $'^to\\xff'`,
      '1\n',
    ],
  ])('names the file that has these bytes: %s', async (command, stdout) => {
    expect(await run(command, { stderr: '' })).toBe(stdout);
  });

  it('stands in a message as a terminal shows it', async () => {
    await run(`romulus hash $'none\\xff'`, { code: 3, message: 'none\ufffd: no such file or directory' });
    await run(`romulus keygen $'a\\xff'`, { code: 2, message: 'a\ufffd: already exists' });
  });

  it.each([
    `romulus encrypt -k key $'--ad=\\xff' a\ufffd`,
    `romulus encrypt -k key --ad $'\\xff' a\ufffd`,
    `romulus decrypt -k key --ad $'caf\\xe9' a\ufffd -o b`,
  ])('is refused as associated data: %s', async (command) => {
    await run(command, { code: 2, stdout: '', message: '--ad must be valid UTF-8' });
  });

  it('is refused as a command', async () => {
    const message = 'unknown command \ufffd\ufffd; romulus --help lists the commands';
    await run(`romulus $'\\xc0\\xaf'`, { code: 2, message });
  });

  it('is told from one with U+FFFD, which is refused if the system does not show the bytes', async () => {
    program.write('a\ufffd', 'text');
    await program.expect(['hash', 'a\ufffd'], { stdout: `${digest}  a\ufffd\n` });
    // With a title of its own, the process overwrites the arguments that the system shows.
    const NODE_OPTIONS = '--title=romulus';
    const message = 'argument 2 is not valid UTF-8, or has a U+FFFD that looks the same';
    expectEnd(await program.shell('romulus hash a\ufffd', { NODE_OPTIONS }), { code: 2, stdout: '', message });
    expectEnd(await program.shell('romulus --version', { NODE_OPTIONS }));
  });
});
