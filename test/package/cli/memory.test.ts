/**
 * The program's memory at its end: no array still holds a key, its digits or a passphrase. A script that Node loads
 * before the program looks at the arrays.
 */
import { describe, expect, it } from 'vitest';
import { flipBit, text } from '../../fixtures/bytes.js';
import { cheapScrypt, preloading, program, sealed, secretOf } from './program.js';
import { PseudoTerminal } from './pseudo-terminal.js';

/** Records the arrays of each thread. At the end it writes which secrets are still in one of them. */
const watching = `
  const { appendFileSync, readFileSync } = require('node:fs');
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
  const { Socket } = require('node:net');
  const { push } = Socket.prototype;
  Socket.prototype.push = function (piece, ...given) {
    if (piece) noted(piece);
    return push.call(this, piece, ...given);
  };
  process.on('exit', () => {
    const secrets = readFileSync('secrets', 'latin1').split('\\n').map((secret) => new RegExp(secret));
    const textOf = ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).latin1Slice();
    const kept = made.filter(({ length }) => length > 0).map(textOf).flatMap((text) => secrets.filter((secret) => secret.test(text)));
    if (made.length === 0) throw new Error('no arrays');
    appendFileSync('kept', kept.map(({ source }) => source + '\\n').join(''));
  });
`;
const environment = preloading(cheapScrypt, watching);

const keptIn = () => program.read('kept').toString('latin1').split('\n').slice(0, -1);

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
  it.each<[command: string, code: number, secret: 'key' | 'words' | RegExp]>([
    ['encrypt -k key --armor a b', 0, 'key'],
    ['encrypt -k key missing', 3, 'key'],
    ['decrypt -k key sealed.romulus -o opened', 0, 'key'],
    ['decrypt -k key forged.romulus -o opened', 1, 'key'],
    ['decrypt -k key a', 2, 'key'],
    ['keygen own', 0, /[0-9a-f]{32}/],
    ['encrypt -p words a', 0, 'words'],
    ['encrypt -p - a < <(cat words)', 0, 'words'],
    ['decrypt -p other phrased -o opened', 1, 'words'],
  ])('by romulus %s', async (command, code, secret) => {
    for (const name of ['a', 'b']) program.write(name, text(1_000_000));
    const bytes = program.read(program.write('sealed.romulus', await sealed(1_000_000)));
    program.write('forged.romulus', flipBit(bytes, 8 * 700_000));
    program.write('words', `${passphrase}\n`);
    program.write('other', `${passphrase}s\n`);
    program.write('phrased', await sealed(1000, secretOf(passphrase)));
    const secrets = secret === 'key' ? secretsOf('key') : [secret === 'words' ? passphrase : secret.source];
    program.write('secrets', secrets.join('\n'));
    expect((await program.shell(`romulus ${command}`, environment)).code).toBe(code);
    expect(keptIn()).toEqual([]);
  });

  it.each([
    ['of a typed passphrase', 'encrypt a', passphrase, 1],
    ['of a passphrase that is typed once too often', 'encrypt a', passphrase, 3],
    ['of a generated passphrase', 'encrypt --generate-passphrase a', '[a-z]{3,8}(?:-[a-z]{3,8}){6}', 0],
  ])('%s', async (_, command, secret, ahead) => {
    program.write('a', text(1000));
    program.write('secrets', secret);
    const terminal = new PseudoTerminal(`romulus ${command}; echo code $?`, { environment });
    if (ahead > 0) await terminal.shows('Passphrase: ');
    terminal.type(`${passphrase}\n`.repeat(ahead));
    if (ahead === 1) await terminal.shows('again: ').then(() => terminal.type(`${passphrase}\n`));
    await terminal.shows('code 0');
    expect(keptIn()).toEqual([]);
  });
});
