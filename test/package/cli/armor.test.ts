/** `romulus encrypt --armor`: `decrypt` takes the text back, and refuses each kind of damage. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectSame, text } from '../../fixtures/bytes.js';
import { root } from '../tarball.js';
import { cheapScrypt, ended, names, program, refuse, sealed, succeed } from './program.js';
import { shownBy } from './pseudo-terminal.js';

Object.assign(program.environment, cheapScrypt);

const [begin, end] = ['-----BEGIN ROMULUS FILE-----', '-----END ROMULUS FILE-----'];

/** Armour made with Node's base64. */
function armorOf(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,64}/g);
  return [begin, ...(lines ?? []), end, ''].join('\n');
}

const bytesOf = (armor: string) => Buffer.from(armor.split('\n').slice(1, -2).join(''), 'base64');

const decrypt = ['decrypt', '-k', 'key', '-o', '-'];

describe('armour', () => {
  // A file of 16 bytes fills two lines, with its header and tag.
  it('comes back, whatever its length', async () => {
    const lengths = [0, 1, 15, 16, 17, 47, 48, 49, 100_000, 5_000_001];
    const files = lengths.map((length) => program.write(`file${length}`, text(length)));
    const armored = files.map((file) => `${file}.romulus`);
    await succeed(['encrypt', '-k', 'key', '--armor', ...files]);
    expect(names()).toEqual([...files, ...armored].sort());
    // These files open without armour too.
    const plain = armored.map((file) => {
      const armor = String(program.read(file));
      const bytes = bytesOf(armor);
      expect(armor === armorOf(bytes), file).toBe(true);
      return program.write(`plain-${file}`, bytes);
    });
    await succeed(['decrypt', '-f', '-k', 'key', ...armored, ...plain]);
    for (const [i, file] of files.entries())
      for (const name of [file, `plain-${file}`]) expectSame(program.read(name), text(lengths[i] as number), name);
  });

  it('comes out of a pipe that gives it letter by letter', async () => {
    const child = program.start(decrypt);
    const run = ended(child);
    for (const letter of armorOf(await sealed(20)).replaceAll('\n', '\r\n'))
      await new Promise((resolve) => child.stdin.write(letter, resolve));
    child.stdin.end();
    const { code, stdout } = await run;
    expect(code).toBe(0);
    expectSame(stdout, text(20));
  });

  it.each<[what: string, change: (armor: string) => string]>([
    ['CRLF', (armor) => armor.replaceAll('\n', '\r\n')],
    ['CRLF in some lines', (armor) => armor.replace('\n', '\r\n')],
    ['no line end at its end', (armor) => armor.trimEnd()],
    ['white space around', (armor) => ` \t\r\n\n${armor}\r\n\t  \n`],
    ['white space of many pieces', (armor) => `${'\n'.repeat(3e6)}${armor.trim()}${' '.repeat(3e6)}`],
  ])('may have %s', async (_, change) => {
    const armor = Buffer.from(change(armorOf(await sealed(1000))));
    program.write('armor', armor);
    for (const opened of [await succeed(['decrypt', '-k', 'key', 'armor', '-o', '-']), await succeed(decrypt, armor)])
      expectSame(opened, text(1000));
  });

  it('of a passphrase opens, and is text that a terminal may show', async () => {
    program.write('file', text(10));
    await succeed(['encrypt', '-a', '-p', 'passphrase', 'file', '-o', 'armor']);
    expectSame(await succeed(['decrypt', '-p', 'passphrase', 'armor', '-o', '-']), text(10));
    const shown = await shownBy('romulus encrypt -a -k key <file');
    expect(shown.startsWith(begin) && shown.endsWith(`${end}\r\n`)).toBe(true);
  });

  it('is in docs/stream-format.md as it is here', async () => {
    const page = readFileSync(join(root, 'docs/stream-format.md'), 'utf8').replaceAll(/^ {4}/gm, '');
    // The first one explains armour.
    const [, armor = ''] = page.match(/^-----BEGIN[\s\S]+?^-----END.*\n/gm) ?? [];
    expect(armorOf(bytesOf(armor))).toBe(armor);
    program.write('doc-key', 'romulus-key-1 000102030405060708090a0b0c0d0e0f\n');
    program.write('armor', armor);
    expect(String(await succeed(['decrypt', '-k', 'doc-key', 'armor', '-o', '-']))).toBe('hello\n');
  });
});

describe('a text that is no armour is refused', () => {
  let lines: string[] = [];

  beforeEach(async () => {
    // Six full lines, and one of 4 letters.
    lines = armorOf(await sealed(210))
      .split('\n')
      .slice(0, -1);
    expect(lines.map(({ length }) => length)).toEqual([28, 64, 64, 64, 64, 64, 64, 4, 26]);
  });

  const line = (number: number) =>
    `line ${number}: this is not a line of armour, which has 64 letters of base64, or fewer at the end`;
  const noFile = `this is not an encrypted file: it begins neither with ROMULUS nor with ${begin}`;
  const early = (number: number) =>
    `line ${number}: the line before has fewer than 64 letters or ends with =, so it must be the last`;

  const at = (index: number, change: (line: string) => string | string[]) => (all: string[]) =>
    all.flatMap((text, i) => (i === index ? change(text) : text));

  const damages: [what: string, message: string, change: (all: string[]) => string[]][] = [
    ['text before it', 'this is not an encrypted file: it does not begin with ROMULUS', (all) => ['Hello,', ...all]],
    ['another first line', noFile, at(0, () => '-----BEGIN ROMULUS FILES-----')],
    ['space behind the first line', noFile, at(0, (text) => `${text} `)],
    ['no first line, but dashes', noFile, at(0, () => '-'.repeat(100_000))],
    ['text behind it', 'line 10: there is text behind the armour', (all) => [...all, '-- ']],
    [
      'text behind it, and space before',
      'line 13: there is text behind the armour',
      (all) => ['', ' ', '\r', ...all, 'x'],
    ],
    ['text behind it in the line', 'line 9: there is text behind the armour', at(8, (text) => `${text}x`)],
    ['two of them', 'line 10: there is text behind the armour', (all) => [...all, ...all]],
    ['no end', `the armour is not whole: it has no line ${end}`, (all) => all.slice(0, -1)],
    ['half of it', `the armour is not whole: it has no line ${end}`, (all) => all.slice(0, 4)],
    ['a cut end', line(9), at(8, (text) => text.slice(0, -1))],
    ['a headline', line(2), at(0, (text) => [text, 'Version: 1'])],
    ['an empty line', line(3), at(1, (text) => [text, ''])],
    ['an empty line at the end', line(9), at(7, (text) => [text, ''])],
    ['a space behind a line', line(3), at(2, (text) => `${text} `)],
    ['a space in place of a letter', line(3), at(2, (text) => ` ${text.slice(1)}`)],
    ['a lone CR', line(3), at(2, (text) => `${text.slice(0, 32)}\r${text.slice(33)}`)],
    ['two CR', line(3), at(2, (text) => `${text}\r\r`)],
    ['NUL', line(3), at(2, (text) => `\0${text.slice(1)}`)],
    ['base64url', line(3), at(2, (text) => `-${text.slice(1)}`)],
    ['a short line', early(4), at(2, (text) => text.slice(4))],
    ['a line that is cut', line(3), at(2, (text) => text.slice(1))],
    ['a long line', line(3), at(2, (text) => `${text}AAAA`)],
    ['an endless line', line(3), at(2, () => 'A'.repeat(3e6))],
    ['padding in the midst', early(4), at(2, (text) => `${text.slice(2)}==`)],
    ['no padding', line(8), at(7, (text) => text.slice(0, 3))],
    ['too much padding', line(8), at(7, () => 'A===')],
    ['padding alone', line(8), at(7, () => '====')],
    [
      'bits that stand for nothing',
      'the last line of base64 in the armour ends with bits that stand for nothing',
      at(7, () => 'AB=='),
    ],
  ];

  it('for each kind of damage by a message of its own', async () => {
    const files = damages.map(([what, , change]) => program.write(`${what}.romulus`, `${change(lines).join('\n')}\n`));
    const { code, stderr } = await program.run(['decrypt', '-k', 'key', ...files]);
    expect(stderr.trimEnd().split('\n')).toEqual(
      damages.map(([what, message]) => `romulus: ${what}.romulus: ${message}`),
    );
    expect(code).toBe(1);
    expect(names()).toEqual(files.sort());
  });

  it('armour in armour, nothing in armour, and that of another version', async () => {
    const inner = Buffer.from(`${lines.join('\n')}\n`);
    const other = Uint8Array.from(await sealed(10));
    other[7] = 3;
    for (const [bytes, message] of [
      [inner, 'this is not an encrypted file: it does not begin with ROMULUS'],
      [new Uint8Array(0), 'this is not an encrypted file: it does not begin with ROMULUS'],
      [other, 'version 3 of the format is not known, only 2'],
    ] as const) {
      program.write('armor', armorOf(bytes));
      await refuse(1, `armor: ${message}`, ['decrypt', '-k', 'key', 'armor', '-o', 'back']);
    }
  });
});

it('refuses a line that is too long before it ends', async () => {
  const child = program.start(decrypt);
  const run = ended(child);
  child.stdin.write(`${begin}\n${'A'.repeat(100)}`);
  const { code, stderr } = await run;
  child.stdin.end();
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('line 2: this is not a line') });
});
