/** `#romulus` in romulus-wasm/js: an instance in JavaScript, which is made synchronously at its first use. */
import { UsageError } from '../base/errors.js';
import { type Engine, engineOf } from '../engine/engine.js';
import type { Loader } from '../engine/loader.js';
import type { EngineExports } from '../engine/memory-map.js';
import instantiate from '../suites/romulus/javascript.generated.js';
import { romulus as row } from '../suites/table.js';

let made: Engine | undefined;

export function loadAtOnce(): Engine {
  made ??= engineOf(instantiate() as object as EngineExports, {});
  return made;
}

export const romulus: Loader = {
  suite: row,
  get engine() {
    return loadAtOnce();
  },
  async load(source) {
    if (source !== undefined) throw new UsageError('romulus-wasm/js takes no module: call load() without a source');
    return loadAtOnce();
  },
};
