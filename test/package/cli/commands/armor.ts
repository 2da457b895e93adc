/** `romulus encrypt --armor`: `decrypt` takes the text back, and refuses each kind of damage. */
import { text } from '../../../fixtures/bytes.js';
import { sealed } from '../program.js';
import type { Table } from './row.js';

const [begin, end] = ['-----BEGIN ROMULUS FILE-----', '-----END ROMULUS FILE-----'];

/** Armour made with Node's base64. */
function armorOf(bytes: Uint8Array | string): string {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,64}/g);
  return [begin, ...(lines ?? []), end, ''].join('\n');
}

// A file of 16 bytes fills two lines, with its header and tag.
const lengths = [0, 15, 16, 17, 1_000_001];
const files = Object.fromEntries(lengths.map((length) => [`file${length}`, text(length)]));
const armored = `${begin}\n([A-Za-z\\d+/]{64}\n)*([A-Za-z\\d+/]{1,63}={0,2}\n)?${end}\n`;

const good = armorOf(await sealed(1000));
/** Mail programs change a text like this. */
const variants = {
  crlf: good.replaceAll('\n', '\r\n'),
  'no-line-end': good.trimEnd(),
  spaces: ` \t\r\n\n${good}\r\n\t  \n`,
  'long-spaces': `${'\n'.repeat(1.1e6)}${good.trim()}${' '.repeat(1.1e6)}`,
};

// Six full lines, and one of 4 letters.
const whole = armorOf(await sealed(210))
  .split('\n')
  .slice(0, -1);
const at = (index: number, change: (line: string) => string): string[] =>
  whole.map((line, i) => (i === index ? change(line) : line));

const notEncrypted = 'this is not an encrypted file: it does not begin with ROMULUS';
const noFirstLine = `this is not an encrypted file: it begins neither with ROMULUS nor with ${begin}`;
const noLine = (line: number) =>
  `line ${line}: this is not a line of armour, which has 64 letters of base64, or fewer at the end`;

const damages: [name: string, message: string, lines: string[]][] = [
  ['text-before', notEncrypted, ['Hello,', ...whole]],
  ['space-behind-first-line', noFirstLine, at(0, (line) => `${line} `)],
  ['endless-first-line', noFirstLine, at(0, () => '-'.repeat(100_000))],
  ['text-behind', 'there is text behind the armour', [...whole, '-- ']],
  ['half', `the armour is not whole: it has no line ${end}`, whole.slice(0, 4)],
  ['lone-cr', noLine(3), at(2, (line) => `${line.slice(0, 32)}\r${line.slice(33)}`)],
  ['base64url', noLine(3), at(2, (line) => `-${line.slice(1)}`)],
  ['short-line', noLine(3), at(2, (line) => line.slice(4))],
  ['long-line', noLine(3), at(2, (line) => `${line}AAAA`)],
  ['padding-in-the-midst', noLine(3), at(2, (line) => `${line.slice(2)}==`)],
  ['no-padding', noLine(8), at(7, (line) => line.slice(0, 3))],
  ['wrong-bits', noLine(8), at(7, () => 'AB==')],
  ['nothing', notEncrypted, [armorOf('').trimEnd()]],
];

export const armor: Table = {
  'armour of any length comes back, and is the base64 of a file that opens without it too': {
    command: `romulus encrypt -k key --armor file*
      for file in *.romulus; do sed '1d;$d' $file | base64 -d >plain-$file; echo other >\${file%.romulus}; done
      romulus decrypt -f -k key *.romulus; for file in file*[0-9]; do cmp $file plain-$file; rm plain-$file{,.romulus}; done`,
    files,
    after: Object.fromEntries(lengths.map((length) => [`file${length}.romulus`, new RegExp(`^${armored}$`)])),
  },
  'armour may have other line ends, and white space around it, and come letter by letter': {
    command: `romulus decrypt -k key *.romulus
      while IFS= read -rN1 letter; do printf '%s' "$letter"; done <spaces.romulus | romulus decrypt -k key | cmp - spaces`,
    files: Object.fromEntries(Object.entries(variants).map(([name, variant]) => [`${name}.romulus`, variant])),
    after: Object.fromEntries(Object.keys(variants).map((name) => [name, text(1000)])),
  },
  'each kind of damage to armour is refused by a message that tells where it is': {
    command: `romulus decrypt -k key ${damages.map(([name]) => `${name}.romulus`).join(' ')}`,
    files: Object.fromEntries(damages.map(([name, , lines]) => [`${name}.romulus`, `${lines.join('\n')}\n`])),
    code: 1,
    messages: damages.map(([name, message]) => `${name}.romulus: ${message}`),
  },
  'a line of armour that is too long is refused before it ends': {
    command: 'mkfifo pipe; exec 3<>pipe; cat armor >pipe; timeout 30 romulus decrypt -k key -o back <pipe',
    files: { armor: `${begin}\n${'A'.repeat(100)}` },
    code: 1,
    messages: [`standard input: ${noLine(2)}`],
  },
};
