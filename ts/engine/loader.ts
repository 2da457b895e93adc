/** Loads a suite's module once in each realm. If loading fails, the error contains a hint. */
import { describe, LoadError } from '../base/errors.js';
import type { ModuleSource, ResponseLike, WebAssemblyModule } from '../base/platform.js';
import type { SuiteRow } from '../suites/table.js';
import { type Engine, engineOf } from './engine.js';
import type { EngineExports } from './memory-map.js';
import { hasSimd128 } from './module-text.js';

declare const WebAssembly: {
  instantiate(source: object): Promise<object>;
  Module: new (bytes: object) => WebAssemblyModule;
  Instance: new (module: WebAssemblyModule) => { exports: EngineExports };
};

export type SuiteIdentity = Pick<SuiteRow, 'name' | 'key'>;

/** The loader of a suite's engine. Each realm has one engine for a suite. */
export interface Loader {
  readonly suite: SuiteIdentity;
  /** The engine, or undefined until it is loaded. With a loaded engine, calls need not wait. */
  engine: Engine | undefined;
  /** Loads the engine unless it is loaded. A `source` always replaces the engine. The next call after a failure tries again. */
  load(source?: ModuleSource): Promise<Engine>;
}

/** On edge runtimes, the default source is the module itself. Elsewhere it is a function that reads the module. */
type DefaultSource = ModuleSource | (() => ModuleSource);

const read = (source: DefaultSource): ModuleSource => (typeof source === 'function' ? source() : source);

export function loaderOf(defaultSource: DefaultSource, { name, key }: SuiteIdentity): Loader {
  const suite = { name, key };
  let loading: Promise<Engine> | undefined;
  const loader = {
    suite,
    engine: undefined as Engine | undefined,
    async load(source?: ModuleSource): Promise<Engine> {
      if (source !== undefined) {
        loader.engine = await instantiate(() => source, suite);
      } else if (!loader.engine) {
        loading ??= instantiate(defaultSource, suite).finally(() => {
          loading = undefined;
        });
        const engine = await loading;
        loader.engine ??= engine;
      }
      return loader.engine;
    },
  };
  return loader;
}

type Instantiated = { instance: { exports: EngineExports }; module: WebAssemblyModule };

async function instantiate(source: DefaultSource, { name, key }: SuiteIdentity): Promise<Engine> {
  // Every module exports a function that is named after its suite.
  const mark = `suite_${key.replaceAll('-', '_')}`;
  let hint = 'it could not be fetched: check address and network';
  try {
    let bytes: object = await read(source);
    hint = 'its bytes could not be read: they were lost on the way, or read or transferred before';
    const response = bytes as ResponseLike | null;
    if (response?.arrayBuffer) {
      if (!response.ok) {
        hint = `the response has status ${response.status}`;
        throw new Error(hint);
      }
      bytes = await response.arrayBuffer();
    }
    // Some engines reject a DataView, and all of them reject shared memory. `slice` copies into memory that is not shared.
    if (ArrayBuffer.isView(bytes)) bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice();
    else if (describe(bytes).endsWith('ArrayBuffer')) bytes = new Uint8Array(bytes as ArrayBuffer).slice();
    hint = `it is not WebAssembly, but ${described(bytes)}`;
    const result = await WebAssembly.instantiate(bytes);
    hint = 'it is the module of another suite or version';
    // WebAssembly.instantiate returns a module and an instance for bytes, but only an instance for a module.
    const isBoth = Object.hasOwn(result, 'instance');
    const { instance, module } = (isBoth ? result : { instance: result, module: bytes }) as Instantiated;
    if (!(mark in instance.exports)) throw new Error(`no ${mark}`);
    return engineOf(instance.exports, module);
  } catch (cause) {
    hint = hintOfRuntime(cause) ?? `${hint}; it must be romulus-wasm/${key}.wasm of this version`;
    throw new LoadError(hint, cause, `the ${name} module`);
  }
}

export function loadAtOnce(loader: Loader, defaultSource: DefaultSource): Engine {
  loader.engine ??= instantiateAtOnce(defaultSource, loader.suite);
  return loader.engine;
}

function instantiateAtOnce(defaultSource: DefaultSource, { name }: SuiteIdentity): Engine {
  let source: object | undefined;
  try {
    source = read(defaultSource);
    const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source as object);
    return engineOf(new WebAssembly.Instance(module).exports, module);
  } catch (cause) {
    // The source is a promise if the module is in a file. Nobody awaits this promise, so its rejection is ignored.
    Promise.resolve(source).catch(() => {});
    throw new LoadError(hintOfRuntime(cause) ?? 'not at once here: await load()', cause, `the ${name} module`);
  }
}

function described(source: object): string {
  if (!(source instanceof Uint8Array)) return describe(source);
  return `${source.length} bytes that begin with ${JSON.stringify(String.fromCharCode(...source.subarray(0, 20)))}`;
}

function hintOfRuntime(cause: unknown): string | undefined {
  if (typeof WebAssembly !== 'object') return 'this runtime has no WebAssembly; romulus-wasm/js needs none';
  if (/out of memory|cannot allocate|could not allocate/i.test(String(cause)))
    return 'too little memory or address space is left; node --disable-wasm-trap-handler needs less, and romulus-wasm/js no WebAssembly';
  if (!hasSimd128()) return 'this engine has no SIMD in WebAssembly; romulus-wasm/js needs none';
  if (!/embedder|unsafe-eval|content security policy|\bCSP\b/i.test(String(cause))) return undefined;
  return (
    "this script may not compile WebAssembly: script-src of a page's Content-Security-Policy needs 'wasm-unsafe-eval', " +
    'and an edge runtime needs load(module)'
  );
}
