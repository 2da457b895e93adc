/** Reads the known-answer files of ISAP for tests, in Node and in browsers. */
/// <reference types="vite/types/importMeta.d.ts" />
import type { IsapName } from './isap.js';
import { AEAD_FIELDS, type AeadVector, type LongIsapVector, readResponses } from './kats.js';

const texts = import.meta.glob<string>('../../kats/isap-*.{txt,json}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const readIsapVectors = (name: IsapName): AeadVector[] =>
  readResponses(texts[`../../kats/isap-${name.toLowerCase()}.txt`] as string, AEAD_FIELDS);

export const readLongIsapVectors = (): LongIsapVector[] =>
  JSON.parse(texts['../../kats/isap-long.json'] as string).cases;
