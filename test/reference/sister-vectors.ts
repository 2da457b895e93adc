/** Reads the known-answer files of the sister suites for tests: apart from those of Romulus, which browsers load too. */
/// <reference types="vite/types/importMeta.d.ts" />
import { AEAD_FIELDS, type AeadVector, type LongAeadVector, readResponses } from './kats.js';

const texts = import.meta.glob<string>('../../kats/{isap,elephant}-*.{txt,json}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const readSisterVectors = (name: string): AeadVector[] =>
  readResponses(texts[`../../kats/${name}`] as string, AEAD_FIELDS);

export const readLongSisterVectors = (name: string): LongAeadVector<string>[] =>
  JSON.parse(texts[`../../kats/${name}`] as string).cases;
