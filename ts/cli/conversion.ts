/** What `encrypt` and `decrypt` share: from an input through a stream of the library to an output. */
import { Worker } from 'node:worker_threads';
import { release } from '../release.js';
import { type ByteTransform, decryptStream, encryptStream } from '../stream/index.js';
import type { Input } from './input.js';
import { type Output, type OutputSettings, openOutput } from './output.js';
import { openProgress } from './progress.js';

/** The library's functions, those of this thread or those of a pool. */
export interface Streams {
  readonly encryptStream: typeof encryptStream;
  readonly decryptStream: typeof decryptStream;
}

export interface Conversion {
  readonly input: Input;
  /** The bytes of the input, if some of them were read already. */
  readonly pieces?: AsyncIterable<Uint8Array>;
  readonly target: string;
  readonly outputSettings: OutputSettings;
  /** The number of threads. */
  readonly jobs: number;
  transform(streams: Streams, onProgress: (processed: number) => void): ByteTransform;
}

/** Less than this is done before workers have started. */
const worthWorkers = 2 ** 23;

/** The output is complete then, or not there at all. */
export async function convertFile(conversion: Conversion): Promise<void> {
  const { input, pieces, target, outputSettings, jobs, transform } = conversion;
  const output = openOutput(target, outputSettings);
  const progress = openProgress(target === '-');
  try {
    await withStreams(jobs, input.size, async (streams) => {
      const transformed = transform(streams, (processed) => progress.at(processed, input.size));
      await convert(pieces ?? input.pieces(), transformed, output);
    });
    await output.complete();
  } finally {
    progress.close();
    await output.close();
  }
}

/** Enough for workers, whose bytes are elsewhere; they would take ten times as much. */
const youngMegabytes = 4;

/** Calls `use` with the functions of this thread, or with those of a pool that it helps for as long as it takes. */
export async function withStreams(
  jobs: number,
  size: number | undefined,
  use: (streams: Streams) => Promise<void>,
): Promise<void> {
  if (jobs === 1 || (size !== undefined && size < worthWorkers)) return use({ encryptStream, decryptStream });
  const { createPool } = await import('../pool/index.js');
  const script = new URL('./pool-worker.js', import.meta.url);
  const worker = () => new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
  const pool = await createPool({ size: jobs - 1, worker, callerHelps: true });
  try {
    await use(pool);
  } finally {
    await pool.close();
  }
}

/** Rejects with the first error of any of the three. */
export async function convert(
  pieces: AsyncIterable<Uint8Array>,
  { readable, writable }: ByteTransform,
  output: Output,
): Promise<void> {
  const fed = feed(pieces, writable.getWriter());
  // The reader is told the same error.
  fed.catch(() => {});
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      await output.write(value);
      release([value.buffer as ArrayBuffer]);
    }
  } catch (error) {
    reader.cancel(error).catch(() => {});
    throw error;
  }
  await fed;
}

async function feed(pieces: AsyncIterable<Uint8Array>, writer: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
  try {
    for await (const piece of pieces) await writer.write(piece);
    await writer.close();
  } catch (error) {
    writer.abort(error).catch(() => {});
    throw error;
  }
}
