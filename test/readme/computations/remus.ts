/** The worked examples of docs/algorithms/remus.md. */
import { double, iceEncrypt } from '../../reference/ice.js';
import { REMUS_MEMBERS, REMUS_NAMES } from '../../reference/remus.js';
import { skinny128 } from '../../reference/skinny.js';
import { notingKey, sealingBy } from '../cipher-calls.js';
import type { Computation } from '../computation.js';

const doublings: Record<number, (mask: Uint8Array) => Uint8Array> = {
  128: (mask) => double(mask, 16, 0x87),
  120: (mask) => double(mask, 15, 0x1b),
};

export const computations: Record<string, Computation> = {
  'remus-doubling': (given) => {
    const doubling = doublings[given.number('bits')];
    if (!doubling) throw new RangeError('no field of that size');
    return { doubled: doubling(given.bytes('mask')) };
  },
  'skinny-128-128': (given) => ({ ciphertext: skinny128([given.bytes('tk1')], given.bytes('plaintext')) }),
  ...Object.fromEntries(
    REMUS_NAMES.map((name) => {
      const member = REMUS_MEMBERS[name];
      const encrypt = (request: Parameters<typeof iceEncrypt>[1]) =>
        iceEncrypt({ ...member, cipher: notingKey(member.cipher) }, request);
      return [`remus-${name.toLowerCase()}`, sealingBy(encrypt, { tagLength: member.blockLength })];
    }),
  ),
};
