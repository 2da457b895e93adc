import { TGIF_MEMBERS, type TgifName } from '../../../reference/tgif.js';
import { iceStep } from '../step.js';

export const stepOf = iceStep(({ name }) => TGIF_MEMBERS[name as TgifName]);
