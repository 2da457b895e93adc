/** Reads the known-answer files of Elephant for tests, in Node and in browsers. */
/// <reference types="vite/types/importMeta.d.ts" />
import type { ElephantName } from './elephant.js';
import { AEAD_FIELDS, type AeadVector, type LongElephantVector, readResponses } from './kats.js';

const texts = import.meta.glob<string>('../../kats/elephant-*.{txt,json}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const readElephantVectors = (name: ElephantName): AeadVector[] =>
  readResponses(texts[`../../kats/elephant-${name.toLowerCase()}.txt`] as string, AEAD_FIELDS);

export const readLongElephantVectors = (): LongElephantVector[] =>
  JSON.parse(texts['../../kats/elephant-long.json'] as string).cases;
