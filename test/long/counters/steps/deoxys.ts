import { deoxysBc } from '../../../reference/deoxys-bc.js';
import { romulusStep } from '../step.js';

export const stepOf = romulusStep(deoxysBc);
