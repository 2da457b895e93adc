/** Loading a suite's module, once a realm, and saying what to do where that fails. */

import { LoadError } from '../api/errors.js';
import type { ModuleSource, ResponseLike, WebAssemblyModule } from '../api/platform.js';
import type { SuiteRow } from '../suites/table.js';
import { Engine, type EngineExports } from './engine.js';

declare const WebAssembly: {
  instantiate(source: object): Promise<object>;
};

/** What tells a suite's module from others. */
type SuiteIdentity = Pick<SuiteRow, 'name' | 'mark'>;

/** The engine of a suite, once a realm. */
export interface Loader {
  readonly suite: SuiteIdentity;
  /** The engine if it is loaded: then a call can be answered without waiting. */
  loaded(): Engine | undefined;
  /**
   * The engine, loaded if need be; from a source of the caller's a new one, from now on the realm's. A failure is not kept: the next
   * call tries again.
   */
  load(source?: ModuleSource): Promise<Engine>;
}

/** On edge runtimes the default source is the module itself, elsewhere a function that reads it. */
export function loaderOf(defaultSource: ModuleSource | (() => ModuleSource), { name, mark }: SuiteIdentity): Loader {
  const suite = { name, mark };
  const readDefault = (typeof defaultSource === 'function' ? defaultSource : () => defaultSource) as () => ModuleSource;
  let current: Engine | undefined;
  let loading: Promise<Engine> | undefined;
  return {
    suite,
    loaded: () => current,
    async load(source) {
      if (source !== undefined) {
        current = await instantiate(() => source, suite);
        return current;
      }
      if (current) return current;
      loading ??= instantiate(readDefault, suite)
        .then((engine) => {
          current ??= engine;
          return current;
        })
        .finally(() => {
          loading = undefined;
        });
      return loading;
    },
  };
}

interface Instantiated {
  instance: { exports: EngineExports };
  module: WebAssemblyModule;
}

async function instantiate(source: () => ModuleSource, { name, mark }: SuiteIdentity): Promise<Engine> {
  let hint = 'it could not be fetched: check the address and the network';
  try {
    let given: object = await source();
    if (Object(given) === given && 'arrayBuffer' in given) {
      const response = given as ResponseLike;
      if (!response.ok) {
        hint = `the response has status ${response.status}`;
        throw new Error(hint);
      }
      given = await response.arrayBuffer();
    }
    // Of the views, some engines take only typed arrays.
    if (ArrayBuffer.isView(given)) given = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
    hint = `it is not WebAssembly, but ${described(given)}`;
    const result = await WebAssembly.instantiate(given);
    hint = 'it is the module of another suite or version';
    // Bytes give a module and its instance, a module gives its instance.
    const { instance, module } = ('instance' in result ? result : { instance: result, module: given }) as Instantiated;
    if (!(mark in instance.exports)) throw new Error(`it does not export ${mark}`);
    return new Engine(instance.exports, module);
  } catch (cause) {
    // The mark is `suite_` and the suite's key, in which a hyphen is no letter of a function's name.
    const file = `romulus-wasm/${mark.slice(6).replace('_', '-')}.wasm`;
    hint = hintOfRuntime(cause) ?? `${hint}; it must be ${file} of this version`;
    throw new LoadError(hint, cause, `the ${name} module`);
  }
}

/** What is said of a source that holds something else. */
function described(given: object): string {
  const bytes = given instanceof ArrayBuffer ? new Uint8Array(given) : given;
  if (!(bytes instanceof Uint8Array)) return given === null ? 'null' : `of type ${typeof given}`;
  return `${bytes.length} bytes that begin with ${JSON.stringify(String.fromCharCode(...bytes.subarray(0, 20)))}`;
}

/** Where it is not the source's fault. */
function hintOfRuntime(cause: unknown): string | undefined {
  if (typeof WebAssembly !== 'object') return 'this runtime has no WebAssembly';
  if (!/embedder|unsafe-eval|content security policy|\bCSP\b/i.test(String(cause))) return undefined;
  return (
    "this script may not compile WebAssembly. In a page, script-src of the Content-Security-Policy needs 'wasm-unsafe-eval'; " +
    'on an edge runtime, pass a compiled module to load(module)'
  );
}
