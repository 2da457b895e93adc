/** The worked examples of docs/algorithms/elephant.md, besides those of its modes. */
import { ELEPHANT_NAMES, elephantNextMask } from '../../reference/elephant.js';
import { byNumber, type Computation } from '../worked-examples.js';

const masks = ELEPHANT_NAMES.map((name): [string, Computation] => [
  `${name.toLowerCase()}-masks`,
  (given) => {
    const masks = [given.bytes('mask 0')];
    while (masks.length < 40) masks.push(elephantNextMask(name, masks.at(-1) as Uint8Array));
    return byNumber('mask', masks, 0);
  },
]);

export const computations: Record<string, Computation> = Object.fromEntries(masks);
