/** Long calls of the package or of a pool, each with the number of bytes that it tells. */
import type { Pool } from '../../../ts/pool/index.js';
import { ad, key, nonce, text } from '../../fixtures/bytes.js';
import { type modes, modesOf, sync } from '../../fixtures/modes.js';

/** The functions of a pool, and two that it does not have. */
export type Functions = Omit<Pool, 'size' | 'aead' | 'close' | typeof Symbol.asyncDispose> &
  Partial<Pick<Package, 'romulusHmac' | 'romulusHkdf'>>;
type Package = typeof import('../../../ts/index.js');

export interface LongCall {
  name: string;
  total: number;
  work: (options?: object) => Promise<unknown>;
}

/** Odd, and more than twice the 64 pieces of 16 KiB that a slice has at most: two pauses, however fast the module is. */
export const message = text(2_200_001);
export const request = { key, nonce, plaintext: message, associatedData: ad(70_001) };

export async function* chunks() {
  for (let start = 0; start < message.length; start += 300_000) yield message.subarray(start, start + 300_000);
}

const repeated = <Item>(count: number, item: Item) => new Array<Item>(count).fill(item);

export function longCalls(functions: Functions, tested: readonly (typeof modes)[number]['mode'][]): LongCall[] {
  const { length } = message;
  const both = length + request.associatedData.length;
  const short = repeated(80_000, text(200));
  const aeads = modesOf(functions, sync).filter(({ mode }) => tested.includes(mode));
  return [
    ...aeads.flatMap(({ mode, aead, twin }): LongCall[] => {
      const toDecrypt = { ...request, ciphertext: twin.encrypt(request) };
      const apart = { ...request, ...twin.encryptDetached(request) };
      const sealed = sync.seal({ key, plaintext: message, mode });
      return [
        { name: `${mode} encrypt`, total: both, work: (o) => aead.encrypt(request, o) },
        { name: `${mode} decrypt`, total: both + 16, work: (o) => aead.decrypt(toDecrypt, o) },
        { name: `${mode} encryptDetached`, total: both, work: (o) => aead.encryptDetached(request, o) },
        { name: `${mode} decryptDetached`, total: both, work: (o) => aead.decryptDetached(apart, o) },
        { name: `${mode} encryptMany`, total: 4 * both, work: (o) => aead.encryptMany(repeated(4, request), o) },
        { name: `${mode} decryptMany`, total: 4 * both + 64, work: (o) => aead.decryptMany(repeated(4, toDecrypt), o) },
        { name: `${mode} seal`, total: length, work: (o) => functions.seal({ key, plaintext: message, mode }, o) },
        { name: `${mode} unseal`, total: length + 16, work: (o) => functions.unseal({ key, sealed, mode }, o) },
      ];
    }),
    { name: 'romulusH', total: length, work: (o) => functions.romulusH(message, o) },
    ...keyedHashing(functions),
    { name: 'hashMany', total: 2 * length, work: (o) => functions.hashMany(repeated(2, message), o) },
    { name: 'hashMany of short messages', total: 16_000_000, work: (o) => functions.hashMany(short, o) },
  ];
}

function keyedHashing({ romulusHmac, romulusHkdf }: Functions): LongCall[] {
  if (!romulusHmac || !romulusHkdf) return [];
  const { length } = message;
  const info = request.associatedData;
  return [
    { name: 'romulusHmac', total: length, work: (o) => romulusHmac({ key, message }, o) },
    {
      name: 'romulusHmac with a long key',
      total: 2 * length,
      work: (o) => romulusHmac({ key: message, message }, o),
    },
    {
      name: 'romulusHkdf',
      // For two blocks, each of which has the info.
      total: length + 2 * info.length,
      work: (o) => romulusHkdf({ key: message, info, length: 40 }, o),
    },
  ];
}
