/** Armour: encrypted files as text, found in mails as they come. The tests of the program have its strict form. */
import { expect, it } from 'vitest';
import { armor, dearmor, isArmored } from '../../../ts/stream/index.js';
import { expectSame, text, thrown } from '../../fixtures/bytes.js';

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
  ['without a line end', (armored) => armored.trim()],
  ['after a greeting', (armored) => `Hello,\n\nhere it is:\n${armored}`],
  ['before a signature', (armored) => `${armored}-- \nAlice`],
  ['quoted', quoted('> ')],
  ['quoted twice, with CRLF', (armored) => `Alice wrote:\r\n${quoted('>> ')(armored).replaceAll('\n', '\r\n')}`],
  ['quoted without spaces', quoted('>')],
  ['indented, with spaces that cannot break', quoted('\u00a0\t')],
  ['with white space behind each line', (armored) => armored.replaceAll('\n', ' \t\n')],
  ['with text behind its last line', (armored) => `${armored.trimEnd()} see above`],
  ['before another armour', (armored) => armored + armor(text(5))],
  ['after a line that only speaks of it', (armored) => `It begins with ${begin}.\n${armored}`],
  ['after a million carriage returns', (armored) => `${'\r'.repeat(1e6)}\n${armored}`],
  ['after ten million spaces', (armored) => `${' '.repeat(1e7)}\n${'> '.repeat(5e6)}\n${armored}`],
])('is found %s', (_, change) => {
  expectSame(dearmor(change(armor(text(100)))), text(100));
  expect(isArmored(change(armor(text(100))))).toBe(true);
});

it.each<[what: string, message: string, change: (armored: string) => string]>([
  ['no armour', none, () => 'Hello'],
  ['no first line', none, (armored) => armored.slice(begin.length)],
  ['another first line', none, (armored) => armored.replace(begin, `${begin}x`)],
  ['no last line', noEnd, (armored) => armored.replace(end, '')],
  ['a last line that was cut', noEnd, (armored) => armored.trimEnd().slice(0, -1)],
  ['an empty line', damaged, (armored) => armored.replace('\n', '\n\n')],
  ['only an empty line', damaged, () => `${begin}\n\n${end}`],
  ['a headline', damaged, (armored) => armored.replace('\n', '\nComment: no\n')],
  ['a short line', damaged, (armored) => armored.replace(/(?<=\n)..../, '')],
  ['a long line', damaged, (armored) => armored.replace('\n', '\nAAAA')],
  ['a letter of another alphabet', damaged, (armored) => armored.replace(/(?<=\n)./, '_')],
  ['padding in the midst', damaged, (armored) => armored.replace(/\w{2}(?=\n)/, '==')],
  [
    'a space in its last line',
    damaged,
    (armored) => armored.replace(/(?<=\n)\w+==?(?=\n-)/, (line) => `AAAA    ${line}`),
  ],
  ['no padding', damaged, (armored) => armored.replace(/=+(?=\n-)/, '')],
  ['bits that stand for nothing', damaged, (armored) => armored.replace(/.==(?=\n-)/, 'B==')],
])('with %s is refused', (_, message, change) => {
  const error = { name: 'FormatError', code: 'ERR_ROMULUS_FORMAT', message };
  expect(thrown(() => dearmor(change(armor(text(100)))))).toMatchObject(error);
  expect(isArmored(change(armor(text(100))))).toBe(message !== none);
});

it('takes bytes, and gives them back from text', () => {
  expect(thrown(() => armor('x' as never))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'bytes' });
  for (const wrong of [undefined, null, 5, text(5)])
    for (const read of [dearmor, isArmored])
      expect(thrown(() => read(wrong as never))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'text' });
});
