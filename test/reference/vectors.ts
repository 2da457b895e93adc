/** Reads the known-answer files of kats/ for tests, in Node and in browsers. */
/// <reference types="vite/types/importMeta.d.ts" />
import {
  AEAD_FIELDS,
  type AeadVector,
  HASH_FIELDS,
  type HashVector,
  type LongVector,
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

/** Reads a response file of the NIST lightweight cryptography project: 'Field = HEX' lines, a blank line a record. */
export function readResponses<Name extends string>(
  text: string,
  fields: Record<Name, string>,
): Array<Record<Name, Uint8Array>> {
  const records = text.trimEnd().split('\n\n');
  return records.map((record) => {
    const values = new Map([...record.matchAll(/^(\w+) = ?(\w*)$/gm)].map(([, field, value]) => [field, value]));
    const bytesOf = (field: string) => {
      const hex = values.get(field);
      if (hex === undefined) throw new Error(`a record without ${field}: ${record}`);
      return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    };
    const entries = Object.entries<string>(fields).map(([key, field]) => [key, bytesOf(field)]);
    return Object.fromEntries(entries) as Record<Name, Uint8Array>;
  });
}

export function readLongVectors(): LongVector[] {
  const { cases } = JSON.parse(textOf('romulus-long.json')) as { cases: LongVector[] };
  return cases;
}

export function readSealedVectors(): SealedVector[] {
  const { cases } = JSON.parse(textOf('romulus-sealed.json')) as { cases: SealedVector[] };
  return cases;
}
