/** Imports each kind of entry on demand, as CommonJS can under each setting. */
type Bytes = import('../../../ts/index.js', { with: { 'resolution-mode': 'import' }}).Bytes;

export async function hash(message: Uint8Array): Promise<Bytes> {
  const { load } = await import('../../../ts/js/index.js');
  const { encryptStream } = await import('../../../ts/stream/index.js');
  encryptStream({ key: message }).outputLength(0);
  const { romulusH } = await load();
  // @ts-expect-error: a text
  romulusH('message');
  return romulusH(message);
}
