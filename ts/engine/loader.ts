/** Loading a suite's module, once a realm, and saying what to do where that fails. */
import type { SuiteRow } from '../../suites.mjs';
import { LoadError } from '../errors.js';
import type { ModuleSource, ResponseLike, WebAssemblyModule } from '../platform.js';
import { Engine, type EngineExports } from './engine.js';

declare const WebAssembly: {
  instantiate(source: object): Promise<object>;
};

/** The engine of a suite, once a realm. */
export interface Loader {
  /** The engine if it is loaded: then a call can be answered without waiting. */
  loaded(): Engine | undefined;
  /**
   * The engine, loaded if need be; from a source of the caller's a new one, from now on the realm's. A failure is not kept: the next
   * call tries again.
   */
  load(source?: ModuleSource): Promise<Engine>;
}

export function loaderOf(defaultSource: () => ModuleSource, suite: SuiteRow): Loader {
  let current: Engine | undefined;
  let loading: Promise<Engine> | undefined;
  return {
    loaded: () => current,
    async load(source) {
      if (source !== undefined) {
        current = await instantiate(() => source, suite);
        return current;
      }
      if (current) return current;
      loading ??= instantiate(defaultSource, suite)
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

async function instantiate(source: () => ModuleSource, { name, mark }: SuiteRow): Promise<Engine> {
  try {
    const value = await source();
    const given = await moduleOf(value);
    const result = await WebAssembly.instantiate(given);
    // Bytes give a module and its instance, a module gives its instance.
    const { instance, module } = ('instance' in result ? result : { instance: result, module: given }) as Instantiated;
    if (!(mark in instance.exports)) throw new Error('it is another module');
    return new Engine(instance.exports, module);
  } catch (cause) {
    throw new LoadError(hintFor(cause, mark), cause, `the ${name} module`);
  }
}

async function moduleOf(value: object): Promise<object> {
  if ('arrayBuffer' in value && 'status' in value) {
    const response = value as ResponseLike;
    if (!response.ok) throw new Error(`the response has status ${response.status}`);
    return response.arrayBuffer();
  }
  // Of the views, some engines take only typed arrays.
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return value;
}

function hintFor(cause: unknown, mark: string): string {
  if (typeof WebAssembly !== 'object') return 'this runtime has no WebAssembly';
  const message = String(cause);
  if (/embedder|unsafe-eval|content security policy|\bCSP\b/i.test(message))
    return (
      "this script may not compile WebAssembly. In a page, script-src of the Content-Security-Policy needs 'wasm-unsafe-eval'; " +
      'on an edge runtime, pass a compiled module to load(module)'
    );
  // The mark is `suite_` and the suite's key, in which a hyphen is no letter of a function's name.
  return `the source must be romulus-wasm/${mark.slice(6).replace('_', '-')}.wasm of this version`;
}
