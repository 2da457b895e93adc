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
  type RefusedFileVector,
  readResponses,
} from './kats.js';
import type { Suite, SuiteMode } from './suites.js';
import { filesOfTar } from './tar.js';
import type { AeadTestGroup, HashTestGroup, TestFile } from './wycheproof.js';

// Through vite, as browsers have no file system. Each text loads on demand, as they are large.
const texts = import.meta.glob<string>('../../kats/{*[-_]*.txt,*[-_]*.json,accumulated.json}', {
  query: '?raw',
  import: 'default',
});
const archives = import.meta.glob<string>('../../kats/*.tar.gz', { query: '?url', import: 'default', eager: true });
// Apart from `new URL()`: there, vite would take the file for an asset.
const here = import.meta.url;

const unpacked = new Map<string, Promise<Map<string, string>>>();

async function unpack(path: string): Promise<Map<string, string>> {
  const bytes =
    typeof document === 'undefined'
      ? new Uint8Array(process.getBuiltinModule('node:fs').readFileSync(new URL(path, here)))
      : new Uint8Array(await (await fetch(archives[path] as string)).arrayBuffer());
  // A server may have told the browser to decompress it.
  if (bytes[0] !== 0x1f) return filesOfTar(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return filesOfTar(new Uint8Array(await new Response(stream).arrayBuffer()));
}

async function archivedText(name: string): Promise<string | undefined> {
  const paths = Object.keys(archives).filter((path) => name.replaceAll('_', '-').startsWith(`${path.slice(11, -7)}-`));
  const [path] = paths;
  if (path === undefined) return undefined;
  if (!unpacked.has(path)) unpacked.set(path, unpack(path));
  return (await unpacked.get(path))?.get(name);
}

async function textOf(name: string): Promise<string> {
  const text = await (texts[`../../kats/${name}`]?.() ?? archivedText(name));
  if (text === undefined) throw new Error(`kats/ has no ${name}`);
  return text;
}

/** A file in Wycheproof's form, by its name. */
export const readTestFile = async <Group extends AeadTestGroup | HashTestGroup>(
  name: string,
): Promise<TestFile<Group>> => JSON.parse(await textOf(name));

export const readAccumulated = async (): Promise<Record<'thousand' | 'million', Record<string, string>>> =>
  JSON.parse(await textOf('accumulated.json'));

const casesOf = async <Vector>(name: string): Promise<Vector[]> => JSON.parse(await textOf(name)).cases;

export const readHashVectors = async (name: string): Promise<HashVector[]> =>
  readResponses(await textOf(name), HASH_FIELDS);

export const readAeadVectors = async (name: string): Promise<AeadVector[]> =>
  readResponses(await textOf(name), AEAD_FIELDS);

/** The designers' vectors for a mode, or the reference's if they published none. */
export async function readOfficialVectors({ longest }: Suite, { katName }: SuiteMode): Promise<AeadVector[]> {
  const names = [`${katName}.txt`, ...(longest ? [`${katName}.${longest.count}.txt`] : [])];
  return (await Promise.all(names.map(readAeadVectors))).flat();
}

const readOf = async <Vector extends { mode: string }>(file: string, mode: string): Promise<Vector[]> =>
  (await casesOf<Vector>(file)).filter((vector) => vector.mode === mode);

export const readLongHashVectors = ({ key }: Suite) => readOf<LongHashVector>(`${key}-long.json`, 'H');
export const readLongVectors = ({ key }: Suite, { name }: SuiteMode) =>
  readOf<LongAeadVector>(`${key}-long.json`, name);
export const readCounterVectors = ({ key }: Suite, { name }: SuiteMode) =>
  readOf<LongAeadVector>(`${key}-counter.json`, name);

const readMacs = () => casesOf<HmacVector | HkdfVector>('romulus-hmac.json');
export const readHmacVectors = async () => (await readMacs()).filter((vector) => 'hmac' in vector);
export const readHkdfVectors = async () => (await readMacs()).filter((vector) => 'derived' in vector);

export const readFileVectors = () => casesOf<FileVector>('romulus-encrypted-files.json');
export const readRefusedFiles = async (): Promise<RefusedFileVector[]> =>
  JSON.parse(await textOf('romulus-encrypted-files.json')).refused;
