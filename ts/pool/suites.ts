/** Modes as they cross to a worker, and the suites that a worker has the modules of. */

import type { Loader } from '../engine/loader.js';
import { type AeadMode, modeOf } from '../messages/mode.js';
import type { ModeRow } from '../suites/table.js';

/** A mode by its suite's mark and its row. */
export interface SentMode {
  readonly mark: string;
  readonly row: ModeRow;
}

/** What the calling thread has checked, and functions, which cannot cross, stay there. */
export function sentMode({ loader, ...mode }: AeadMode): SentMode {
  const { name, id, nonceLength, tagLength, readsTextFirst, laneCosts, laneLimit } = mode;
  return { mark: loader.suite.mark, row: { name, id, nonceLength, tagLength, readsTextFirst, laneCosts, laneLimit } };
}

const loaders = /* @__PURE__ */ new Map<string, Loader>();

/** From now on this worker has the suite. */
export function keepSuite(loader: Loader): void {
  loaders.set(loader.suite.mark, loader);
}

/** The mode that was sent; the suite came before it. */
export const receivedMode = ({ mark, row }: SentMode): AeadMode => modeOf(row, loaders.get(mark) as Loader);
