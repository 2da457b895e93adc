/** Calls of the functions of lists. Each must give what its messages give one by one. */
import type { WorkOptions } from '../../../ts/base/platform.js';
import type * as romulus from '../../../ts/index.js';
import { ad, concatenate, flipBit, text } from '../../fixtures/bytes.js';
import { modesOfSuite, type TestedMode } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import { type Suite, suites } from '../../reference/suites.js';

type Package = Pick<typeof romulus, 'hashMany' | 'romulusN' | 'romulusM' | 'romulusT'>;
type Results = (Uint8Array | null)[];

export type Message = Record<'key' | 'nonce' | 'plaintext' | 'associatedData', Uint8Array>;

export interface Shape {
  text: number;
  ad: number;
  forged?: boolean;
}

export interface Call {
  name: string;
  /** The list: messages to hash, or requests. No other call shares its arrays. */
  inputs: (Uint8Array | Record<string, Uint8Array>)[];
  expected: Results;
  byPromise(options?: WorkOptions): Promise<Results>;
  atOnce(): Results;
}

const keys = pattern('key', 16 * 256);
const nonces = pattern('nonce', 16 * 257);
const sixteen = (bytes: Uint8Array, i: number) => bytes.slice((16 * i) % bytes.length, ((16 * i) % bytes.length) + 16);

/** Messages of these lengths, each with a key, a nonce and contents of its own, in arrays of its own. */
export const messagesOf = (shapes: readonly Shape[]): Message[] =>
  shapes.map((shape, i) => {
    const start = (i * 331) % 4096;
    return {
      key: sixteen(keys, i),
      nonce: sixteen(nonces, i),
      plaintext: text(start + shape.text).slice(start),
      associatedData: ad(start + shape.ad).slice(start),
    };
  });

/** Each algorithm of a package of Romulus, with its calls for messages of given lengths; the hash takes text || data. */
export const algorithmsOf = (aeads: Package, sync: romulus.RomulusSync) => [
  { name: 'Romulus-H', callsOf: hashingOf(aeads, sync) },
  ...modesOfSuite(suites[0] as Suite, aeads, sync).map((mode) => ({ name: mode.aead.name, callsOf: callsOf(mode) })),
];

export const hashingOf =
  ({ hashMany }: Pick<Package, 'hashMany'>, sync: romulus.RomulusSync) =>
  (shapes: readonly Shape[]): Call[] => {
    const inputs = messagesOf(shapes).map(({ plaintext, associatedData }) => concatenate(plaintext, associatedData));
    return [
      {
        name: 'hashMany',
        inputs,
        expected: inputs.map((message) => sync.romulusH(message)),
        byPromise: (options) => hashMany(inputs, options),
        atOnce: () => sync.hashMany(inputs),
      },
    ];
  };

export const callsOf =
  ({ mode, aead, twin }: TestedMode) =>
  (shapes: readonly Shape[]): Call[] => {
    const messages = () =>
      messagesOf(shapes).map(({ nonce, ...rest }) => ({ ...rest, nonce: nonce.slice(0, mode.nonceLength) }));
    const toEncrypt = messages();
    const ciphertexts = toEncrypt.map((message) => twin.encrypt(message));
    const toDecrypt = messages().map(({ plaintext: _, ...common }, i) => {
      const ciphertext = ciphertexts[i] as Uint8Array;
      const bit = (i * 1013) % (8 * ciphertext.length);
      return { ...common, ciphertext: shapes[i]?.forged ? flipBit(ciphertext, bit) : ciphertext.slice() };
    });
    const plaintexts = messagesOf(shapes).map(({ plaintext }, i) => (shapes[i]?.forged ? null : plaintext));
    const rows = [
      { name: 'encryptMany', inputs: toEncrypt, expected: ciphertexts },
      { name: 'decryptMany', inputs: toDecrypt, expected: plaintexts },
    ] as const;
    return rows.map(({ name, inputs, expected }) => ({
      ...{ name, inputs, expected },
      byPromise: (options) => aead[name](inputs as never, options),
      atOnce: () => twin[name](inputs as never),
    }));
  };
