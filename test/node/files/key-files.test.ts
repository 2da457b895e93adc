/** Key files: what is written is read again, and nothing else is. */
import { expect, it } from 'vitest';
import { formatKeyFile, parseKeyFile } from '../../../ts/stream/index.js';
import { expectSame, hex, key, text, thrown } from '../../fixtures/bytes.js';

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
  [digits, 'no header'],
  [line.slice(0, -2), 'a digit less'],
  [line.replace('\n', '0\n'), 'a digit more'],
  [line.replace(/.\n/, 'g\n'), 'no digit'],
  [line.replace(/.\n/, '\u0130\n'), 'a character whose lower byte is a digit'],
  [line.replace('1', '2'), 'another version'],
  [line.toUpperCase(), 'capitals in the header'],
  [line.replace(' ', '  '), 'two spaces'],
  [` ${line}`, 'a space before'],
  [`${line}${line}`, 'two keys'],
  [`${line}\0`, 'a control character that is no space'],
])('refuses %j, %s, with a message that has nothing of it', (contents) => {
  const message = 'this is not a key file of romulus keygen';
  const error = { name: 'FormatError', code: 'ERR_ROMULUS_FORMAT', message };
  for (const form of [contents, bytesOf(contents)]) expect(thrown(() => parseKeyFile(form))).toMatchObject(error);
});

it('refuses what is no key, no text and no bytes', () => {
  expect(thrown(() => formatKeyFile(text(15)))).toMatchObject({ code: 'ERR_ROMULUS_LENGTH', argument: 'key' });
  expect(thrown(() => formatKeyFile(digits as never))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'key' });
  for (const wrong of [undefined, null, 5, [line]])
    expect(thrown(() => parseKeyFile(wrong as never))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'text' });
});
