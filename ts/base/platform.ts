/** The platform's types in the public API, described by their shape. Users need neither the DOM's nor Node's declarations. */

declare global {
  // These declarations let results have the platform's own type where that type is declared. They add no member to it.
  // biome-ignore lint/suspicious/noExplicitAny: the parameter must be written as DOM and Node write it
  interface ReadableStream<R = any> {}
  // biome-ignore lint/suspicious/noExplicitAny: the same
  interface WritableStream<W = any> {}
  interface Blob {}
  // These two are copies from @types/node, because older libraries do not declare the two symbols.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
}

/** An `AbortSignal`. */
export interface AbortSignalLike {
  /** True if the signal has been aborted. */
  readonly aborted: boolean;
  /** The reason of the abort, with which calls reject. */
  readonly reason?: unknown;
  /** Throws the reason if the signal has been aborted. */
  throwIfAborted(): void;
  /** Calls the listener when the signal is aborted. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Removes the listener. */
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A `ReadableStream` of `Uint8Array` chunks. */
export interface ReadableStreamLike {
  /** Locks the stream to a reader. */
  getReader(): {
    /** Reads the next chunk. */
    read(): Promise<{
      /** True if there are no more chunks. */
      done: boolean;
      /** The chunk. */
      value?: Uint8Array | undefined;
    }>;
    /** Tells the source that no further chunk will be read. */
    cancel(reason?: unknown): Promise<void>;
    /** Unlocks the stream for another reader. */
    releaseLock(): void;
  };
}

/** A `Blob` or `File`. */
export interface BlobLike {
  /** The length in bytes. */
  readonly size: number;
  /** Returns a stream of the bytes. */
  stream(): ReadableStreamLike;
}

/** A `Blob` or `File` that is read in parts. */
export interface SliceableBlobLike extends Pick<BlobLike, 'size'> {
  /** The part from `start` to before `end`. The bytes are read when `arrayBuffer()` is called. */
  slice(
    start: number,
    end: number,
  ): {
    /** Reads the bytes of the part. */
    arrayBuffer(): Promise<ArrayBuffer>;
  };
}

/** A module for `load()`: its bytes, a compiled `WebAssembly.Module`, a `fetch` response, or a promise of one. */
export type ModuleSource = ModuleSourceValue | PromiseLike<ModuleSourceValue>;
/** @inline */
type ModuleSourceValue = ArrayBufferLike | ArrayBufferView | WebAssemblyModule | ResponseLike;

/** A `WebAssembly.Module`. The type is `object` because a module has no members. */
export type WebAssemblyModule = object;

/** A `URL`. */
export interface UrlLike {
  /** The whole address. */
  readonly href: string;
}

/** A `Worker`: a Web Worker, or one of `node:worker_threads`. */
export interface WorkerLike {
  /** Sends a message to the worker and transfers the listed buffers. This thread loses those buffers. */
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  /** Ends the worker at once. */
  terminate(): unknown;
}

/** A `Response`. */
export interface ResponseLike {
  /** True if the server answered with a success status. */
  readonly ok: boolean;
  /** The HTTP status code, such as 404. */
  readonly status: number;
  /** Reads the bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The options of long work. */
export interface WorkOptions {
  /** Stops the work when the signal aborts. The promise then rejects with the signal's reason. */
  signal?: AbortSignalLike | undefined;
  /** Called between slices of work with the number of bytes done and the total. Work that fits one slice never calls this function. */
  onProgress?: ((processed: number, total: number) => void) | undefined;
}
