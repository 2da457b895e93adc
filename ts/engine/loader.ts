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
  const step = async <Result>(hintOf: (cause: unknown) => string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof LoadError) throw cause;
      const hint = typeof WebAssembly === 'object' ? hintOf(cause) : 'this runtime has no WebAssembly';
      throw new LoadError(hint, cause, `the ${name} module`);
    }
  };
  // The mark is `suite_` and the suite's key, in which a hyphen is no letter of a function's name.
  const right = `the source must be romulus-wasm/${mark.slice(6).replace('_', '-')}.wasm of this version`;
  const value = await step(
    () => `it could not be fetched: check the address and the network; ${right}`,
    async () => source(),
  );
  const given = await step(
    (cause) => `it could not be fetched: ${messageOf(cause)}; ${right}`,
    () => moduleOf(value),
  );
  const result = await step(
    (cause) => forbidden(cause) ?? `this is no WebAssembly module, but ${described(given)}; ${right}`,
    () => WebAssembly.instantiate(given),
  );
  return step(
    (cause) => `${messageOf(cause)}; ${right}`,
    async () => {
      // Bytes give a module and its instance, a module gives its instance.
      const { instance, module } = (
        'instance' in result ? result : { instance: result, module: given }
      ) as Instantiated;
      const { exports } = instance;
      if (!(mark in exports)) {
        const isOurs = Object.keys(exports).some((name) => name.startsWith('suite_'));
        throw new Error(isOurs ? 'this is the module of another suite' : 'this is the module of something else');
      }
      try {
        return new Engine(exports, module);
      } catch (cause) {
        throw new Error('this is the module of another version', { cause });
      }
    },
  );
}

const messageOf = (cause: unknown) => (cause as Error).message;

async function moduleOf(value: object): Promise<object> {
  if (typeof value !== 'object' || value === null) return value;
  if ('arrayBuffer' in value && 'status' in value) {
    const response = value as ResponseLike;
    if (!response.ok) throw new Error(`the response has status ${response.status}`);
    return response.arrayBuffer();
  }
  // Of the views, some engines take only typed arrays.
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return value;
}

/** What is said of a source that is no module. */
function described(value: object): string {
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
  if (!(bytes instanceof Uint8Array)) return `a value of type ${value === null ? 'null' : typeof value}`;
  const beginning = String.fromCharCode(...bytes.subarray(0, 20));
  return `${bytes.length} bytes that begin with ${JSON.stringify(beginning)}`;
}

/** The hint where a policy forbids to compile. */
function forbidden(cause: unknown): string | undefined {
  if (!/embedder|unsafe-eval|content security policy|\bCSP\b/i.test(String(cause))) return undefined;
  return (
    "this script may not compile WebAssembly. In a page, script-src of the Content-Security-Policy needs 'wasm-unsafe-eval'; " +
    'on an edge runtime, pass a compiled module to load(module)'
  );
}
