/** The worked examples of docs/algorithms/romulus-v12.md, besides those of its modes. */
import { v12Member } from '../../reference/romulus-v12.js';
import { byNumber, type Computation, upTo } from '../worked-examples.js';

const shortCounter = (count: number) =>
  v12Member('N3')
    .tweakeys(new Uint8Array(16), { block: new Uint8Array(12), count, domain: 0 })[0]!
    .subarray(0, 3);

export const computations: Record<string, Computation> = {
  'romulus-v12-counter': () => byNumber('ctr', upTo(64, shortCounter), 0),
};
