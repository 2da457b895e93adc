/** Calls of the functions of lists. Each must give what its messages give one by one. */
import { inject } from 'vitest';
import type { WorkOptions } from '../../../ts/base/platform.js';
import type * as romulus from '../../../ts/index.js';
import { ad, concatenate, expectAllSame, expectOwn, flipBit, text } from '../../fixtures/bytes.js';
import { cleanCheck, loadedPackage, watchedModes } from '../../fixtures/instance.js';
import { modesOfSuite, type TestedMode, triedOf } from '../../fixtures/suites.js';
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

export const arraysOf = (input: Call['inputs'][number]) =>
  (input instanceof Uint8Array ? [input] : Object.values(input)) as Uint8Array<ArrayBuffer>[];

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

/** Calls that also fail if they leave anything in their module's memory. */
const cleanly =
  (callsOf: (shapes: readonly Shape[]) => Call[], expectClean: (what: string) => void) =>
  (shapes: readonly Shape[]): Call[] =>
    callsOf(shapes).map((call) => ({
      ...call,
      async byPromise(options) {
        const results = await call.byPromise(options);
        expectClean(`${call.name} by promise`);
        return results;
      },
      atOnce() {
        const results = call.atOnce();
        expectClean(`${call.name} at once`);
        return results;
      },
    }));

export async function loadAlgorithms() {
  const loaded = await loadedPackage();
  const hashing = cleanly(hashingOf(loaded.romulus, loaded.sync), cleanCheck(loaded));
  // romulus-wasm/js has no lanes.
  const hasLanes = !inject('isJavaScript');
  const ofModes = triedOf(await watchedModes(loaded)).map((mode) => ({
    name: mode.aead.name,
    callsOf: cleanly(callsOf(mode), cleanCheck(mode.instance)),
    hasLanes: hasLanes && mode.mode.laneCosts.length > 0,
  }));
  return [{ name: 'Romulus-H', callsOf: hashing, hasLanes }, ...ofModes];
}

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
    return [
      {
        name: 'encryptMany',
        inputs: toEncrypt,
        expected: ciphertexts,
        byPromise: (options) => aead.encryptMany(toEncrypt, options),
        atOnce: () => twin.encryptMany(toEncrypt),
      },
      {
        name: 'decryptMany',
        inputs: toDecrypt,
        expected: messagesOf(shapes).map(({ plaintext }, i) => (shapes[i]?.forged ? null : plaintext)),
        byPromise: (options) => aead.decryptMany(toDecrypt, options),
        atOnce: () => twin.decryptMany(toDecrypt),
      },
    ];
  };

/** Each call in one form, since both would take long; an odd `turn` exchanges the forms. */
export async function expectRightInTurn(calls: readonly Call[], turn: number): Promise<void> {
  for (const [i, { name, inputs, expected, byPromise, atOnce }] of calls.entries()) {
    const isPromise = (i + turn) % 2 === 0;
    const results = isPromise ? await byPromise() : atOnce();
    expectAllSame(results, expected, `${name} ${isPromise ? 'by promise' : 'at once'}`);
    expectOwn(results.filter(Boolean), inputs.flatMap(arraysOf));
  }
}
