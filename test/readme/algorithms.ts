/** What the worked examples of docs/algorithms are computed by: the reference. */
import { readdirSync } from 'node:fs';
import { suites } from '../reference/suites.js';
import { callsOf, namesOf } from './calls.js';
import { type Computation, Given } from './computation.js';
import type { Value, WorkedExample } from './worked-examples.js';

/** A mode of authenticated encryption, with its calls. */
const sealing =
  (encrypt: (request: ReturnType<Given['request']>) => Uint8Array, tagLength: number): Computation =>
  (given) => {
    const { result, calls } = callsOf(() => encrypt(given.request()));
    return {
      ...namesOf(calls),
      domains: calls.flatMap(({ tweakeys }) => (tweakeys ? [tweakeys[0]?.[7] as number] : [])),
      ciphertext: result.subarray(0, -tagLength),
      tag: result.subarray(-tagLength),
    };
  };

const hashing =
  (digest: (message: Uint8Array) => Uint8Array): Computation =>
  (given) => {
    const { result, calls } = callsOf(() => digest(given.bytes('message')));
    return { ...namesOf(calls), digest: result };
  };

/** The modes and hashes of the table, by their names in lower case. */
const ofSuites = suites.flatMap(({ row, hash, modes }): [string, Computation][] => [
  ...modes.map(({ name, encrypt, tagLength }): [string, Computation] => [
    row.modes[name]!.name,
    sealing(encrypt, tagLength),
  ]),
  ...(hash && row.hash ? [[row.hash.name, hashing(hash.digest)] as [string, Computation]] : []),
]);

// Not as part of `new URL()`, where vite would take the file for an asset.
const here = import.meta.url;
const folder = 'computations/';
const ofPages = await Promise.all(
  readdirSync(new URL(folder, here)).map(async (name) => {
    const file = new URL(`${folder}${name}`, here).href;
    const page = (await import(/* @vite-ignore */ file)) as { computations: Record<string, Computation> };
    return page.computations;
  }),
);

/** By the names that the pages give them. */
export const computations: Record<string, Computation> = Object.assign(
  Object.fromEntries(ofSuites.map(([name, computation]) => [name.toLowerCase(), computation])),
  ...ofPages,
);

const cache = new Map<string, Record<string, Value>>();

/** All that is computed from what is given to an example. */
export function compute({ algorithm, given }: WorkedExample): Record<string, Value> {
  const computation = computations[algorithm];
  if (!computation) throw new SyntaxError(`no algorithm has the name ${algorithm}`);
  const key = JSON.stringify([algorithm, ...given]);
  const known = cache.get(key) ?? computation(new Given(given));
  cache.set(key, known);
  return known;
}
