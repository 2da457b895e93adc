/** The reference of Deoxys's cipher, compared with the published vector. */
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../../reference/bytes.js';
import { deoxysBc } from '../../reference/deoxys-bc.js';

it('Deoxys-BC-128-384 gives the published ciphertext', () => {
  const tweakeys = [
    '00001020304050607000000000000000',
    '202122232425262728292a2b2c2d2e2f',
    '101112131415161718191a1b1c1d1e1f',
  ].map(fromHex);
  expect(toHex(deoxysBc(tweakeys, fromHex('d18db1b44ad16fe5623ccd73c250c272')))).toBe(
    'e94c5c6df7c19474bbdd292baa2555fd',
  );
});
