/** The ciphers and hashes of Node itself, to compare with. */
import { createCipheriv, createHash } from 'node:crypto';
import type { Peer } from './peers.js';

/** Returns the cases. The cipher has 16 bytes of associated data, like the package's own cases. */
export function nodePeers(sizes: readonly number[]): Peer[] {
  const key = new Uint8Array(16);
  const nonce = new Uint8Array(12);
  const ad = new Uint8Array(16);
  return sizes.flatMap((bytes) => {
    const message = new Uint8Array(bytes);
    const gcm = () => {
      const cipher = createCipheriv('aes-128-gcm', key, nonce).setAAD(ad);
      return [cipher.update(message), cipher.final(), cipher.getAuthTag()];
    };
    return [
      { name: 'AES-128-GCM, node:crypto', bytes, run: gcm },
      { name: 'SHA-256, node:crypto', bytes, run: () => createHash('sha256').update(message).digest() },
    ];
  });
}
