/** The platform's types in the public API, by their shape: the declarations need neither DOM's nor Node's. */

declare global {
  // What is returned must be the platform's own, where it has declarations: these add nothing to them.
  // biome-ignore lint/suspicious/noExplicitAny: the parameter must be written as DOM and Node write it
  interface ReadableStream<R = any> {}
  // biome-ignore lint/suspicious/noExplicitAny: the same
  interface WritableStream<W = any> {}
  interface Blob {}
}

/** An `AbortSignal`. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A `ReadableStream` of `Uint8Array` chunks. */
export interface ReadableStreamLike {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
    releaseLock(): void;
  };
}

/** A `Blob` or `File`. */
export interface BlobLike {
  readonly size: number;
  stream(): ReadableStreamLike;
}

/** A `Blob` or `File` that is read in parts. */
export interface SliceableBlobLike {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** What `load()` takes: the module's bytes, a compiled `WebAssembly.Module`, a `fetch` response, or a promise of one. */
export type ModuleSource = ModuleSourceValue | PromiseLike<ModuleSourceValue>;
type ModuleSourceValue = ArrayBufferLike | ArrayBufferView | WebAssemblyModule | ResponseLike;

/** A `WebAssembly.Module`; it has no members to tell it by. */
export type WebAssemblyModule = object;

/** A `URL`. */
export interface UrlLike {
  readonly href: string;
}

/** A `Worker`: a Web Worker, or one of `node:worker_threads`. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
}

/** A `Response`. */
export interface ResponseLike {
  readonly ok: boolean;
  readonly status: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** What long work takes besides its input. */
export interface WorkOptions {
  /** Stops the work; the promise rejects with the signal's reason, and nothing is returned. */
  signal?: AbortSignalLike | undefined;
  /** Told between slices of work how many bytes of how many are done; not called for work that needs no second slice. */
  onProgress?: ((processed: number, total: number) => void) | undefined;
}
