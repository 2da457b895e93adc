/** Tests the program at a terminal: it asks for passphrases without showing them, and a bar shows the progress. */
import { truncateSync } from 'node:fs';
import { constants } from 'node:os';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectSame, flipBit, text } from '../../fixtures/bytes.js';
import { cheapScrypt, names, program, sealed, secretOf } from './program.js';
import { PseudoTerminal, shownBy } from './pseudo-terminal.js';

Object.assign(program.environment, cheapScrypt);

/** Runs a command, and shows its exit code at the end. Each step waits for a text, then types keys. */
async function converse(
  command: string,
  ...steps: [shown: string, typed?: string | undefined][]
): Promise<PseudoTerminal> {
  const terminal = new PseudoTerminal(`${command}; echo code $?; read line`);
  for (const [shown, typed] of steps) {
    await terminal.shows(shown);
    if (typed === undefined) continue;
    expect(terminal.echoes).toBe(false);
    terminal.type(typed);
  }
  expect(terminal.echoes).toBe(true);
  terminal.type('\r');
  expect(await terminal.code).toBe(0);
  return terminal;
}

/** The sequence that wipes the rest of a line. */
const wiped = '\x1b[K';

const [ask, askAgain] = ['Passphrase: ', 'Type it again: '];

/** Decrypts without a terminal, and compares the contents. */
async function expectOpens(passphrase: string, file: string, contents: Uint8Array): Promise<void> {
  program.write('passphrase', passphrase);
  expectSame(await program.expect(['decrypt', '-p', 'passphrase', file, '-o', '-']), contents);
}

describe('a passphrase', () => {
  beforeEach(() => void program.write('file', text(10)));

  it('is asked for, twice to encrypt, and never shown', async () => {
    const command = 'romulus encrypt file';
    const encryption = await converse(command, [ask, 'pass wörd\r'], [askAgain, 'pass wörd\r'], ['code 0']);
    expect(encryption.shown).not.toContain('pass');
    const decryption = await converse('romulus decrypt file.romulus -o back', [ask, 'pass wörd\r'], ['code 0']);
    expect(decryption.shown).not.toContain('pass');
    expectSame(program.read('back'), text(10));
    await expectOpens('pass wörd', 'file.romulus', text(10));
  });

  it('is asked for at the terminal although the standard streams are others', async () => {
    await converse('romulus encrypt <file >sealed 2>messages', [ask, 'a\r'], [askAgain, 'a\r'], ['code 0']);
    expect(String(program.read('messages'))).toBe('');
    await expectOpens('a', 'sealed', text(10));
  });

  const long = 'ü'.repeat(512);
  it.each<[how: string, first: string, second: string | undefined, opens: string]>([
    ['edited', 'nonsense\x15abß\x7f\x7fcd\x08e\r', '\x7fx\x7f\x7face\r', 'ace'],
    ['edited by words', 'one twö  \x17\x17\x17one twö three\x17\r', 'one twö \r', 'one twö '],
    ['cleared after a key that it cannot contain', 'ab\x1b[D\x15abc\r', 'abc\r', 'abc'],
    ['edited in letters of any length', 'aü€🔑\x7f\x7f\x7fb\r', 'ab\r', 'ab'],
    ['as long as 1024 bytes', `${long}\r`, `${long}\r`, long],
    ['typed ahead', 'abc\rabc\r', undefined, 'abc'],
  ])('can be %s', async (_, first, second, opens) => {
    await converse('romulus encrypt file', [ask, first], [askAgain, second], ['code 0']);
    await expectOpens(opens, 'file.romulus', text(10));
  });

  /** Types keys that the program must refuse. The shell must get none of them. */
  async function expectRefusal(typed: string[], message: string): Promise<void> {
    const terminal = new PseudoTerminal('romulus encrypt file; echo code $?; read line; echo "left <$line>"');
    await terminal.shows(ask);
    for (const keys of typed) terminal.type(keys);
    await terminal.shows(`romulus: ${message}\r\n`);
    await terminal.shows('code 2');
    terminal.type('\r');
    await terminal.shows('left <>');
    expect(names()).toEqual(['file']);
  }

  it.each(['\t', '\x1b', '\x1b[D', '\x1b[3~', '\x01', '\x16', '\0'])(
    'is refused if TAB, ESC, an arrow, Delete, Ctrl-A, -V or -Space was typed, once all of it is: %j',
    (typed) =>
      expectRefusal([`ab${typed}`, 'cd', '\r'], 'a passphrase cannot contain keys such as TAB, ESC or an arrow'),
  );

  it('that is too long is refused once all of it is typed', () =>
    // More than a terminal gives at once.
    expectRefusal([`${'a'.repeat(20_000)}zzz\r`], 'a typed passphrase has at most 1024 bytes'));

  it.each([
    ['abc\r', 'abd\r', 'the passphrases differ'],
    ['abc\r', '\r', 'the passphrases differ'],
    ['abc\r', 'abcd\r', 'the passphrases differ'],
    ['\r', undefined, 'the passphrase is empty'],
    ['\x04', undefined, 'the passphrase is empty'],
    [`${'a'.repeat(1025)}\r`, undefined, 'a typed passphrase has at most 1024 bytes'],
  ])('is refused: %j, %j', async (first, second, message) => {
    const again: [string, string][] = second === undefined ? [] : [[askAgain, second]];
    await converse('romulus encrypt file', [ask, first], ...again, [`romulus: ${message}\r\n`], ['code 2']);
    expect(names()).toEqual(['file']);
  });

  const seal = async (name: string, phrase: string, length: number) =>
    program.write(name, await sealed(length, secretOf(phrase)));
  const wrong = 'the passphrase, the associated data or the header is not what the file was encrypted with';

  it('that is wrong is asked for three times, and opens nothing', async () => {
    await seal('sealed', 'right', 10);
    const again = 'It does not open sealed. Passphrase: ';
    const steps: [string, string?][] = [[ask, 'wrong\r'], [again, 'right \r'], [again, 'Right\r'], [wrong], ['code 1']];
    const terminal = await converse('romulus decrypt sealed -o back', ...steps);
    expect(terminal.shown.split(ask).length).toBe(4);
    expect(names()).toEqual(['file', 'sealed']);
  });

  it.each([
    [0, 'sealed -o back'],
    [3_000_000, 'sealed -o back'],
    [20_000_000, '-j 2 sealed -o back'],
    [3_000_000, '<sealed >back'],
    [3_000_000, '-o back < <(head -c 64 sealed; sleep 0.2; tail -c +65 sealed)'],
  ])('that is right in the end opens all of the file: %i bytes, %s', async (length, input) => {
    await seal('sealed', 'right', length);
    program.write('run', `romulus decrypt ${input}`);
    await converse('bash run', [ask, 'wrong\r'], [ask, 'wrong too\r'], [ask, 'right\r'], ['code 0']);
    expectSame(program.read('back'), text(length));
  });

  it('that was typed once more can be empty, or given up, and then nothing is left', async () => {
    await seal('sealed', 'right', 10);
    const command = 'romulus decrypt sealed -o back';
    await converse(command, [ask, 'wrong\r'], [ask, '\r'], ['romulus: the passphrase is empty'], ['code 2']);
    const terminal = new PseudoTerminal(`trap : INT; ${command}; echo code $?`);
    await terminal.shows(ask);
    terminal.type('wrong\r');
    await terminal.shows(ask);
    terminal.type('\x03');
    await terminal.shows('code 130');
    expect(names()).toEqual(['file', 'sealed']);
  });

  it('is not asked for again if it came from a file, or if a key or a chunk is wrong', async () => {
    await seal('sealed', 'right', 10);
    program.write('passphrase', 'wrong');
    const fromFile = await converse('romulus decrypt -p passphrase sealed -o back', [wrong], ['code 1']);
    expect(fromFile.shown).not.toContain(ask);
    program.write('sealed', flipBit(program.read('sealed'), 8 * 70));
    const changed = await converse('romulus decrypt sealed -o back', [ask, 'right\r'], ['chunk 0'], ['code 1']);
    expect(changed.shown.split(ask).length).toBe(2);
  });

  it('is asked for once for several files, and again for a file with another', async () => {
    program.write('other', text(20));
    const steps: [string, string?][] = [[ask, 'same\r'], [askAgain, 'same\r'], ['code 0']];
    const encryption = await converse('romulus encrypt file other', ...steps);
    expect(encryption.shown.split(ask).length).toBe(2);
    await expectOpens('same', 'file.romulus', text(10));
    await expectOpens('same', 'other.romulus', text(20));
    await seal('third\x1b[2J.romulus', 'another', 30);
    const again = 'It does not open third\\u{1b}[2J.romulus. Passphrase: ';
    const command = 'romulus decrypt -f file.romulus third*.romulus other.romulus';
    const decryption: [string, string?][] = [[ask, 'same\r'], [again, 'another\r'], [ask, 'same\r'], ['code 0']];
    await converse(command, ...decryption);
    expectSame(program.read('third\x1b[2J'), text(30));
    expectSame(program.read('other'), text(20));
  });

  it('is not asked for where the input is no encrypted file', async () => {
    const decryption = await converse('romulus decrypt file -o back', ['code 1']);
    expect(decryption.shown).not.toContain('Passphrase');
  });

  it.each(['', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGABRT', 'SIGUSR2'] as const)(
    'can be given up by its key or %s, and then the terminal shows again what is typed',
    async (signal) => {
      const command = `sh -c 'echo $$ >.pid; exec romulus encrypt file'; echo code $?; read line`;
      const terminal = new PseudoTerminal(command);
      await terminal.shows(ask);
      terminal.type('abc');
      if (signal) process.kill(Number(program.read('.pid')), signal);
      else terminal.type('\x03');
      await terminal.shows(`code ${128 + constants.signals[signal || 'SIGINT']}`);
      expect(terminal.echoes).toBe(true);
      terminal.type('\r');
      expect(names()).toEqual(['file']);
    },
  );
});

describe('names', () => {
  const digest = '0'.repeat(64);
  /** Wipes its line, and looks like a line of the program. */
  const forging = 'missing\x1b[2K\x1b[Gevilfile: OK\x1b[8m';
  const forgingShown = '\\missing\\u{1b}[2K\\u{1b}[Gevilfile: OK\\u{1b}[8m';

  it('of a list forge no verdict', async () => {
    const reordered = 'back\\slash\nend\u202eKO :elif\u2069';
    program.write(
      'list',
      `${digest}  ${forging}\n\\${digest}  ${reordered.replace('\\', '\\\\').replace('\n', '\\n')}\n`,
    );
    const shown = await shownBy('romulus hash -c list 2>messages', { code: 1 });
    expect(shown.split('\r\n')).toEqual([
      `${forgingShown}: FAILED (no such file or directory)`,
      '\\back\\\\slash\\nend\\u{202e}KO :elif\\u{2069}: FAILED (no such file or directory)',
      '',
    ]);
  });

  it('of files move no cursor, and an escaped line is not read back', async () => {
    for (const name of [forging, 'täb\u0085', 'plain']) program.write(name, '');
    const lines = (await shownBy('romulus hash missing* t* plain')).split('\r\n').slice(0, -1);
    expect(lines.map((line) => line.replace(/[0-9a-f]{64}/, '<digest>'))).toEqual([
      forgingShown.replace('\\', '\\<digest>  '),
      '\\<digest>  täb\\u{85}',
      '<digest>  plain',
    ]);
    const stderr = expect.stringMatching(/^(romulus: -: line [12] is not a digest with a name\n){2}$/);
    await program.expect(['hash', '-c'], { code: 1, stdout: 'plain: OK\n', stderr }, `${lines.join('\n')}\n`);
  });
});

describe('a progress bar', () => {
  const bar = /\r\[#*\.*\] +\d+% +[\d.]+ MB of 60\.0 MB +[\d.]+ MB\/s +\d+:\d\d/;

  beforeEach(() => {
    program.write('file', '');
    truncateSync(program.file('file'), 60_000_000);
  });

  it.each(['encrypt -k key -j 1 file', 'encrypt -k key -j 2 --mode T file', 'hash file'])(
    'is there while it takes long, and gone then: %s',
    async (command) => {
      const terminal = new PseudoTerminal(`romulus ${command}; echo code $?`, { columns: 100 });
      await terminal.shows(bar);
      await terminal.shows('code 0');
      // The program wipes the last bar before it writes anything else.
      const afterBar = terminal.shown.slice(terminal.shown.lastIndexOf('\r['));
      const atEnd = /^\r\[[^\r]*<wiped>\r<wiped>([0-9a-f]{64} {2}file\r\n)?code 0/;
      expect(afterBar.replaceAll(wiped, '<wiped>')).toMatch(atEnd);
      for (const line of terminal.shown.split('\r')) expect(line.replace(wiped, '').length).toBeLessThan(100);
    },
  );

  it('is gone when the key for that interrupts the program', async () => {
    const terminal = new PseudoTerminal('trap : INT; romulus encrypt -k key -j 1 --mode T file; echo code $?');
    await terminal.shows('MB/s');
    terminal.type('\x03');
    await terminal.shows('code 130');
    expect(terminal.shown.replaceAll(wiped, '<wiped>')).toMatch(/\r<wiped>code 130\r\n$/);
    expect(names()).toEqual(['file']);
  });

  it('has no length to tell of a pipe', async () => {
    const terminal = new PseudoTerminal('(head -c 50000000 /dev/zero; read line) | romulus hash; echo code $?');
    await terminal.shows(/\r[\d.]+ MB {2}[\d.]+ MB\/s/);
    terminal.type('\r');
    await terminal.shows('code 0');
  });

  it('fits a narrow terminal', async () => {
    const shown = await shownBy('romulus encrypt -k key -j 1 file', { columns: 30 });
    expect(shown).toMatch(/\r +\d+% +[\d.]+ MB of 60\.0 MB/);
    for (const line of shown.split('\r')) expect(line.replace(wiped, '').length).toBeLessThan(30);
  });

  it.each([
    ['in a pipe', 'romulus encrypt -k key -j 1 file -o sealed 2>&1 | cat', 'xterm'],
    ['on a dumb terminal', 'romulus encrypt -k key -j 1 file', 'dumb'],
  ])('is not %s', async (_, command, TERM) => {
    expect(await shownBy(command, { TERM })).toBe('');
  });

  it('does not mix with decrypted text', async () => {
    program.write('file', '.'.repeat(200_000));
    await program.run(['encrypt', '-k', 'key', 'file', '-o', 'sealed']);
    // Long enough for a bar.
    const input = '(head -c 70000 sealed; sleep 0.5; tail -c +70001 sealed)';
    expect(await shownBy(`${input} | romulus decrypt -k key -o -`)).toBe('.'.repeat(200_000));
  });

  it.each(['encrypt -p passphrase tiny', 'encrypt -p passphrase <tiny >sealed', 'hash tiny >digest'])(
    'is not there for a tiny file, however long the passphrase takes: %s',
    async (command) => {
      program.write('tiny', 'tiny');
      program.write('passphrase', 'abc');
      expect(await shownBy(`NODE_OPTIONS= romulus ${command}`)).toBe('');
    },
  );

  it('is all that a terminal shows of an encryption, unless asked for more', async () => {
    const refused = await shownBy('echo text | romulus encrypt -k key', { code: 2 });
    expect(refused).toBe('romulus: a terminal cannot show encrypted data: give -o OUT\r\n');
    expect(await shownBy('echo text | romulus encrypt -k key -o -')).toMatch(/^ROMULUS/);
  });
});
