/**
 * Measures candidates for a `seal` that commits, and `seal` as it is: `npx tsx bench/commitment.ts` prints the table of
 * docs/commitment.md.
 */
import { generateKey, load } from '../ts/index.js';
import { encryptBlob } from '../ts/stream/index.js';
import { measure } from './measure.js';

const sync = await load();
const key = generateKey();
const associatedData = new Uint8Array(16);

/** The message of docs/commitment.md. Its label keeps it apart from what an encrypted file hashes. */
const label = new TextEncoder().encode('commit');
const context = (nonce: Uint8Array, tagOrUse: Uint8Array | number[]) =>
  Uint8Array.of(...label, ...nonce, ...tagOrUse, 0, 0, 0, 0, 0, 0, 0, associatedData.length, ...associatedData);
const nonce = new Uint8Array(16);

const candidates: Record<string, (plaintext: Uint8Array<ArrayBuffer>) => number | Promise<number>> = {
  'as it is': (plaintext) => sync.seal({ key, plaintext, associatedData }).length,
  'a commitment beside the tag': (plaintext) => {
    const sealed = sync.seal({ key, plaintext, associatedData });
    const message = context(sealed.subarray(0, 16), sealed.subarray(-16));
    return sealed.length + sync.romulusHmac({ key, message }).length;
  },
  'a key and a commitment derived (UtC, HtE)': (plaintext) => {
    const [derived, commitment] = [1, 2].map((use) => sync.romulusHmac({ key, message: context(nonce, [use]) }));
    return sync.seal({ key: derived!.subarray(0, 16), plaintext, associatedData }).length + commitment!.length;
  },
  'an encrypted file': async (plaintext) => (await encryptBlob(new Blob([plaintext]), { key, associatedData })).size,
};

for (const length of [64, 4096]) {
  const plaintext = new Uint8Array(length);
  const calls = Object.values(candidates).map((run) => () => run(plaintext));
  const times = await measure(
    calls.map((run) => ({ run })),
    { rounds: 15, time: 60 },
  );
  for (const [i, name] of Object.keys(candidates).entries()) {
    const more = (await calls[i]!()) - length;
    console.log(
      `${length} bytes, ${name}: ${more} bytes more, ${(times[i]! / 1000).toFixed(1)} us, x${(times[i]! / times[0]!).toFixed(2)}`,
    );
  }
}
