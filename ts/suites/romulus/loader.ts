/** The loader of Romulus' module. In romulus-wasm/js, ts/js/loader.ts takes its place. */
import moduleSource from '#module/romulus';
import type { Engine } from '../../engine/engine.js';
import { type Loader, loadAtOnce as loadEngineAtOnce, loaderOf } from '../../engine/loader.js';
import { romulus as row } from '../table.js';

export const romulus: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

export const loadAtOnce = (): Engine => loadEngineAtOnce(romulus, moduleSource);
