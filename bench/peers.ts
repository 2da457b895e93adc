/**
 * The alternatives to Romulus: the other suites, and ciphers and hashes of other packages and of WebCrypto. They are
 * measured in the same run, and in the same way in Node and in a page.
 */
import { gcm, gcmsiv } from '@noble/ciphers/aes.js';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBLAKE3, createSHA256 } from 'hash-wasm';
// @ts-expect-error: it brings no declarations
import JsAscon from 'js-ascon';
import sodium from 'libsodium-wrappers';
import type { AeadSync } from 'romulus-wasm';
import { suites } from '../ts/suites/table.js';

/** The modes of the suites other than Romulus, without promises, with the entry that exports each. */
export async function otherModes(): Promise<{ aead: AeadSync; by: string }[]> {
  const others = Object.entries(suites).filter(([key]) => key !== 'romulus');
  const each = others.map(async ([key, { entry }]) => {
    // esbuild finds the files of a pattern that begins with a folder, but no computed names of entries.
    const { load } = await import(`../ts/suites/${key}/index.ts`);
    return Object.values<AeadSync>(await load()).map((aead) => ({ aead, by: `romulus-wasm/${entry}` }));
  });
  return (await Promise.all(each)).flat();
}

/** Returns the cases of all alternatives. They have 16 bytes of associated data, like the package's own cases. */
export async function peers(sizes: readonly number[]) {
  await sodium.ready;
  const [wasmSha256, wasmBlake3] = await Promise.all([createSHA256(), createBLAKE3()]);
  const others = await otherModes();
  const key16 = new Uint8Array(16);
  const key32 = new Uint8Array(32);
  const nonce12 = new Uint8Array(12);
  const nonce16 = new Uint8Array(16);
  const ad = new Uint8Array(16);
  const webKey = await crypto.subtle.importKey('raw', key16, 'AES-GCM', false, ['encrypt']);
  const webGcm = { name: 'AES-GCM', iv: nonce12, additionalData: ad };
  return sizes.flatMap((bytes) => {
    const message = new Uint8Array(bytes);
    const runs: Record<string, () => unknown> = {
      'AES-128-GCM, WebCrypto': () => crypto.subtle.encrypt(webGcm, webKey, message),
      'AES-128-GCM, WebCrypto with key import': async () => {
        const imported = await crypto.subtle.importKey('raw', key16, 'AES-GCM', false, ['encrypt']);
        return crypto.subtle.encrypt(webGcm, imported, message);
      },
      'AES-128-GCM, @noble/ciphers': () => gcm(key16, nonce12, ad).encrypt(message),
      // This cipher resists misuse, as Romulus-M does.
      'AES-128-GCM-SIV, @noble/ciphers': () => gcmsiv(key16, nonce12, ad).encrypt(message),
      'Ascon-AEAD128, js-ascon': () => JsAscon.encrypt(key16, nonce16, ad, message),
      'ChaCha20-Poly1305, @noble/ciphers': () => chacha20poly1305(key32, nonce12, ad).encrypt(message),
      'ChaCha20-Poly1305, libsodium-wrappers': () =>
        sodium.crypto_aead_chacha20poly1305_ietf_encrypt(message, ad, null, nonce12, key32),
      'SHA-256, WebCrypto': () => crypto.subtle.digest('SHA-256', message),
      'SHA-256, @noble/hashes': () => sha256(message),
      'SHA-256, hash-wasm': () => wasmSha256.init().update(message).digest('binary'),
      'BLAKE3, @noble/hashes': () => blake3(message),
      'BLAKE3, hash-wasm': () => wasmBlake3.init().update(message).digest('binary'),
    };
    for (const { aead, by } of others) {
      const nonce = new Uint8Array(aead.nonceLength);
      const request = { key: key16, nonce, associatedData: ad, plaintext: message };
      runs[`${aead.name}, ${by}`] = () => aead.encrypt(request);
    }
    return Object.entries(runs).map(([name, run]) => ({ name, bytes, run }));
  });
}
