/** Reads the known-answer files of kats/ for tests, in Node and in browsers. */
/// <reference types="vite/types/importMeta.d.ts" />
import {
  AEAD_FIELDS,
  type AeadVector,
  HASH_FIELDS,
  type HashVector,
  type LongVector,
  readResponses,
  type SealedVector,
} from './kats.js';

// By vite, as browsers have no file system.
const texts = import.meta.glob<string>('../../kats/romulus-*.{txt,json}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function textOf(name: string): string {
  const text = texts[`../../kats/${name}`];
  if (text === undefined) throw new Error(`kats/ has no ${name}`);
  return text;
}

export function readHashVectors(name: string): HashVector[] {
  return readResponses(textOf(name), HASH_FIELDS);
}

export function readAeadVectors(name: string): AeadVector[] {
  return readResponses(textOf(name), AEAD_FIELDS);
}

export function readLongVectors(): LongVector[] {
  const { cases } = JSON.parse(textOf('romulus-long.json')) as { cases: LongVector[] };
  return cases;
}

export function readSealedVectors(): SealedVector[] {
  const { cases } = JSON.parse(textOf('romulus-sealed.json')) as { cases: SealedVector[] };
  return cases;
}
