/** Texts: encrypted files as armour, found in mails as they come, and key files. The tests of the program have armour's strict form. */
import { expect, it } from 'vitest';
import { armor, dearmor, formatKeyFile, isArmored, parseKeyFile } from '../../../ts/stream/index.js';
import { expectSame, hex, key, text, thrown } from '../../fixtures/bytes.js';

const [begin, end] = ['-----BEGIN ROMULUS FILE-----', '-----END ROMULUS FILE-----'];
const damaged = 'the armour is damaged: its lines have 64 letters of base64, and the last as many as are left';
const noEnd = `the armour is not whole: it has no line ${end}`;
const none = `there is no armour in the text: it has no line ${begin}`;

it('is base64 in lines of 64 letters, whatever its length', () => {
  for (const length of [0, 1, 47, 48, 49, 96, 5000]) {
    const lines =
      Buffer.from(text(length))
        .toString('base64')
        .match(/.{1,64}/g) ?? [];
    expect(armor(text(length))).toBe([begin, ...lines, end, ''].join('\n'));
    expectSame(dearmor(armor(text(length))), text(length));
  }
});

const quoted = (sign: string) => (armored: string) => armored.replaceAll(/^(?=.)/gm, sign);

it.each<[how: string, change: (armored: string) => string]>([
  ['with CRLF', (armored) => armored.replaceAll('\n', '\r\n')],
  ['quoted twice, with CRLF', (armored) => `Alice wrote:\r\n${quoted('>> ')(armored).replaceAll('\n', '\r\n')}`],
  ['indented, with spaces that cannot break', quoted('\u00a0\t')],
  ['with white space behind each line', (armored) => armored.replaceAll('\n', ' \t\n')],
  ['with text behind its last line', (armored) => `${armored.trimEnd()} see above`],
  ['before another armour', (armored) => armored + armor(text(5))],
  ['after a million carriage returns', (armored) => `${'\r'.repeat(1e6)}\n${armored}`],
  ['after ten million spaces', (armored) => `${' '.repeat(1e7)}\n${'> '.repeat(5e6)}\n${armored}`],
])('is found %s', (_, change) => {
  expectSame(dearmor(change(armor(text(100)))), text(100));
  expect(isArmored(change(armor(text(100))))).toBe(true);
});

it.each<[what: string, message: string, change: (armored: string) => string]>([
  ['no armour', none, () => 'Hello'],
  ['another first line', none, (armored) => armored.replace(begin, `${begin}x`)],
  ['a last line that was cut', noEnd, (armored) => armored.trimEnd().slice(0, -1)],
  ['lines that end with CR alone', none, (armored) => armored.replaceAll('\n', '\r')],
  ['a last line behind CR alone', noEnd, (armored) => armored.replace('\n-----END', '\r-----END')],
  ['a last line behind U+2028', noEnd, (armored) => armored.replace('\n-----END', '\u2028-----END')],
  ['an empty line', damaged, (armored) => armored.replace('\n', '\n\n')],
  ['a short line', damaged, (armored) => armored.replace(/(?<=\n)..../, '')],
  ['padding in the midst', damaged, (armored) => armored.replace(/\w{2}(?=\n)/, '==')],
  ['no padding', damaged, (armored) => armored.replace(/=+(?=\n-)/, '')],
  ['bits that stand for nothing', damaged, (armored) => armored.replace(/.==(?=\n-)/, 'B==')],
])('with %s is refused', (_, message, change) => {
  const error = { name: 'FormatError', code: 'ERR_ROMULUS_FORMAT', message };
  expect(thrown(() => dearmor(change(armor(text(100)))))).toMatchObject(error);
  expect(isArmored(change(armor(text(100))))).toBe(message !== none);
});

const digits = hex(key);
const line = `romulus-key-1 ${digits}\n`;
const bytesOf = (contents: string) => new TextEncoder().encode(contents);

it('is the line of the documentation, as bytes', () => {
  expectSame(formatKeyFile(key), bytesOf(line));
  expectSame(formatKeyFile(Uint8Array.of(255, ...key.subarray(1))), bytesOf(`romulus-key-1 ff${digits.slice(2)}\n`));
});

it.each([line, line.trimEnd(), `${line.trimEnd()}\r\n`, `${line} \t\v\f\n`, `romulus-key-1 ${digits.toUpperCase()}`])(
  'is read from a text and from bytes, which stay: %j',
  (contents) => {
    const bytes = bytesOf(contents);
    for (const form of [contents, bytes]) expectSame(parseKeyFile(form), key);
    expectSame(bytes, bytesOf(contents));
  },
);

it.each([
  ['', 'nothing'],
  [line.replace('\n', '0\n'), 'a digit more'],
  [line.replace(/.\n/, 'g\n'), 'no digit'],
  [line.replace(/.\n/, '\u0130\n'), 'a character whose lower byte is a digit'],
  [line.replace('1', '2'), 'another version'],
  [`${line}${line}`, 'two keys'],
  [`${line}\0`, 'a control character that is no space'],
])('refuses %j, %s, with a message that has nothing of it', (contents) => {
  const message = 'this is not a key file of romulus keygen';
  const error = { name: 'FormatError', code: 'ERR_ROMULUS_FORMAT', message };
  for (const form of [contents, bytesOf(contents)]) expect(thrown(() => parseKeyFile(form))).toMatchObject(error);
});

it('what is no text is refused', () => {
  const type = { code: 'ERR_ROMULUS_TYPE', argument: 'text' };
  for (const wrong of [undefined, null, 5, [line]])
    for (const read of [dearmor, isArmored, parseKeyFile])
      expect(thrown(() => read(wrong as never))).toMatchObject(type);
  for (const read of [dearmor, isArmored]) expect(thrown(() => read(text(5) as never))).toMatchObject(type);
});
