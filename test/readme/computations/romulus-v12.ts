/** The worked examples of docs/algorithms/romulus-v12.md. */
import { V12_NAMES, v12Encrypt, v12Member } from '../../reference/romulus-v12.js';
import { skinny128 } from '../../reference/skinny.js';
import { noting, sealingBy } from '../cipher-calls.js';
import { byNumber, type Computation } from '../computation.js';

const shortCounter = (count: number) =>
  v12Member('N3')
    .tweakeys(new Uint8Array(16), { block: new Uint8Array(12), count, domain: 0 })[0]!
    .subarray(0, 3);

const cipher = noting(skinny128);

export const computations: Record<string, Computation> = {
  'romulus-v12-counter': () =>
    byNumber(
      'ctr',
      Array.from({ length: 64 }, (_, i) => shortCounter(i)),
      0,
    ),
  'skinny-128-256': (given) => ({
    ciphertext: skinny128([given.bytes('tk1'), given.bytes('tk2')], given.bytes('plaintext')),
  }),
  ...Object.fromEntries(
    V12_NAMES.map((name) => [
      `romulus-${name.toLowerCase()}`,
      sealingBy((request) => v12Encrypt(name, request, { ...v12Member(name), cipher }), {
        tagLength: 16,
        domainAt: name.endsWith('1') ? 7 : 3,
      }),
    ]),
  ),
};
