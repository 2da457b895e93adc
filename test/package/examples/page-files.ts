/** Files for the page of browser-encryption, encrypted by the reference or broken, and those that the page makes. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { expectSame, flipBit, key, text } from '../../fixtures/bytes.js';
import { type ReferenceFile, referenceSeal } from '../../reference/encrypted-file.js';
import { referenceOpen } from '../../reference/encrypted-file-reader.js';

export const seal = (file: Partial<ReferenceFile>): Uint8Array =>
  referenceSeal({
    mode: 'N',
    chunkLog: 10,
    secret: { key },
    salt: new Uint8Array(16).fill(7),
    associatedData: new Uint8Array(0),
    plaintext: text(3000),
    ...file,
  });

/** A file that opens with the tests' key, and broken ones by their faults. */
export function brokenFiles(passphrase = 'correct horse') {
  const good = seal({});
  const withPassphrase = seal({ secret: { passphrase: new TextEncoder().encode(passphrase), costLog: 10 } });
  const changed = (place: number, byte: number, file = good) => file.map((each, i) => (i === place ? byte : each));
  return {
    good,
    'other key': seal({ secret: { key: new Uint8Array(16) } }),
    damaged: flipBit(good, 8 * (good.length - 20)),
    cut: good.subarray(0, 64 + 2 * 1040),
    'not sealed': text(3000),
    newer: changed(7, 3),
    'unknown mode': changed(8, 0x48),
    passphrase: withPassphrase,
    'too costly': changed(11, 19, withPassphrase),
  };
}

export type Secret = Parameters<typeof referenceOpen>[1];

export async function expectOpens(sealed: Uint8Array, plaintext: Uint8Array, secret: Secret = { key }): Promise<void> {
  expectSame(await referenceOpen(sealed, secret, new Uint8Array(0)), plaintext);
}

export function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'romulus-page-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A file of zeros that takes no room on the disk. */
export function longFile(length: number): string {
  const path = join(temporaryFolder(), 'long');
  writeFileSync(path, '');
  truncateSync(path, length);
  return path;
}

/** The contents of an uncompressed zip file by names. Fails if a checksum is wrong. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const files = new Map<string, Buffer>();
  let entry = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const [nameLength = 0, ...others] = [28, 30, 32].map((place) => bytes.readUInt16LE(entry + place));
    const name = String(bytes.subarray(entry + 46, entry + 46 + nameLength));
    const start = bytes.readUInt32LE(entry + 42) + 30 + nameLength;
    const contents = bytes.subarray(start, start + bytes.readUInt32LE(entry + 20));
    expect(crc32(contents)).toBe(bytes.readUInt32LE(entry + 16));
    files.set(name, contents);
    entry += 46 + nameLength + others[0]! + others[1]!;
  }
  return files;
}
