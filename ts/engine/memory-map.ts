/** The exports of a module, and the map of its memory. */

/** wasm-src/common/ defines the exports of all suites, and wasm-src/suites/romulus/module.cpp the hash. */
export interface EngineExports {
  memory: { buffer: ArrayBuffer };
  memory_map(): number;
  aead_start(mode: number): void;
  aead_absorb_ad(length: number, last: number): void;
  aead_read_text(length: number, last: number): void;
  aead_encrypt_text(length: number, last: number): void;
  aead_decrypt_text(length: number, last: number): void;
  aead_tag(): void;
  aead_verify(): number;
  aead_encrypt(mode: number, adLength: number, textLength: number): void;
  aead_decrypt(mode: number, adLength: number, textLength: number): number;
  hash_start(): void;
  hash_update(length: number): void;
  hash_finish(): void;
  hash(length: number): void;
  lanes_run(mode: number, direction: number, count: number): number;
}

/** Addresses, and lengths in bytes. What a module does not have is 0. */
export type MemoryMap = readonly [
  state: number,
  window: number,
  pieceLimit: number,
  aeadStateLength: number,
  hashStateLength: number,
  ...lanes: LanesMap,
];

export type LanesMap = [work: number, lanes: number, firstKey: number, laneLength: number, lanePieceLimit: number];

/** The words have the order of `MemoryMap` in wasm-src/common/module.hpp. */
export const mapOf = ({ memory, memory_map }: Pick<EngineExports, 'memory' | 'memory_map'>): MemoryMap =>
  [...new Uint32Array(memory.buffer, memory_map(), 10)] as unknown as MemoryMap;
