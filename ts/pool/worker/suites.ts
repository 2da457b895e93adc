/** The suites that a worker has the modules of. */
import type { Loader } from '../../engine/loader.js';
import { type AeadMode, modeOf } from '../../messages/mode.js';
import type { SentMode } from '../crossing.js';

const loaders = /* @__PURE__ */ new Map<string, Loader>();

export function keepSuite(loader: Loader): void {
  loaders.set(loader.suite.key, loader);
}

/** The mode that was sent; its suite came before it. */
export const receivedMode = ({ suite, row }: SentMode): AeadMode => modeOf(row, loaders.get(suite) as Loader);
