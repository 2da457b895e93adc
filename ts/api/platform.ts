/** The platform's types in the public API, by their shape: the declarations need neither DOM's nor Node's. */

declare global {
  // A result is of the platform's own type where that is declared: these declarations add nothing to it.
  // biome-ignore lint/suspicious/noExplicitAny: the parameter must be written as DOM and Node write it
  interface ReadableStream<R = any> {}
  // biome-ignore lint/suspicious/noExplicitAny: the same
  interface WritableStream<W = any> {}
  interface Blob {}
  // Copies of those in @types/node, because older libraries have neither.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
}

/** An `AbortSignal`. */
export interface AbortSignalLike {
  /** Whether it has been aborted. */
  readonly aborted: boolean;
  /** The reason of the abort, with which calls reject. */
  readonly reason?: unknown;
  /** Throws the reason if it has been aborted. */
  throwIfAborted(): void;
  /** Has the listener called when it is aborted. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Takes the listener away. */
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A `ReadableStream` of `Uint8Array` chunks. */
export interface ReadableStreamLike {
  /** Locks the stream to a reader. */
  getReader(): {
    /** The next chunk, or that there are no more. */
    read(): Promise<{
      /** Whether there are no more chunks. */
      done: boolean;
      /** The chunk. */
      value?: Uint8Array | undefined;
    }>;
    /** Tells the source that nobody reads on. */
    cancel(reason?: unknown): Promise<void>;
    /** Lets another reader have the stream. */
    releaseLock(): void;
  };
}

/** A `Blob` or `File`. */
export interface BlobLike {
  /** In bytes. */
  readonly size: number;
  /** Its bytes. */
  stream(): ReadableStreamLike;
}

/** A `Blob` or `File` that is read in parts. */
export interface SliceableBlobLike extends Pick<BlobLike, 'size'> {
  /** The bytes from `start` to before `end`, once `arrayBuffer()` is called. */
  slice(
    start: number,
    end: number,
  ): {
    /** Reads them. */
    arrayBuffer(): Promise<ArrayBuffer>;
  };
}

/** A module for `load()`: its bytes, a compiled `WebAssembly.Module`, a `fetch` response, or a promise of one. */
export type ModuleSource = ModuleSourceValue | PromiseLike<ModuleSourceValue>;
/** @inline */
type ModuleSourceValue = ArrayBufferLike | ArrayBufferView | WebAssemblyModule | ResponseLike;

/** A `WebAssembly.Module`; it has no members to tell it by. */
export type WebAssemblyModule = object;

/** A `URL`. */
export interface UrlLike {
  /** The whole address. */
  readonly href: string;
}

/** A `Worker`: a Web Worker, or one of `node:worker_threads`. */
export interface WorkerLike {
  /** Sends it a message; the buffers named go along, and are no longer here. */
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  /** Ends it at once. */
  terminate(): unknown;
}

/** A `Response`. */
export interface ResponseLike {
  /** Whether the server had it. */
  readonly ok: boolean;
  /** The server's code, such as 404. */
  readonly status: number;
  /** Its bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The options of long work. */
export interface WorkOptions {
  /** Stops the work; the promise rejects with the signal's reason, and nothing is returned. */
  signal?: AbortSignalLike | undefined;
  /** Told between slices of work how many bytes of how many are done; not called for work that needs no second slice. */
  onProgress?: ((processed: number, total: number) => void) | undefined;
}
