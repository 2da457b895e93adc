/** The material of the tests: messages that look random, and changes of bytes. */
import { createHash } from 'node:crypto';
import { concatenate } from '../../test/reference/bytes.js';
import type { SuiteMode } from '../../test/reference/suites.js';
import type { AEAD_NOTES } from './notes.js';

/** The fields of a message. Ciphertext and tag are separate. */
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

/** The length of a block, and of every key. */
export const BLOCK = 16;

export const EMPTY = new Uint8Array(0);
export const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);
export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Bytes that look random and are the same in every run: SHAKE-256 of a fixed seed and of the purpose. */
export function random(label: string, length: number): Uint8Array {
  if (length === 0) return EMPTY;
  const shake = createHash('shake256', { outputLength: length });
  return Uint8Array.from(shake.update(`Romulus test vectors 1.0: ${label}`).digest());
}

export function encrypted(mode: SuiteMode, open: Open): Message {
  const both = mode.encrypt(open);
  return { ...open, ciphertext: both.slice(0, -mode.tagLength), tag: both.slice(-mode.tagLength) };
}

export const flipBits = (bytes: Uint8Array, ...bits: number[]) =>
  bytes.map((byte, i) => bits.reduce((flipped, bit) => (bit >> 3 === i ? flipped ^ (1 << (bit & 7)) : flipped), byte));

export const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The inputs of a message. They look random, and follow from the label. */
export const openOf = (mode: SuiteMode, label: string, textLength: number, adLength: number): Open => ({
  key: random(`${mode.name} ${label} key`, BLOCK),
  nonce: random(`${mode.name} ${label} nonce`, mode.nonceLength),
  associatedData: random(`${mode.name} ${label} associated data`, adLength),
  plaintext: random(`${mode.name} ${label} plaintext`, textLength),
});

export const messageOf = (mode: SuiteMode, label: string, textLength: number, adLength: number): Message =>
  encrypted(mode, openOf(mode, label, textLength, adLength));

/** Cuts the bytes to this length, or appends zeros. */
export const resized = (bytes: Uint8Array, length: number) => concatenate([bytes, filled(length, 0)]).slice(0, length);
