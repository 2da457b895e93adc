import { skinny128 } from '../../../reference/skinny.js';
import type { SuiteMode } from '../../../reference/suites.js';
import { bytesOf, domainOf, type Field, feedback, power, romulusStep, type Secrets, type Step } from '../step.js';

const shortField: Field = { width: 24, reduction: 0x1bn };

export function stepOf(mode: SuiteMode, { key, nonce }: Secrets): Step {
  const member = mode.name[1];
  if (member === '1') return romulusStep(skinny128)(mode, { key, nonce });
  const base = member === '2' ? 64 : 128;
  const period = 2 ** 24 - 1;
  return feedback((state, index) => {
    const first = Uint8Array.of(...bytesOf(power(index % period, shortField), 3), base + domainOf(mode), ...nonce);
    const high = bytesOf(power(Math.floor(index / period), shortField), 16);
    return skinny128(member === '2' ? [first, key, high] : [first, key], state);
  });
}

/** The short counter allows no more; the blocks of M3's tag have 14 bytes on average. */
const limits: Record<string, number> = { N3: 2 ** 24 - 2, M3: Math.floor(234_880_980 / 16) };
export const mostBlocks = ({ name }: SuiteMode) => limits[name];
