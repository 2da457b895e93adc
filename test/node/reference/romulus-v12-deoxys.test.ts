/**
 * The reference of Deoxys-BC against published vectors, and of the modes over it, which have no official vectors, against a
 * second one: the code of Romulus v1.2.
 */
import { describe, expect, it } from 'vitest';
import { fromHex, toHex, xor } from '../../reference/bytes.js';
import { deoxysEncrypt, reference } from '../../reference/deoxys.js';
import { deoxysBc } from '../../reference/deoxys-bc.js';
import { onBothSides, pattern } from '../../reference/kats.js';
import { referenceEncrypt } from '../../reference/romulus.js';
import { v12Encrypt, v12Member } from '../../reference/romulus-v12.js';
import { skinny128384 } from '../../reference/skinny.js';
import { tryReference } from './official.js';

tryReference('deoxys', reference, { N: 16, M: 16 });

const lengths = [0, 1, 15, 16, 17, 31, 32, 33, 48, 49, 64, 100, 300, 895, 896, 897, 1500];
const requests = [...onBothSides(lengths), { messageLength: 100, adLength: 100 }].map(
  ({ messageLength, adLength }) => ({
    key: pattern('key', 16),
    nonce: pattern('nonce', 16),
    associatedData: pattern('associatedData', adLength),
    plaintext: pattern('message', messageLength),
  }),
);

/** Members N1 and M1 of v1.2 are the modes N and M of v1.3 but for the number of rounds, so they take any cipher. */
describe.each(['N', 'M'] as const)('the code of Romulus v1.2 and that of v1.3 agree on mode %s', (mode) => {
  const member = v12Member(`${mode}1`);

  it('over SKINNY-128-384+', () => {
    const cipher = ([first, second, third]: Uint8Array[], block: Uint8Array) =>
      skinny128384(first!, second!, third!, block);
    for (const request of requests)
      expect(v12Encrypt(`${mode}1`, request, { ...member, base: mode === 'N' ? 0 : member.base, cipher })).toEqual(
        referenceEncrypt(mode, request),
      );
  });

  it('over Deoxys-BC', () => {
    for (const request of requests)
      expect(v12Encrypt(`${mode}1`, request, { ...member, cipher: deoxysBc })).toEqual(deoxysEncrypt(mode, request));
  });
});

describe('Deoxys-BC-128-384', () => {
  it('gives the published ciphertext', () => {
    const tweakeys = [
      '00001020304050607000000000000000',
      '202122232425262728292a2b2c2d2e2f',
      '101112131415161718191a1b1c1d1e1f',
    ].map(fromHex);
    const ciphertext = deoxysBc(tweakeys, fromHex('d18db1b44ad16fe5623ccd73c250c272'));
    expect(toHex(ciphertext)).toBe('e94c5c6df7c19474bbdd292baa2555fd');
  });

  // The draft that has that vector has four of a mode over the cipher too, which takes other tweaks and domains.
  it.each([
    ['', '', '70aeef7988ed42309ae3d21f084dd4b3'],
    ['f40b65baffa5e6', '784454cb1631e9', '81b375627d809538c648c66b61c2dad88662995ab6dafc'],
    [
      'f40b65baffa5e6c35ea0dd1a66816c04',
      '784454cb1631e9f8a2b30d6b1f95eaba',
      '25ffeb323c00405bffda119a34f68365f6adf5ca1bd56e3c53ca35e4d8e83a47',
    ],
    [
      'f40b65baffa5e6c35ea0dd1a66816c04c0e824cde6',
      '784454cb1631e9f8a2b30d6b1f95eaba5d100f20b0',
      '25ffeb323c00405bffda119a34f6836518d836aa5f9f2d7200b555a80854ab88788960795a',
    ],
  ])('gives the published vectors of Deoxys-AE1, associated data %j', (ad, plaintext, ciphertext) => {
    expect(toHex(deoxysAe1(fromHex(ad), fromHex(plaintext)))).toBe(ciphertext);
  });
});

/** Encryption under the key and the nonce of the published vectors. */
function deoxysAe1(associatedData: Uint8Array, plaintext: Uint8Array): Uint8Array {
  const key = fromHex('63654b327af27ee82eb8c9f7654aadeb');
  const nonce = fromHex('28c7e917837f573d6083210f69afaf4b');
  const call = (domain: number, index: number, tweak: Uint8Array, block: Uint8Array) => {
    const second = new Uint8Array(16);
    second[0] = domain;
    second[15] = index;
    return deoxysBc([tweak, second, key], block);
  };
  const padded = (bytes: Uint8Array, length: number) =>
    Uint8Array.from({ length }, (_, i) => bytes[i] ?? (i === bytes.length ? 0x80 : 0));

  let authenticator: Uint8Array = new Uint8Array(16);
  for (let i = 0; 32 * i < associatedData.length; i++) {
    const pair = associatedData.subarray(32 * i, 32 * (i + 1));
    const whole = padded(pair, 32);
    authenticator = xor(authenticator, call(pair.length < 32 ? 6 : 2, i, whole.subarray(0, 16), whole.subarray(16)));
  }
  const count = Math.floor(plaintext.length / 16);
  const rest = plaintext.subarray(16 * count);
  const output: number[] = [];
  let checksum: Uint8Array = new Uint8Array(16);
  for (let i = 0; i < count; i++) {
    const block = plaintext.subarray(16 * i, 16 * (i + 1));
    checksum = xor(checksum, block);
    output.push(...call(0, i, nonce, block));
  }
  let last = call(1, count, nonce, checksum);
  if (rest.length > 0) {
    output.push(...xor(rest, call(4, count, nonce, new Uint8Array(16))));
    last = call(5, count + 1, nonce, xor(checksum, padded(rest, 16)));
  }
  return Uint8Array.of(...output, ...xor(last, authenticator));
}
