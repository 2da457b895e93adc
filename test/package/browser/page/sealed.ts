/** A page's program: a hash, and for each mode a message there and back, a list of them, and what is not authentic. */
import * as romulus from '../../../../ts/index.js';
import { type Build, hideBeyond } from '../../../fixtures/emulate-build.js';
import { answer } from './answer.js';

const build = new URLSearchParams(location.search).get('build');
if (build) hideBeyond(build as Build);

const isRefused = (error: unknown) => error instanceof romulus.AuthenticationError;

async function work() {
  const { romulusH, romulusN, romulusM, romulusT, seal, unseal } = romulus;
  const message = new Uint8Array(1000).map((_, i) => i >> 1);
  const key = romulus.generateKey();
  const modes: Record<string, unknown> = {};
  for (const { name, encryptMany, decryptMany } of [romulusN, romulusM, romulusT]) {
    const mode = name.slice(-1) as 'N' | 'M' | 'T';
    const sealed = await seal(key, message, { mode });
    const opened = await unseal(key, sealed, { mode });
    // In the nonce, in the ciphertext and in the tag.
    const changed = Array.from({ length: 48 }, (_, i) => (i < 32 ? i : i - 48 + sealed.length));
    const forgeries = changed.map((place) => sealed.map((byte, i) => (i === place ? byte ^ 1 : byte)));
    const refusals = await Promise.all(forgeries.map((forgery) => unseal(key, forgery, { mode }).catch(isRefused)));
    const requests = Array.from({ length: 50 }, (_, i) => ({
      key,
      nonce: romulus.generateNonce(),
      plaintext: message.subarray(0, 20 * i),
    }));
    const ciphertexts = await encryptMany(requests);
    ciphertexts[7]![0]! ^= 1;
    const list = await decryptMany(requests.map((request, i) => ({ ...request, ciphertext: ciphertexts[i]! })));
    modes[name] = {
      opened: String(opened) === String(message),
      refused: refusals.filter((refused) => refused === true).length,
      list: list.filter((plaintext, i) => String(plaintext) === String(requests[i]!.plaintext)).length,
      refusedOfList: list.indexOf(null),
    };
  }
  const { createHasher } = await romulus.load();
  return { hash: String(createHasher().update(message).digest()) === String(await romulusH(message)), modes };
}

answer(work());
