/**
 * The program's memory at its end: no array still holds a key, its digits or a passphrase. A script that Node loads
 * before the program looks at the arrays.
 */
import { describe, expect, it } from 'vitest';
import { flipBit, text } from '../../fixtures/bytes.js';
import { program, succeed } from './program.js';
import { PseudoTerminal } from './pseudo-terminal.js';

/** Records the arrays of each thread. At the end it writes which secrets are still in one of them. */
const watching = `
  const { appendFileSync, readFileSync } = process.getBuiltinModule('node:fs');
  const made = [];
  const noted = (array) => (made.push(array), array);
  const Original = Uint8Array;
  globalThis.Uint8Array = new Proxy(Original, {
    construct: (target, values) => noted(Reflect.construct(target, values)),
  });
  for (const [owner, name] of [
    [Original.prototype, 'slice'],
    [Original.prototype, 'map'],
    [TextEncoder.prototype, 'encode'],
  ]) {
    const method = owner[name];
    owner[name] = function (...given) { return noted(method.apply(this, given)); };
  }
  // The system makes the arrays of typed text.
  const { ReadStream } = process.getBuiltinModule('node:tty');
  const { push } = ReadStream.prototype;
  ReadStream.prototype.push = function (piece, ...given) {
    if (piece) noted(piece);
    return push.call(this, piece, ...given);
  };
  process.on('exit', () => {
    const secrets = readFileSync('secrets', 'latin1').split('\\n').map((secret) => new RegExp(secret));
    if (process.env.PLANTED) made.push(Buffer.from(process.env.PLANTED, 'latin1'));
    const textOf = ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).latin1Slice();
    const kept = made.filter(({ length }) => length > 0).map(textOf).flatMap((text) => secrets.filter((secret) => secret.test(text)));
    appendFileSync('kept', made.length + ' arrays\\n' + kept.map(({ source }) => source + '\\n').join(''));
  });
`;
const environment = { NODE_OPTIONS: '--import=./watching.mjs' };

/** Prepares the folder for a run that looks for these secrets, given as expressions. */
function watch(...secrets: string[]): void {
  program.write('watching.mjs', watching);
  program.write('secrets', secrets.join('\n'));
}

async function expectNothingKept(command: string, code: number, ...secrets: string[]): Promise<void> {
  watch(...secrets);
  expect((await program.shell(`romulus ${command}`, environment)).code).toBe(code);
  expect(keptIn()).toEqual([]);
}

/** Runs a command at a terminal and types to it. The command must succeed. */
function openWatched(command: string, secret: string): PseudoTerminal {
  program.write('a', text(1000));
  watch(secret);
  return new PseudoTerminal(`NODE_OPTIONS=${environment.NODE_OPTIONS} romulus ${command}; echo code $?`);
}

function keptIn(): string[] {
  const lines = program.read('kept').toString('latin1').trim().split('\n');
  const counts = lines.filter((line) => line.endsWith(' arrays'));
  expect(counts.length).toBeGreaterThan(0);
  for (const count of counts) expect(Number.parseInt(count, 10)).toBeGreaterThan(0);
  return lines.filter((line) => !line.endsWith(' arrays'));
}

const expression = (bytes: Iterable<number>) =>
  Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
/** The key of a file: its bytes, its digits, and the values of the digits. */
function secretsOf(file: string): string[] {
  const digits = String(program.read(file)).trim().slice(-32);
  return [
    Buffer.from(digits, 'hex'),
    Buffer.from(digits),
    Array.from(digits, (digit) => Number.parseInt(digit, 16)),
  ].map(expression);
}
const passphrase = 'a passphrase that nobody guesses';

describe('no secret is kept', () => {
  it.each([
    ['encrypt -k key a', 0],
    ['encrypt -k key a b c', 0],
    ['encrypt -k key --armor a', 0],
    ['encrypt -k key missing', 3],
    ['decrypt -k key sealed.romulus -o opened', 0],
    ['decrypt -k key forged.romulus -o opened', 1],
    ['decrypt -k key a', 2],
  ])('by romulus %s', async (command, code) => {
    for (const name of ['a', 'b', 'c', 'sealed']) program.write(name, text(3_000_000));
    await succeed(['encrypt', '-k', 'key', 'sealed']);
    program.write('forged.romulus', flipBit(program.read('sealed.romulus'), 8 * 2_000_000));
    await expectNothingKept(command, code, ...secretsOf('key'));
  });

  it('by romulus keygen', () => expectNothingKept('keygen own', 0, '[0-9a-f]{32}'));

  it.each([
    ['encrypt -p words a', 0],
    ['decrypt -p words sealed.romulus -o opened', 0],
    ['decrypt -p other sealed.romulus -o opened', 1],
  ])('by romulus %s', async (command, code) => {
    program.write('words', `${passphrase}\n`);
    program.write('other', `${passphrase}s\n`);
    for (const name of ['a', 'sealed']) program.write(name, text(1000));
    await succeed(['encrypt', '-p', 'words', 'sealed']);
    await expectNothingKept(command, code, passphrase);
  });

  it.each([
    { how: 'when it is asked for', ahead: 1 },
    { how: 'ahead', ahead: 2 },
    { how: 'once too often', ahead: 3 },
  ])('of what is typed $how', async ({ ahead }) => {
    const terminal = openWatched('encrypt a', passphrase);
    await terminal.shows('Passphrase: ');
    terminal.type(`${passphrase}\n`.repeat(ahead));
    await terminal.shows('again: ');
    if (ahead === 1) terminal.type(`${passphrase}\n`);
    await terminal.shows('code 0');
    expect(keptIn()).toEqual([]);
  });

  it('of a generated passphrase', async () => {
    await openWatched('encrypt --generate-passphrase a', '[a-z]{3,8}(?:-[a-z]{3,8}){6}').shows('code 0');
    expect(keptIn()).toEqual([]);
  });
});

it('the test sees a kept secret', async () => {
  program.write('a', text(100));
  watch(passphrase);
  await program.shell('romulus encrypt -k key a', { ...environment, PLANTED: `in ${passphrase}, say` });
  expect(keptIn()).toContain(passphrase);
});
