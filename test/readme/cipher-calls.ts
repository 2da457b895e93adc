/** Worked examples of modes whose reference takes the cipher that it calls: they give it one that notes its calls. */
import { callsOf, namesOf, noted } from './calls.js';
import type { Computation, Given } from './computation.js';
import type { Value } from './worked-examples.js';

type Cipher<Key> = (key: Key, block: Uint8Array) => Uint8Array;

/** The same cipher, which notes what it is called with. */
export const noting =
  (cipher: Cipher<Uint8Array[]>): Cipher<Uint8Array[]> =>
  (tweakeys, block) =>
    noted(block, () => cipher(tweakeys, block), { tweakeys: tweakeys.map((tweakey) => tweakey.slice()) });

/** For a cipher whose key is one string: TK1 of a call. */
export function notingKey(cipher: Cipher<Uint8Array>): Cipher<Uint8Array> {
  const calls = noting(([key], block) => cipher(key!, block));
  return (key, block) => calls([key], block);
}

interface Output {
  tagLength: number;
  /** Where TK1 has the domain, if it has it as it is. */
  domainAt?: number;
}

export const sealingBy =
  (encrypt: (request: ReturnType<Given['request']>) => Uint8Array, { tagLength, domainAt }: Output): Computation =>
  (given) => {
    const { result, calls } = callsOf(() => encrypt(given.request()));
    const values: Record<string, Value> = {
      ...namesOf(calls),
      ciphertext: result.subarray(0, -tagLength),
      tag: result.subarray(-tagLength),
    };
    if (domainAt !== undefined) values.domains = calls.map(({ tweakeys }) => tweakeys![0]![domainAt]!);
    return values;
  };
