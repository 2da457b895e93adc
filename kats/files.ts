// Reads the files of this folder and of its archives.

import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { filesOfTar } from '../test/reference/tar.js';

const here = import.meta.url;

/** Returns the texts of the files by their names. */
export function katFiles(): Map<string, string> {
  const names = readdirSync(new URL('.', here));
  const read = (name: string) => readFileSync(new URL(name, here));
  const plain = names.filter((name) => /(?<!_schema)\.(txt|json)$|^SHA256SUMS$/.test(name));
  const archives = names.filter((name) => name.endsWith('.tar.gz'));
  return new Map([
    ...plain.map((name) => [name, String(read(name))] as const),
    ...archives.flatMap((name) => [...filesOfTar(gunzipSync(read(name)))]),
  ]);
}
