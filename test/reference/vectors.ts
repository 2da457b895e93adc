/** Reads the known-answer files of kats/ for tests, in Node and in browsers. */
/// <reference types="vite/types/importMeta.d.ts" />
import {
  AEAD_FIELDS,
  type AeadVector,
  type FileVector,
  HASH_FIELDS,
  type HashVector,
  type HkdfVector,
  type HmacVector,
  type LongAeadVector,
  type LongHashVector,
  readResponses,
} from './kats.js';
import type { Suite, SuiteMode } from './suites.js';

// By vite, as browsers have no file system; each when it is asked for, as they are large.
const texts = import.meta.glob<string>('../../kats/*-*.{txt,json}', { query: '?raw', import: 'default' });

async function textOf(name: string): Promise<string> {
  const text = await texts[`../../kats/${name}`]?.();
  if (text === undefined) throw new Error(`kats/ has no ${name}`);
  return text;
}

const casesOf = async (name: string) => JSON.parse(await textOf(name)).cases;

export const readHashVectors = async (name: string): Promise<HashVector[]> =>
  readResponses(await textOf(name), HASH_FIELDS);

export const readAeadVectors = async (name: string): Promise<AeadVector[]> =>
  readResponses(await textOf(name), AEAD_FIELDS);

/** All that designers publish for a mode; where they have published nothing, the same by the reference. */
export async function readOfficialVectors({ longest }: Suite, { katName }: SuiteMode): Promise<AeadVector[]> {
  const names = [`${katName}.txt`, ...(longest ? [`${katName}.${longest.count}.txt`] : [])];
  return (await Promise.all(names.map(readAeadVectors))).flat();
}

export const readLongHashVectors = async ({ key }: Suite): Promise<LongHashVector[]> =>
  (await casesOf(`${key}-long.json`)).filter((vector: LongHashVector) => vector.mode === 'H');

export const readLongVectors = async ({ key }: Suite, { name }: SuiteMode): Promise<LongAeadVector[]> =>
  (await casesOf(`${key}-long.json`)).filter((vector: LongAeadVector) => vector.mode === name);

export const readCounterVectors = async ({ key }: Suite, { name }: SuiteMode): Promise<LongAeadVector[]> =>
  (await casesOf(`${key}-counter.json`)).filter((vector: LongAeadVector) => vector.mode === name);

export const readHmacVectors = async (): Promise<HmacVector[]> =>
  (await casesOf('romulus-hmac.json')).filter((vector: object) => 'hmac' in vector);

export const readHkdfVectors = async (): Promise<HkdfVector[]> =>
  (await casesOf('romulus-hmac.json')).filter((vector: object) => 'derived' in vector);

export const readFileVectors = (): Promise<FileVector[]> => casesOf('romulus-encrypted-files.json');
