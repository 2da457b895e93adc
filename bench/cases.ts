/** The benchmark's cases: each function of the package at each size. */
import { load, romulusH, romulusM, romulusN, romulusT } from 'romulus-wasm';

export interface Case {
  /** The function, as a reader knows it. */
  name: string;
  /** Bytes of message in one call. */
  bytes: number;
  run(): unknown;
}

export const sizes = [16, 64, 1024, 65_536, 1_048_576];

const zeros = (length: number) => new Uint8Array(length);

/** Every function at every size; the AEADs with 16 bytes of associated data. */
export async function cases(): Promise<Case[]> {
  const sync = await load();
  const key = crypto.getRandomValues(zeros(16));
  const nonce = crypto.getRandomValues(zeros(16));
  const associatedData = zeros(16);
  const list: Case[] = [];
  for (const bytes of sizes) {
    const message = zeros(bytes);
    list.push({ name: 'romulusH', bytes, run: () => romulusH(message) });
    list.push({ name: 'sync romulusH', bytes, run: () => sync.romulusH(message) });
    for (const [aead, twin] of [
      [romulusN, sync.romulusN],
      [romulusM, sync.romulusM],
      [romulusT, sync.romulusT],
    ] as const) {
      const request = { key, nonce, associatedData, plaintext: message };
      const sealed = { key, nonce, associatedData, ciphertext: twin.encrypt(request) };
      list.push({ name: `${aead.name} encrypt`, bytes, run: () => aead.encrypt(request) });
      list.push({ name: `${aead.name} decrypt`, bytes, run: () => aead.decrypt(sealed) });
      list.push({ name: `sync ${aead.name} encrypt`, bytes, run: () => twin.encrypt(request) });
      list.push({ name: `sync ${aead.name} decrypt`, bytes, run: () => twin.decrypt(sealed) });
    }
  }
  return list;
}
