/** The program at a terminal: it asks for passphrases without showing them, shows a generated one, names and progress. */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectSame, flipBit, text } from '../../fixtures/bytes.js';
import { names, program, sealed, secretOf } from './program.js';
import { ask, askAgain, PseudoTerminal, shownBy } from './pseudo-terminal.js';

type Step = [shown: string, typed?: string | undefined];

/** Runs a command, and shows its exit code at the end. Each step waits for a text, then types keys. */
async function converse(command: string, ...steps: Step[]): Promise<PseudoTerminal> {
  const terminal = new PseudoTerminal(`${command}; echo code $?; read line; echo "left <$line>"`);
  for (const [shown, typed] of steps) {
    await terminal.shows(shown);
    if (typed === undefined) continue;
    expect(terminal.echoes).toBe(false);
    terminal.type(typed);
  }
  expect(terminal.echoes).toBe(true);
  terminal.type('\r');
  // The shell gets no key that was typed for the program.
  await terminal.shows('left <>');
  return terminal;
}

/** The sequence that wipes the rest of a line. */
const wiped = '\x1b[K';

/** Decrypts without a terminal, and compares the contents. */
async function expectOpens(passphrase: string, file: string, contents: Uint8Array): Promise<void> {
  program.write('passphrase', passphrase);
  expectSame(await program.output(`romulus decrypt -p passphrase ${file} -o -`), contents);
}

const seal = async (name: string, phrase: string, length: number) =>
  program.write(name, await sealed(length, secretOf(phrase)));

const long = 'ü'.repeat(512);
const wrong = 'sealed: the passphrase, the associated data or the header is not what the file was encrypted with';

describe('a passphrase', () => {
  beforeEach(() => void program.write('file', text(10)));

  it('is asked for, twice to encrypt, and never shown, wherever the standard streams lead', async () => {
    const command = 'romulus encrypt <file >sealed 2>messages';
    const encryption = await converse(command, [ask, 'pass wörd\r'], [askAgain, 'pass wörd\r'], ['code 0']);
    const decryption = await converse('romulus decrypt sealed -o back', [ask, 'pass wörd\r'], ['code 0']);
    for (const { shown } of [encryption, decryption]) expect(shown).not.toContain('pass');
    expectSame(program.read('back'), text(10));
    expect(String(program.read('messages'))).toBe('');
    await expectOpens('pass wörd', 'sealed', text(10));
  });

  it.each<[command: string, typed: string[], end: string, opens?: string]>([
    // It can be edited, cleared, have 1024 bytes and be typed ahead.
    ['encrypt file', ['nonsense\x15abß\x7f\x7fe one twö  \x17\x08\r', '\x7fx\x08ae two\x17one\r'], 'code 0', 'ae one'],
    ['encrypt file', ['ab\x1b[D\x15aü€🔑\x7f\x7f\x7fb\r', 'ab\r'], 'code 0', 'ab'],
    ['encrypt file', [`${long}\r${long}\r`], 'code 0', long],
    // All of a line is read before it is refused. The last one has more than a terminal gives at once.
    ['encrypt file', ['abc\r', 'abd\r'], 'romulus: the passphrases differ\r\ncode 2'],
    ['encrypt file', ['\x04'], 'romulus: the passphrase is empty\r\ncode 2'],
    ['encrypt file', ['ab\tcd\r'], 'a passphrase cannot contain keys such as TAB, ESC or an arrow\r\ncode 2'],
    ['encrypt file', [`${'a'.repeat(20_000)}zzz\r`], 'a typed passphrase has at most 1024 bytes\r\ncode 2'],
    // A wrong one is asked for three times, but not where another cannot help: one of a file, or a chunk that has changed.
    ['decrypt sealed -o back', ['wrong\r', 'right \r', 'Right\r'], `romulus: ${wrong}\r\ncode 1`],
    ['decrypt -p passphrase sealed -o back', [], `romulus: ${wrong}\r\ncode 1`],
    [
      'decrypt changed -o back',
      ['right\r'],
      'changed: chunk 0 is not authentic: the file was changed, or is not whole\r\ncode 1',
    ],
  ])('is edited, refused or asked for again: romulus %s (row %#)', async (command, typed, end, opens) => {
    await seal('sealed', 'right', 10);
    program.write('changed', flipBit(program.read('sealed'), 8 * 70));
    const before = names();
    const again = 'It does not open sealed. Passphrase: ';
    const questions = command.startsWith('encrypt') ? [ask, askAgain] : [ask, again, again];
    const steps = typed.map((keys, i): Step => [questions[i] as string, keys]);
    const { shown } = await converse(`romulus ${command}`, ...steps, [end]);
    expect(shown.match(/(Passphrase|Type it again): /g) ?? []).toHaveLength(opens === undefined ? typed.length : 2);
    if (opens === undefined) expect(names()).toEqual(before);
    else await expectOpens(opens, 'file.romulus', text(10));
  });

  it('that is right in the end opens all of the file', async () => {
    await seal('sealed', 'right', 3_000_000);
    program.write('run', 'romulus decrypt < <(head -c 64 sealed; sleep 0.2; tail -c +65 sealed) >back');
    await converse('bash run', [ask, 'wrong\r'], [ask, 'wrong too\r'], [ask, 'right\r'], ['code 0']);
    expectSame(program.read('back'), text(3_000_000));
  });

  it('is asked for once for several files, and again for a file with another', async () => {
    program.write('other', text(20));
    const encryption = await converse('romulus encrypt file other', [ask, 'same\r'], [askAgain, 'same\r'], ['code 0']);
    expect(encryption.shown.split(ask).length).toBe(2);
    await seal('third\x1b[2J.romulus', 'another', 30);
    const again = 'It does not open third\\u{1b}[2J.romulus. Passphrase: ';
    const command = 'romulus decrypt -f file.romulus third*.romulus other.romulus';
    await converse(command, [ask, 'same\r'], [again, 'another\r'], [ask, 'same\r'], ['code 0']);
    expectSame(program.read('third\x1b[2J'), text(30));
    expectSame(program.read('other'), text(20));
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'can be given up by %s, and then the terminal shows typed text',
    async (how) => {
      const terminal = new PseudoTerminal(`sh -c 'echo $$ >.pid; exec romulus encrypt file'; echo code $?; read line`);
      await terminal.shows(ask);
      if (how === 'SIGINT') terminal.type('abc\x03');
      else process.kill(Number(program.read('.pid')), how);
      await terminal.shows(`code ${how === 'SIGINT' ? 130 : 143}`);
      expect(terminal.echoes).toBe(true);
      terminal.type('\r');
      expect(names()).toEqual(['file']);
    },
  );
});

it('a generated passphrase has words of BIP 39, is shown once, opens all files, and is another the next time', async () => {
  for (const name of ['a', 'b']) program.write(name, text(10));
  const shown: string[] = [];
  for (const files of ['a b', '<a >sealed']) {
    const lines = (await shownBy(`romulus encrypt --generate-passphrase ${files}`)).split('\r\n');
    const words = lines[1] as string;
    expect(lines).toEqual(['Write down the passphrase, which is shown only now (7 words, 77 bits):', words, '']);
    expect(words.split('-')).toHaveLength(7);
    for (const word of words.split('-')) expect(wordlist).toContain(word);
    shown.push(words);
  }
  const [first, second] = shown as [string, string];
  for (const file of ['a.romulus', 'b.romulus']) await expectOpens(first, file, text(10));
  expect(first).not.toBe(second);
});

it('names of files and in lists move no cursor and forge no verdict, and an escaped line is not read back', async () => {
  const digest = '0'.repeat(64);
  const forging = 'missing\x1b[2K\x1b[Gevilfile: OK\x1b[8m';
  const forgingShown = '\\missing\\u{1b}[2K\\u{1b}[Gevilfile: OK\\u{1b}[8m';
  program.write('list', `${digest}  ${forging}\n\\${digest}  back\\\\slash\\nend\u202eKO :elif\u2069\n`);
  expect((await shownBy('romulus hash -c list 2>messages', { code: 1 })).split('\r\n')).toEqual([
    `${forgingShown}: FAILED (no such file or directory)`,
    '\\back\\\\slash\\nend\\u{202e}KO :elif\\u{2069}: FAILED (no such file or directory)',
    '',
  ]);
  for (const name of [forging, 'plain', 'täb\u0085']) program.write(name, '');
  const lines = await shownBy('romulus hash missing* plain t*');
  expect(lines.replaceAll(/[0-9a-f]{64}/g, '<digest>').split('\r\n')).toEqual([
    forgingShown.replace('\\', '\\<digest>  '),
    '<digest>  plain',
    '\\<digest>  täb\\u{85}',
    '',
  ]);
  program.write('list', lines.replaceAll('\r', ''));
  const { code, stdout } = await program.shell('romulus hash -c list');
  expect({ code, stdout: String(stdout) }).toEqual({ code: 1, stdout: 'plain: OK\n' });
});

describe('a progress bar', () => {
  const bar = /\r\[#*\.*\] +\d+% +[\d.]+ MB of 25\.0 MB +[\d.]+ MB\/s +\d+:\d\d/;

  beforeEach(() => program.writeZeros('file', 25_000_000));

  it.each(['encrypt -k key -j 2 --mode T file', 'hash file'])(
    'is there while it takes long, fits the terminal, and is gone then: %s',
    async (command) => {
      const shown = await shownBy(`romulus ${command}`, { columns: 100 });
      expect(shown).toMatch(bar);
      // The program wipes the last bar before it writes anything else.
      const afterBar = shown.slice(shown.lastIndexOf('\r[')).replaceAll(wiped, '<wiped>');
      expect(afterBar).toMatch(/^\r\[[^\r]*<wiped>\r<wiped>([0-9a-f]{64} {2}file\r\n)?$/);
      for (const line of shown.split('\r')) expect(line.replace(wiped, '').length).toBeLessThan(100);
    },
  );

  it('fits a narrow terminal, and is gone when the key for that interrupts the program', async () => {
    const command = 'trap : INT; romulus encrypt -k key -j 1 --mode T file; echo code $?';
    const terminal = new PseudoTerminal(command, { columns: 30 });
    await terminal.shows(/\r +\d+% +[\d.]+ MB of 25\.0 MB/);
    terminal.type('\x03');
    await terminal.shows('code 130');
    expect(terminal.shown.replaceAll(wiped, '<wiped>')).toMatch(/\r<wiped>code 130\r\n$/);
    // The terminal shows the key as ^C.
    for (const line of terminal.shown.replace('^C', '').split('\r'))
      expect(line.replace(wiped, '').length).toBeLessThan(30);
    expect(names()).toEqual(['file']);
  });

  it('is not in a pipe, not on a dumb terminal, and not there for a tiny file, however long the passphrase takes', async () => {
    const command = 'romulus encrypt -k key -j 1 file';
    const onDumb = `TERM=dumb ${command} -f`;
    const tiny = `NODE_OPTIONS= romulus encrypt -p passphrase passphrase`;
    expect(await shownBy(`${command} -o sealed 2>&1 | cat; ${onDumb}; ${tiny}`)).toBe('');
  });

  it('does not mix with what a terminal shows of decrypted text', async () => {
    program.write('file', '.'.repeat(1_200_000));
    await program.output('romulus encrypt -k key file -o sealed');
    // Long enough for a bar.
    const input = '(head -c 1100000 sealed; sleep 0.3; tail -c +1100001 sealed)';
    expect(await shownBy(`${input} | romulus decrypt -k key -o -`)).toBe('.'.repeat(1_200_000));
  });

  it('is all that a terminal shows of an encryption, unless asked for more', async () => {
    const shown = await shownBy(
      '<key romulus encrypt -k key; <key romulus encrypt -k key -a; <key romulus encrypt -k key -o -',
    );
    expect(shown).toMatch(
      /^romulus: a terminal cannot show encrypted data: give -o OUT\r\n-----BEGIN [\s\S]*-----\r\nROMULUS/,
    );
  });
});
