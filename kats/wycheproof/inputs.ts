/** What the tests are made of: messages that look random, and changes of bytes. */
import { createHash } from 'node:crypto';
import { concatenate, type Mode, referenceEncrypt } from '../../test/reference/romulus.js';
import { WYCHEPROOF_VERSION } from '../../test/reference/wycheproof.js';
import type { AEAD_NOTES } from './notes.js';

/** The fields of a message, ciphertext and tag apart. */
export interface Message {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
  plaintext: Uint8Array;
  ciphertext: Uint8Array;
  tag: Uint8Array;
}

export type Open = Omit<Message, 'ciphertext' | 'tag'>;

export interface Case {
  flag: keyof typeof AEAD_NOTES;
  comment: string;
  message: Message;
  valid: boolean;
}

export const BLOCK = 16;

export const EMPTY = new Uint8Array(0);
export const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);
export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Bytes that look random and are the same in every run: SHAKE-256 of a fixed seed and what they are for. */
export function random(label: string, length: number): Uint8Array {
  if (length === 0) return EMPTY;
  const shake = createHash('shake256', { outputLength: length });
  return Uint8Array.from(shake.update(`Romulus test vectors ${WYCHEPROOF_VERSION}: ${label}`).digest());
}

export function encrypted(mode: Mode, open: Open): Message {
  const both = referenceEncrypt(mode, open);
  return { ...open, ciphertext: both.slice(0, -BLOCK), tag: both.slice(-BLOCK) };
}

export const flipBits = (bytes: Uint8Array, ...bits: number[]) =>
  bytes.map((byte, i) => bits.reduce((flipped, bit) => (bit >> 3 === i ? flipped ^ (1 << (bit & 7)) : flipped), byte));

export const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** What the padding of the suite makes of bytes that do not fill their last block: zeros, then their number. */
export function padded(bytes: Uint8Array, size: number): Uint8Array {
  const rest = bytes.length % size;
  return concatenate([bytes, filled(size - rest - 1, 0), Uint8Array.of(rest)]);
}

/** The inputs of a message, random by their label. */
export const openOf = (mode: Mode, label: string, textLength: number, adLength: number): Open => ({
  key: random(`${mode} ${label} key`, BLOCK),
  nonce: random(`${mode} ${label} nonce`, BLOCK),
  associatedData: random(`${mode} ${label} associated data`, adLength),
  plaintext: random(`${mode} ${label} plaintext`, textLength),
});

export const messageOf = (mode: Mode, label: string, textLength: number, adLength: number): Message =>
  encrypted(mode, openOf(mode, label, textLength, adLength));
