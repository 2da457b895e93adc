/** The benchmark's cases of records, against the same messages one by one. */
import type { RomulusSync } from 'romulus-wasm';
import { loadRecords } from 'romulus-wasm/records';
import type { ManyCase } from './many.js';

const count = 4096;

export async function recordCases(romulus: RomulusSync, recordLength = 32): Promise<ManyCase[]> {
  const { encryptRecords, hashRecords } = await loadRecords();
  const key = crypto.getRandomValues(new Uint8Array(16));
  const nonces = new Uint8Array(16 * count);
  for (let i = 0; i < count; i++) new DataView(nonces.buffer).setUint32(16 * i, i);
  const plaintexts = new Uint8Array(count * recordLength);
  const part = (bytes: Uint8Array, i: number, length: number) => bytes.slice(i * length, (i + 1) * length);
  const requests = Array.from({ length: count }, (_, i) => ({
    ...{ key, nonce: part(nonces, i, 16), plaintext: part(plaintexts, i, recordLength) },
  }));
  const size = { batch: `${count} x ${recordLength} B, records`, messages: count, bytes: plaintexts.length };
  const modes = [romulus.romulusN, romulus.romulusM, romulus.romulusT].map((mode) => ({
    ...{ ...size, name: `${mode.name} encryptRecords` },
    many: () => encryptRecords({ key, nonces, plaintexts, recordLength, mode }),
    oneByOne: () => requests.map((request) => mode.encrypt(request)),
  }));
  const hash = {
    ...{ ...size, name: 'hashRecords' },
    many: () => hashRecords(plaintexts, recordLength),
    oneByOne: () => requests.map(({ plaintext }) => romulus.romulusH(plaintext)),
  };
  return [...modes, hash];
}
