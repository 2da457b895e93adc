/** The worked examples of docs/algorithms/tgif.md. */
import { iceEncrypt } from '../../reference/ice.js';
import { TGIF_MEMBERS, TGIF_NAMES } from '../../reference/tgif.js';
import { tgifBc } from '../../reference/tgif-bc.js';
import { notingKey, sealingBy } from '../cipher-calls.js';
import type { Computation } from '../computation.js';

const cipher = notingKey(tgifBc);

export const computations: Record<string, Computation> = Object.fromEntries(
  TGIF_NAMES.map((name) => [
    `tgif-${name.toLowerCase()}`,
    sealingBy((request) => iceEncrypt({ ...TGIF_MEMBERS[name], cipher }, request), { tagLength: 16 }),
  ]),
);
