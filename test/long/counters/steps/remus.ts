import { REMUS_MEMBERS, type RemusName } from '../../../reference/remus.js';
import { iceStep } from '../step.js';

export const stepOf = iceStep(({ name }) => REMUS_MEMBERS[name as RemusName]);
