/** The benchmark's cases of files. A file is encrypted, decrypted and hashed as a stream. */
import { generateKey, hashStream } from 'romulus-wasm';
import { decryptBlob, encryptBlob } from 'romulus-wasm/stream';
import type { Timed } from './measure.js';

export interface FileCase extends Timed {
  name: string;
  bytes: number;
}

export async function fileCases(bytes = 8 * 2 ** 20): Promise<FileCase[]> {
  const key = generateKey();
  const file = new Blob([new Uint8Array(bytes)]);
  const bytesOf = async (blob: Promise<Blob>) => (await blob).arrayBuffer();
  const sealed = await encryptBlob(file, { key });
  return [
    { name: 'encryptBlob', bytes, run: () => bytesOf(encryptBlob(file, { key }) as Promise<Blob>) },
    { name: 'decryptBlob', bytes, run: () => bytesOf(decryptBlob(sealed as Blob, { key }) as Promise<Blob>) },
    { name: 'hashStream', bytes, run: () => hashStream(file) },
  ];
}
