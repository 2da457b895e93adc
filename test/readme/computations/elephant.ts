/** The worked examples of docs/algorithms/elephant.md, besides those of its modes. */
import { ELEPHANT_NAMES, type ElephantName, elephantNextMask } from '../../reference/elephant.js';
import { byNumber, type Computation } from '../computation.js';

const masks =
  (name: ElephantName): Computation =>
  (given) => {
    const list = [given.bytes('mask 0')];
    while (list.length < 40) list.push(elephantNextMask(name, list[list.length - 1] as Uint8Array));
    return byNumber('mask', list, 0);
  };

export const computations: Record<string, Computation> = Object.fromEntries(
  ELEPHANT_NAMES.map((name) => [`${name.toLowerCase()}-masks`, masks(name)]),
);
