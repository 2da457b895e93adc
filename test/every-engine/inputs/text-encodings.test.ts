/** Hexadecimal and base64: what platforms write, and nothing else is read. */
import { describe, expect, it } from 'vitest';
import { type Base64Options, fromBase64, fromHex, toBase64, toHex } from '../../../ts/index.js';
import { expectSame, text, thrown } from '../../fixtures/bytes.js';

/** By the definitions, letter by letter. */
const bitsOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
const common = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const alphabets = { base64: `${common}+/`, base64url: `${common}-_` };
const digits = '0123456789abcdef';

const inLetters = (bytes: Uint8Array, alphabet: string, width: number) =>
  (bitsOf(bytes).match(new RegExp(`.{1,${width}}`, 'g')) ?? [])
    .map((bits) => alphabet[Number.parseInt(bits.padEnd(width, '0'), 2)])
    .join('');
const inBase64 = (bytes: Uint8Array, alphabet: keyof typeof alphabets) => {
  const letters = inLetters(bytes, alphabets[alphabet], 6);
  return letters.padEnd(4 * Math.ceil(letters.length / 4), '=');
};

const every = Uint8Array.from({ length: 256 }, (_, i) => i);
/** Each byte at each place of a group of three, and all lengths up to some groups. */
const samples = [every, Uint8Array.of(0, ...every), Uint8Array.of(0, 0, ...every)];
for (let length = 0; length < 70; length++) samples.push(text(length));
for (const length of [1024, 1025, 1026, 1027, 5000]) samples.push(text(length));

const usage = (what: string) => ({ code: 'ERR_ROMULUS_USAGE', message: `text must be ${what}` });

describe('hexadecimal', () => {
  const isHexadecimal = usage('an even number of hexadecimal digits');

  it('is what the definition says, in small letters, and back', () => {
    for (const bytes of samples) {
      const written = inLetters(bytes, digits, 4);
      expect(toHex(bytes)).toBe(written);
      expectSame(fromHex(written), bytes);
      expectSame(fromHex(written.toUpperCase()), bytes);
    }
  });

  it('of another kind is refused', () => {
    for (const wrong of ['0', '000', '0x00', ' 00', '00 ', '0 0 ', '0_', 'gg', '0g', '０0', 'Ā0', '-1', '+1', '1.'])
      expect(
        thrown(() => fromHex(wrong)),
        wrong,
      ).toMatchObject(isHexadecimal);
  });

  it('refuses every other character at both places of a byte', () => {
    for (let code = 0; code < 0x10000; code += code < 0x180 ? 1 : 0x7f) {
      const character = String.fromCharCode(code);
      if (/[0-9a-fA-F]/.test(character)) continue;
      for (const wrong of [`00${character}0`, `00000${character}`])
        expect(
          thrown(() => fromHex(wrong)),
          `character ${code}`,
        ).toMatchObject(isHexadecimal);
    }
  });
});

describe.each<[alphabet: keyof typeof alphabets, options: Base64Options | undefined]>([
  ['base64', undefined],
  ['base64', {}],
  ['base64', { alphabet: 'base64' }],
  ['base64url', { alphabet: 'base64url' }],
])('%s, by %o', (alphabet, options) => {
  it('is what the definition says, and back with or without = at its end', () => {
    for (const bytes of samples) {
      const written = inBase64(bytes, alphabet);
      expect(toBase64(bytes, options)).toBe(written);
      expectSame(fromBase64(written, options), bytes);
      expectSame(fromBase64(written.replaceAll('=', ''), options), bytes);
    }
  });

  it('refuses every other character at every place of a group', () => {
    for (let code = 0; code < 0x10000; code += code < 0x180 ? 1 : 0x7f) {
      const character = String.fromCharCode(code);
      if (alphabets[alphabet].includes(character)) continue;
      for (let place = 0; place < 4; place++) {
        // At the end of a text, = stands for what is left out.
        const wrong = `${'A'.repeat(place)}${character}${'A'.repeat(7 - place)}`;
        expect(
          thrown(() => fromBase64(wrong, options)),
          `character ${code}`,
        ).toMatchObject(usage('base64'));
      }
    }
  });

  it('refuses bits that stand for nothing, and another number of =', () => {
    for (const wrong of [
      'AB==',
      'AB',
      'AAB=',
      'AAB',
      'A',
      'A===',
      'AAAAA',
      'AA=',
      'AAA==',
      '=',
      '==',
      '====',
      'AAAA=',
      'AAAA==',
      'AAAA====',
      'AA==AA==',
    ])
      expect(
        thrown(() => fromBase64(wrong, options)),
        wrong,
      ).toMatchObject(usage('base64'));
  });
});

it('refuses other types, other alphabets and other names', () => {
  for (const wrong of [undefined, null, 5, text(4), ['00'], { length: 2 }, new String('00')])
    for (const [name, call] of Object.entries({ fromHex, fromBase64 }))
      expect(
        thrown(() => call(wrong as never)),
        name,
      ).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'text' });
  for (const call of [toHex, toBase64])
    expect(thrown(() => call('00' as never))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'bytes' });
  for (const alphabet of [null, 'url', 'BASE64'] as never[])
    for (const call of [() => toBase64(text(3), { alphabet }), () => fromBase64('AAAA', { alphabet })])
      expect(thrown(call)).toMatchObject({ message: "alphabet must be 'base64' or 'base64url'" });
  for (const options of ['base64url', null, { url: true }] as never[])
    for (const call of [() => toBase64(text(3), options), () => fromBase64('AAAA', options)])
      expect(thrown(call)).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'options' });
});
