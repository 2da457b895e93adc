/** No module: a pool's workers are sent theirs. */
import type { ModuleSource } from '../../platform.js';

export const defaultSource = (): ModuleSource => {
  throw new Error('the pool sent no module');
};
