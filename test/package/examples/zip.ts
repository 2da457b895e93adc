/** Zip files as the encryption page makes them. */
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';

/** The contents of an uncompressed zip file by names. Fails if a checksum is wrong. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const files = new Map<string, Buffer>();
  let entry = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    expect(bytes.readUInt32LE(entry)).toBe(0x02014b50);
    const [length, nameLength, extra] = [bytes.readUInt32LE(entry + 20), bytes.readUInt16LE(entry + 28)].concat(
      bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32),
    ) as [number, number, number];
    const name = String(bytes.subarray(entry + 46, entry + 46 + nameLength));
    const local = bytes.readUInt32LE(entry + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const contents = bytes.subarray(start, start + length);
    expect(crc32(contents)).toBe(bytes.readUInt32LE(entry + 16));
    files.set(name, contents);
    entry += 46 + nameLength + extra;
  }
  return files;
}
