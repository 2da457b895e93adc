/** At a terminal: passphrases are asked for and not shown, and a bar tells the progress. */
import { describe, expect, it } from 'vitest';
import { expectSame, text } from '../../fixtures/bytes.js';
import { installProgram } from './program.js';
import { PseudoTerminal } from './pseudo-terminal.js';

const program = installProgram();

const open = (command: string, settings = {}) => new PseudoTerminal(program, command, settings);

const names = () => program.names.filter((name) => !name.startsWith('.'));

/** What wipes the rest of a line. */
const wiped = '\x1b[K';

describe('a passphrase', () => {
  it('is asked for, twice to encrypt, and never shown', async () => {
    program.write('file', text(1000));
    const encryption = open('romulus encrypt file; echo code $?');
    await encryption.shows('Passphrase: ');
    expect(encryption.echoes).toBe(false);
    encryption.type('pass wörd\r');
    await encryption.shows('Type it again: ');
    expect(encryption.echoes).toBe(false);
    encryption.type('pass wörd\r');
    await encryption.shows('code 0');
    expect(encryption.shown).not.toContain('pass');
    expect(await encryption.code()).toBe(0);

    const decryption = open('romulus decrypt file.romulus -o back; echo code $?; read line');
    await decryption.shows('Passphrase: ');
    expect(decryption.echoes).toBe(false);
    decryption.type('pass wörd\r');
    await decryption.shows('code 0');
    expect(decryption.shown).not.toContain('pass');
    expect(decryption.echoes).toBe(true);
    decryption.type('\r');
    expect(await decryption.code()).toBe(0);
    expectSame(program.read('back'), text(1000));

    program.write('passphrase', 'pass wörd');
    expect(await program.run(['decrypt', '-p', 'passphrase', 'file.romulus', '-o', 'again'])).toMatchObject({
      code: 0,
    });
  });

  it('is asked for at the terminal although the standard streams are others', async () => {
    program.write('file', text(1000));
    const encryption = open('romulus encrypt <file >sealed 2>messages; echo code $?');
    await encryption.shows('Passphrase: ');
    encryption.type('a\r');
    await encryption.shows('Type it again: ');
    encryption.type('a\r');
    await encryption.shows('code 0');
    expect(String(program.read('messages'))).toBe('');
    program.write('passphrase', 'a');
    const { stdout } = await program.run(['decrypt', '-p', 'passphrase'], program.read('sealed'));
    expectSame(new Uint8Array(stdout), text(1000));
  });

  it('can be edited', async () => {
    program.write('file', text(10));
    const encryption = open('romulus encrypt file; echo code $?');
    await encryption.shows('Passphrase: ');
    encryption.type('nonsense\x15abß\x7f\x7fcd\x08e\r');
    await encryption.shows('Type it again: ');
    encryption.type('\x7fx\x7f\x7face\r');
    await encryption.shows('code 0');
  });

  it('can be edited by words', async () => {
    program.write('file', text(10));
    const encryption = open('romulus encrypt file; echo code $?');
    await encryption.shows('Passphrase: ');
    encryption.type('one twö  \x17\x17\x17one twö three\x17\r');
    await encryption.shows('Type it again: ');
    encryption.type('one twö \r');
    await encryption.shows('code 0');
    program.write('passphrase', 'one twö ');
    expect(await program.run(['decrypt', '-p', 'passphrase', 'file.romulus', '-o', 'back'])).toMatchObject({ code: 0 });
  });

  it.each([
    { key: 'TAB', typed: '\t' },
    { key: 'ESC', typed: '\x1b' },
    { key: 'an arrow', typed: '\x1b[D' },
    { key: 'Delete', typed: '\x1b[3~' },
    { key: 'Ctrl-A', typed: '\x01' },
    { key: 'Ctrl-V', typed: '\x16' },
    { key: 'Ctrl-Space', typed: '\0' },
  ])('is refused if $key was typed, once all of it is', async ({ typed }) => {
    program.write('file', text(10));
    const encryption = open('romulus encrypt file; echo code $?; read line');
    await encryption.shows('Passphrase: ');
    encryption.type(`ab${typed}`);
    encryption.type('cd');
    encryption.type('\r');
    const message = 'a passphrase cannot contain keys such as TAB, ESC or an arrow';
    await encryption.shows(`romulus: ${message}\r\n`);
    await encryption.shows('code 2');
    // Nothing of it was left for the shell.
    expect(encryption.shown).not.toMatch(/ab|cd/);
    encryption.type('\r');
    expect(await encryption.code()).toBe(0);
    expect(names()).toEqual(['file']);
  });

  it('that is too long is refused once all of it is typed, and none of it is left for the shell', async () => {
    program.write('file', text(10));
    const encryption = open('romulus encrypt file; echo code $?; read line; echo "left <$line>"');
    await encryption.shows('Passphrase: ');
    // More than a terminal gives at once.
    encryption.type(`${'a'.repeat(20_000)}zzz\r`);
    await encryption.shows('romulus: a typed passphrase has at most 1024 bytes\r\n');
    await encryption.shows('code 2');
    encryption.type('\r');
    await encryption.shows('left <>');
  });

  it('is taken if the line was cleared after such a key', async () => {
    program.write('file', text(10));
    const encryption = open('romulus encrypt file; echo code $?');
    await encryption.shows('Passphrase: ');
    encryption.type('ab\x1b[D\x15abc\r');
    await encryption.shows('Type it again: ');
    encryption.type('abc\r');
    await encryption.shows('code 0');
  });

  it('can be typed ahead', async () => {
    program.write('file', text(10));
    const encryption = open('romulus encrypt file; echo code $?');
    await encryption.shows('Passphrase: ');
    encryption.type('abc\rabc\r');
    await encryption.shows('Type it again: ');
    await encryption.shows('code 0');
  });

  it.each([
    ['abc\r', 'abd\r', 'the passphrases differ'],
    ['abc\r', '\r', 'the passphrases differ'],
    ['abc\r', 'abcd\r', 'the passphrases differ'],
    ['\r', undefined, 'the passphrase is empty'],
    ['\x04', undefined, 'the passphrase is empty'],
    [`${'a'.repeat(1025)}\r`, undefined, 'a typed passphrase has at most 1024 bytes'],
  ])('is refused: %j, %j', async (first, second, message) => {
    program.write('file', text(10));
    const encryption = open('romulus encrypt file; echo code $?; read line');
    await encryption.shows('Passphrase: ');
    encryption.type(first);
    if (second !== undefined) {
      await encryption.shows('Type it again: ');
      encryption.type(second);
    }
    await encryption.shows(`romulus: ${message}\r\n`);
    await encryption.shows('code 2');
    expect(encryption.echoes).toBe(true);
    encryption.type('\r');
    expect(names()).toEqual(['file']);
  });

  it('that is wrong opens nothing', async () => {
    program.write('file', text(10));
    program.write('passphrase', 'right');
    await program.run(['encrypt', '-p', 'passphrase', 'file']);
    const decryption = open('romulus decrypt file.romulus -o back; echo code $?');
    await decryption.shows('Passphrase: ');
    decryption.type('wrong\r');
    await decryption.shows('the passphrase, the associated data or the header is not what the file was sealed with');
    await decryption.shows('code 1');
    expect(names()).toEqual(['file', 'file.romulus', 'passphrase']);
  });

  it('is not asked for where the input is no sealed file', async () => {
    program.write('file', text(1000));
    const decryption = open('romulus decrypt file -o back; echo code $?');
    await decryption.shows('code 1');
    expect(decryption.shown).not.toContain('Passphrase');
  });

  it.each([
    { how: 'its key', interrupt: (terminal: PseudoTerminal) => terminal.type('\x03'), code: 130 },
    { how: 'SIGTERM', interrupt: () => process.kill(Number(program.read('.pid')), 'SIGTERM'), code: 143 },
    { how: 'SIGINT', interrupt: () => process.kill(Number(program.read('.pid')), 'SIGINT'), code: 130 },
  ])('can be given up by $how, and then the terminal shows again what is typed', async ({ interrupt, code }) => {
    program.write('file', text(10));
    const encryption = open(`sh -c 'echo $$ >.pid; exec romulus encrypt file'; echo code $?; read line`);
    await encryption.shows('Passphrase: ');
    encryption.type('abc');
    interrupt(encryption);
    await encryption.shows(`code ${code}`);
    expect(encryption.echoes).toBe(true);
    encryption.type('\r');
    expect(names()).toEqual(['file']);
  });
});

describe('names', () => {
  const digest = '0'.repeat(64);
  /** Wipes its line, and seems to be a line of its own. */
  const forging = 'missing\x1b[2K\x1b[Gevilfile: OK\x1b[8m';
  const forgingShown = '\\missing\\u{1b}[2K\\u{1b}[Gevilfile: OK\\u{1b}[8m';

  it('of a list forge no verdict', async () => {
    const reordered = 'back\\slash\nend\u202eKO :elif\u2069';
    program.write(
      'list',
      `${digest}  ${forging}\n\\${digest}  ${reordered.replace('\\', '\\\\').replace('\n', '\\n')}\n`,
    );
    const terminal = open('romulus hash -c list 2>messages; echo code $?');
    await terminal.shows('code 1');
    expect(terminal.shown.split('\r\n')).toEqual([
      `${forgingShown}: FAILED (no such file or directory)`,
      '\\back\\\\slash\\nend\\u{202e}KO :elif\\u{2069}: FAILED (no such file or directory)',
      'code 1',
      '',
    ]);
  });

  it('of files move no cursor, and a line that was changed for that is not read back', async () => {
    for (const name of [forging, 'täb\u0085', 'plain']) program.write(name, '');
    const terminal = open('romulus hash missing* t* plain; echo code $?');
    await terminal.shows('code 0');
    const lines = terminal.shown.split('\r\n').slice(0, 3);
    expect(lines.map((line) => line.replace(/[0-9a-f]{64}/, '<digest>'))).toEqual([
      forgingShown.replace('\\', '\\<digest>  '),
      '\\<digest>  täb\\u{85}',
      '<digest>  plain',
    ]);
    const { code, stdout, stderr } = await program.run(['hash', '-c'], `${lines.join('\n')}\n`);
    expect({ code, text: String(stdout) }).toEqual({ code: 1, text: 'plain: OK\n' });
    expect(stderr).toMatch(/^(romulus: -: line [12] is not a digest with a name\n){2}$/);
  });
});

describe('a progress bar', () => {
  const key = `romulus-key-1 ${'0'.repeat(32)}\n`;
  const bar = /\r\[#*\.*\] +\d+% +[\d.]+ MB of 120 MB +[\d.]+ MB\/s +\d+:\d\d/;

  it.each([
    { command: 'romulus encrypt -k key -j 1 file', output: 'file.romulus' },
    { command: 'romulus encrypt -k key -j 2 --mode T file', output: 'file.romulus' },
    { command: 'romulus hash file', output: undefined },
  ])('is there while it takes long, and gone then: $command', async ({ command }) => {
    program.write('key', key);
    program.write('file', new Uint8Array(120_000_000));
    const terminal = open(`${command}; echo code $?`, { columns: 100 });
    await terminal.shows(bar);
    await terminal.shows('code 0');
    // The last bar is wiped before anything else.
    const afterBar = terminal.shown.slice(terminal.shown.lastIndexOf('\r['));
    const atEnd = /^\r\[[^\r]*<wiped>\r<wiped>([0-9a-f]{64} {2}file\r\n)?code 0/;
    expect(afterBar.replaceAll(wiped, '<wiped>')).toMatch(atEnd);
    for (const line of terminal.shown.split('\r')) expect(line.replace(wiped, '').length).toBeLessThan(100);
  });

  it('is gone when the key for that interrupts the program', async () => {
    program.write('key', key);
    program.write('file', new Uint8Array(120_000_000));
    const terminal = open('trap : INT; romulus encrypt -k key -j 1 --mode T file; echo code $?');
    await terminal.shows('MB/s');
    terminal.type('\x03');
    await terminal.shows('code 130');
    expect(terminal.shown.replaceAll(wiped, '<wiped>')).toMatch(/\r<wiped>code 130\r\n$/);
    expect(names()).toEqual(['file', 'key']);
  });

  it('has no length to tell of a pipe', async () => {
    program.write('key', key);
    const terminal = open('(cat /dev/zero | head -c 50000000; sleep 0.3; echo) | romulus hash; echo code $?');
    await terminal.shows(/\r[\d.]+ MB {2}[\d.]+ MB\/s/);
    await terminal.shows('code 0');
  });

  it('fits a narrow terminal', async () => {
    program.write('key', key);
    program.write('file', new Uint8Array(120_000_000));
    const terminal = open('romulus encrypt -k key -j 1 file; echo code $?', { columns: 30 });
    await terminal.shows(/\r +\d+% +[\d.]+ MB of 120 MB/);
    await terminal.shows('code 0');
    for (const line of terminal.shown.split('\r')) expect(line.replace(wiped, '').length).toBeLessThan(30);
  });

  it.each([
    { where: 'in a pipe', command: 'romulus encrypt -k key -j 1 file 2>&1 | cat', settings: {} },
    { where: 'on a dumb terminal', command: 'romulus encrypt -k key -j 1 file', settings: { TERM: 'dumb' } },
  ])('is not $where', async ({ command, settings }) => {
    program.write('key', key);
    program.write('file', new Uint8Array(100_000_000));
    const terminal = open(`${command}; echo code $?`, settings);
    await terminal.shows('code 0');
    expect(terminal.shown).toMatch(/^code 0/);
  });

  it('is not in the midst of what is decrypted', async () => {
    program.write('file', 'plaintext');
    // A passphrase takes long enough for a bar.
    program.write('passphrase', 'abc');
    await program.run(['encrypt', '-p', 'passphrase', 'file', '-o', 'sealed']);
    const terminal = open('romulus decrypt -p passphrase sealed -o -; echo code $?');
    await terminal.shows('code 0');
    expect(terminal.shown).toMatch(/^plaintextcode 0/);
  });
});

it('does not write what is encrypted to a terminal, unless it is told to', async () => {
  program.write('key', `romulus-key-1 ${'0'.repeat(32)}\n`);
  const refused = open('echo text | romulus encrypt -k key; echo code $?');
  await refused.shows('romulus: a terminal cannot show encrypted data: give -o OUT');
  await refused.shows('code 2');
  const told = open('echo text | romulus encrypt -k key -o -; echo code $?');
  await told.shows('ROMULUS');
  await told.shows('code 0');
});
