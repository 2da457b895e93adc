/** docs/commitment.md: the attacks of its table, and the HMAC that it recommends. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { katFiles } from '../../../kats/files.js';
import { load } from '../../../ts/index.js';
import { decryptBlob } from '../../../ts/stream/index.js';
import { concatenate, fromHex, key, rejection } from '../../fixtures/bytes.js';
import { pattern } from '../../reference/kats.js';
import { suites } from '../../reference/suites.js';
import { testFileOf } from '../../reference/wycheproof.js';

const bytes = (length: number) => pattern('message', length);
const document = readFileSync(new URL('../../../docs/commitment.md', import.meta.url), 'utf8');
const files = katFiles();

it.each(suites.flatMap(({ modes }) => modes))(
  '$title has two keys for one ciphertext in its vectors if the table says that a pair costs one decryption',
  (mode) => {
    const [family, ...rest] = mode.title.split('-');
    const rows = document
      .split('\n')
      .filter((line) => new RegExp(`^\\| .*${family}.*${rest.join('-')}(?![\\w-])`).test(line));
    const [, , cost] = rows.at(-1)!.split('|');
    expect(cost!.trim()).toMatch(/^(one|2\^64)$/);
    expect(files.get(testFileOf(mode))!.includes('"TwoKeys"')).toBe(cost!.trim() === 'one');
  },
);

describe('an HMAC under the key of a file', async () => {
  const sync = await load();
  const label = new TextEncoder().encode(/encode\('(.*)'\)/.exec(document)![1]);
  const nonce = fromHex(document.match(/`([\da-f]{32})`/)![1]!);
  const tag = sync.romulusM.encrypt({ key, nonce, plaintext: bytes(9) }).slice(-16);
  const lengthOf = (length: number) => Uint8Array.of(0, 0, 0, 0, 0, 0, 0, length);

  /** Opens a file made without the key, of an HMAC of the file's parameters, of which these 16 bytes are the salt. */
  const opened = (mac: Uint8Array, salt: Uint8Array, associatedData: Uint8Array) => {
    const [fileKey, commitment] = [1, 2].map((use) => sync.romulusHmac({ key: mac, message: Uint8Array.of(use) }));
    const ofChunk = concatenate(salt.subarray(0, 11), lengthOf(1).subarray(3));
    const forged = { key: fileKey!.subarray(0, 16), nonce: ofChunk, plaintext: bytes(20) };
    const file = new Blob([nonce, salt, commitment, sync.romulusN.encrypt(forged)] as BlobPart[]);
    return decryptBlob(file, { key, associatedData });
  };

  const steering = concatenate(bytes(8), lengthOf(16));
  it.each([
    ['nonce, tag, length, data', concatenate(nonce, tag, lengthOf(5), bytes(5)), tag, bytes(5)],
    [
      'nonce, length, data, tag',
      concatenate(nonce, lengthOf(16), steering, tag),
      concatenate(lengthOf(16), bytes(8)),
      tag,
    ],
  ])('forges a file if the message is %s, and none if a label precedes', async (_, message, salt, associatedData) => {
    const file = await opened(sync.romulusHmac({ key, message }), salt, associatedData);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes(20));
    const mac = sync.romulusHmac({ key, message: concatenate(label, message) });
    expect(await rejection(() => opened(mac, salt, associatedData))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
  });
});
