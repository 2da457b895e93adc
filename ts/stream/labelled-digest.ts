/** Romulus-H of a label and bytes. Each kind of hash in the format has its own label (docs/stream-format.md). */
import type { Bytes } from '../base/bytes.js';
import { romulusH } from '../suites/romulus/hash.js';

export async function labelledDigest(label: string, bytes: Uint8Array): Promise<Bytes> {
  const message = new Uint8Array(label.length + bytes.length);
  try {
    new TextEncoder().encodeInto(label, message);
    message.set(bytes, label.length);
    return await romulusH(message);
  } finally {
    message.fill(0);
  }
}
