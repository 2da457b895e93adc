import { extended, xor } from '../../../reference/bytes.js';
import { ELEPHANT_INSTANCES, type ElephantName } from '../../../reference/elephant.js';
import type { SuiteMode } from '../../../reference/suites.js';
import type { Secrets, Step } from '../step.js';

/** No block of Elephant follows from another one. */
export function stepOf({ name }: SuiteMode, { key, nonce }: Secrets): Step {
  const { blockLength, permute, next } = ELEPHANT_INSTANCES[name as ElephantName];
  let masks = permute(extended(key, blockLength));
  const maskAt = (index: number) => {
    if (masks.length <= index + blockLength) {
      const more = extended(masks, 2 * (index + blockLength));
      for (let i = masks.length; i < more.length; i++) more[i] = next(more.subarray(i - blockLength, i));
      masks = more;
    }
    return masks.subarray(index, index + blockLength);
  };
  return (_, index) => {
    const mask = xor(maskAt(index), maskAt(index + 1));
    return xor(permute(xor(extended(nonce, blockLength), mask)), mask);
  };
}
