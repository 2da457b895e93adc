import { skinny128384 } from '../../../reference/skinny.js';
import { romulusStep, type Steps } from '../step.js';

const step = romulusStep(([first, second, third], block) => skinny128384(first, second, third, block));

/** T does not show the keys of its blocks, so it has a test of its own. */
export const stepOf: Steps['stepOf'] = (mode, secrets) => (mode.name === 'T' ? undefined : step(mode, secrets));
