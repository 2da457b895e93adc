/** Hexadecimal and base64: the package writes what platforms write, and reads what they read. */
import { describe, expect, it } from 'vitest';
import { type Base64Options, EncodingError, fromBase64, fromHex, toBase64, toHex } from '../../../ts/index.js';
import { expectSame, hex, text, thrown } from '../../fixtures/bytes.js';
import { casesOf } from '../../fixtures/suites.js';

const common = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const alphabets = { base64: `${common}+/`, base64url: `${common}-_` };
const digits = '0123456789abcdef';
const space = '\t\n\f\r ';

const binaryOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** Each byte at each place of a group of three, and all lengths up to some groups. */
const every = Uint8Array.from({ length: 256 }, (_, i) => i);
const lengths = [...Array.from({ length: 70 }, (_, i) => i), 1024, 1025, 1026, 1027, 5000];
const samples = [every, Uint8Array.of(0, ...every), Uint8Array.of(0, 0, ...every), ...lengths.map(text)];

function expectRefused(read: (text: string) => unknown, what: string, wrong: readonly string[]): void {
  const right = { name: 'EncodingError', code: 'ERR_ROMULUS_ENCODING', message: `text must be ${what}` };
  const errors = wrong.map((each) => ({ each, error: thrown(() => read(each)) }));
  for (const { each, error } of errors) {
    expect(error, each).toMatchObject(right);
    expect(error, each).toBeInstanceOf(EncodingError);
    expect(error, each).toBeInstanceOf(SyntaxError);
  }
}

/** The characters that an alphabet does not have: all that are near it, and a sample of the rest. */
const others = (alphabet: string) =>
  Array.from({ length: 0x10000 }, (_, code) => code)
    .filter((code) => code < 0x180 || code % 0x7f === 0)
    .map((code) => String.fromCharCode(code))
    .filter((character) => !alphabet.includes(character));

describe('hexadecimal', () => {
  const expectNoHex = (wrong: readonly string[]) => expectRefused(fromHex, 'pairs of hexadecimal digits', wrong);

  it('writes small letters, and reads all', () => {
    for (const bytes of samples) {
      const written = hex(bytes);
      expect(toHex(bytes)).toBe(written);
      expectSame(fromHex(written), bytes);
      expectSame(fromHex(written.toUpperCase()), bytes);
    }
  });

  it('refuses other characters', () => {
    expectNoHex(['0', '000', '0x00', ' 00', '00 ', '0 0 ', '0_', 'gg', '0g', '０0', 'Ā0', '-1', '+1', '1.']);
    expectNoHex(others(`${digits}ABCDEF`).flatMap((character) => [`00${character}0`, `00000${character}`]));
  });
});

describe.each<[alphabet: keyof typeof alphabets, options: Base64Options | undefined]>([
  ['base64', undefined],
  ['base64url', { alphabet: 'base64url' }],
])('%s, by %o', (alphabet, options) => {
  it('writes what the platform writes, and reads it with or without = at its end', () => {
    for (const bytes of samples) {
      const ofPlatform = btoa(binaryOf(bytes));
      const written = alphabet === 'base64' ? ofPlatform : ofPlatform.replaceAll('+', '-').replaceAll('/', '_');
      const letters = written.replaceAll('=', '');
      expect(toBase64(bytes, options)).toBe(written);
      expect(toBase64(bytes, { ...options, omitPadding: false })).toBe(written);
      expect(toBase64(bytes, { ...options, omitPadding: true })).toBe(letters);
      expectSame(fromBase64(written, options), bytes);
      expectSame(fromBase64(letters, options), bytes);
    }
  });

  it('refuses another character at any place of a group', () => {
    // At the end of a text, = stands for what is left out, so it is wrong here too.
    const wrong = others(`${alphabets[alphabet]}${space}`).flatMap((character) =>
      [0, 1, 2, 3].map((place) => `${'A'.repeat(place)}${character}${'A'.repeat(7 - place)}`),
    );
    expectRefused((text) => fromBase64(text, options), 'base64', wrong);
  });
});

/** Reads the alphabet base64 by `atob`, which is loose; undefined for an error. */
function readByPlatform(text: string, handling: Base64Options['lastChunkHandling']): string | undefined {
  const letters = [...text].filter((character) => !space.includes(character)).join('');
  const [, whole] = /^((?:[a-z\d+/]{4})*)(?:[a-z\d+/]{1,3}|[a-z\d+/]{2}=)$/i.exec(letters) ?? [];
  try {
    const read = atob(handling === 'stop-before-partial' ? (whole ?? letters) : letters);
    return handling === 'strict' && btoa(read) !== letters ? undefined : read;
  } catch {
    return undefined;
  }
}

/** All texts of up to nine of these characters, in an order that begins with the shortest. */
function* textsOf(characters: string, most: number): Generator<string> {
  for (let length = 0; length <= most; length++)
    for (let i = 0; i < characters.length ** length; i++)
      yield Array.from(
        { length },
        (_, j) => characters[Math.floor(i / characters.length ** j) % characters.length],
      ).join('');
}

describe.each([undefined, 'loose', 'strict', 'stop-before-partial'] as const)('lastChunkHandling %s', (handling) => {
  it('reads and refuses what ECMAScript says, and skips its white space', () => {
    const inEngine = (Uint8Array as { fromBase64?: (text: string, options: object) => Uint8Array }).fromBase64;
    const options = handling === undefined ? {} : { lastChunkHandling: handling };
    for (const text of [
      ...textsOf('AB=', casesOf({ usual: 6, all: 9 })),
      ...textsOf('Q= ?', casesOf({ usual: 5, all: 6 })),
      ' A\tB\nC\fD\r\n',
      'Q Q = =',
      'Q\vQ==',
      'QQ\u00a0==',
    ])
      for (const given of [text, `AAAA${text}`, `${text}\n`]) {
        const expected = readByPlatform(given, handling);
        const readers = [fromBase64, ...(inEngine ? [inEngine.bind(Uint8Array)] : [])];
        for (const read of readers) {
          let found: string | undefined;
          try {
            found = binaryOf(read(given, options));
          } catch (error) {
            if (!(error instanceof SyntaxError)) throw error;
          }
          // A matcher of the test runner for each text would take most of the time.
          if (found !== expected) expect.fail(`${given}: ${found}, not ${expected}`);
        }
      }
  });
});

it.each([undefined, null, 5, text(4), ['00'], { length: 2 }, new String('00')] as never[])(
  'refuses as text: %o',
  (wrong) => {
    for (const call of [fromHex, fromBase64])
      expect(thrown(() => call(wrong))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'text' });
  },
);

it('refuses other alphabets and other options', () => {
  const both = (options: never) => [() => toBase64(text(3), options), () => fromBase64('AAAA', options)];
  for (const alphabet of [null, 'url', 'BASE64'])
    for (const call of both({ alphabet } as never)) expect(thrown(call)).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
  for (const wrong of [{ lastChunkHandling: 'none' }, { lastChunkHandling: null }, { omitPadding: 'yes' }])
    for (const call of both(wrong as never)) expect(thrown(call)).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
  for (const options of ['base64url', null, { url: true }])
    for (const call of both(options as never))
      expect(thrown(call)).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'options' });
});
