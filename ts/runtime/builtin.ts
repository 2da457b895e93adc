/** Node's built-in modules, which Deno and Bun have too. An import of one would fail in other runtimes. */

export interface ThreadWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  on(event: string, listener: (value: unknown) => void): unknown;
  ref(): void;
  unref(): void;
}

export type NodeScrypt = (
  password: Uint8Array,
  salt: Uint8Array,
  length: number,
  parameters: { N: number; r: number; p: number; maxmem: number },
  callback: (error: Error | null, derived: Uint8Array) => void,
) => void;

interface BuiltinModules {
  'node:worker_threads': {
    Worker: new (script: unknown, options: { execArgv: string[] }) => ThreadWorker;
    parentPort: Pick<ThreadWorker, 'postMessage' | 'on'> | null;
  };
  'node:async_hooks': { AsyncResource: { bind<Callback>(callback: Callback): Callback } };
  'node:os': { availableParallelism?(): number };
  'node:crypto': { readonly scrypt?: NodeScrypt };
  'node:fs': { readFileSync(path: URL): Uint8Array };
}

const runtime: { process?: { getBuiltinModule?(name: string): unknown } } = globalThis as object;

export function builtin<Name extends keyof BuiltinModules>(name: Name): BuiltinModules[Name] | undefined {
  try {
    // `process` is read as a property, because Parcel installs a package for any use of Node's own variable.
    return runtime.process?.getBuiltinModule?.(name) as BuiltinModules[Name] | undefined;
  } catch {
    // Next's edge runtime has a `process` that only throws.
    return undefined;
  }
}

/** Binds a callback to the async context of this call, such as the store of an `AsyncLocalStorage`. Promises keep it by themselves. */
export const inThisContext = <Callback extends (...values: never[]) => unknown>(callback: Callback): Callback =>
  builtin('node:async_hooks')?.AsyncResource.bind(callback) ?? callback;
