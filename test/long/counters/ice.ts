/** One step of the modes over ICE. */
import { DOMAINS, derive, type IceMember, iceCall } from '../../reference/ice.js';
import type { SuiteMode } from '../../reference/suites.js';
import { bytesOf, type Field, feedback, isN, multiply, numberOf, power, type Secrets, type Step } from './step.js';

export const iceStep =
  (memberOf: (mode: SuiteMode) => IceMember) =>
  (mode: SuiteMode, secrets: Secrets): Step => {
    const member = memberOf(mode);
    const first = derive(member, secrets);
    const times = (mask: Uint8Array, count: number, field: Field) => {
      const length = field.width / 8;
      const product = multiply(numberOf(mask.subarray(0, length)), power(count, field), field);
      return Uint8Array.of(...bytesOf(product, length), ...mask.subarray(length));
    };
    const keyField = member.ice === 3 ? { width: 120, reduction: 0x1bn } : { width: 128, reduction: 0x87n };
    const blockField = { width: 8 * member.blockLength, reduction: 0x87n };
    return feedback((state, index) => {
      // N has already doubled them for the empty block of its associated data.
      const count = isN(mode) ? index + 1 : index;
      const masks = { key: times(first.key, count, keyField), block: times(first.block, count, blockField) };
      return iceCall(member, masks, state, isN(mode) ? DOMAINS.text.inner : DOMAINS.encryption);
    });
  };
