/** The platform's types in the public API, described by their shape. Users need neither the DOM's nor Node's declarations. */

/** Methods of a `ReadableStream`, where its types are not there. */
interface UntypedStream<Chunk> {
  pipeThrough<Other>(transform: never): UntypedStream<Other>;
  pipeTo(destination: { readonly locked: boolean }): Promise<Chunk | undefined>;
}
/** Any `ReadableStream`. Only its methods have the types of streams of a certain chunk. */
declare const anyStream: typeof globalThis extends {
  ReadableStream: { prototype: infer Stream extends { pipeThrough: unknown } };
}
  ? Stream
  : UntypedStream<unknown>;

/** The platform's `ReadableStream` of these chunks. */
export type PlatformReadable<Chunk> = ReturnType<typeof anyStream.pipeThrough<Chunk>>;

/** The platform's `WritableStream` of these chunks. */
export type PlatformWritable<Chunk> = Parameters<PlatformReadable<Chunk>['pipeTo']>[0];

/** The platform's `Blob`. */
export type PlatformBlob = typeof globalThis extends { Blob: { prototype: infer Found } } ? Found : object;

/** A method for `using`, where the symbol has a type. */
export type DisposableLike = {
  [Method in SymbolConstructor[Extract<keyof SymbolConstructor, 'dispose'>] & symbol]: () => void;
};

/** A method for `await using`, where the symbol has a type. */
export type AsyncDisposableLike = {
  [Method in SymbolConstructor[Extract<keyof SymbolConstructor, 'asyncDispose'>] & symbol]: () => Promise<void>;
};

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

/** A `ReadableStream` of bytes. */
export interface ReadableStreamLike {
  /** Locks the stream to a reader. */
  getReader(): {
    /** Reads the next chunk. */
    read(): Promise<{
      /** True if there are no more chunks. */
      done: boolean;
      /** The chunk. */
      value?: Uint8Array | ArrayBuffer | undefined;
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
