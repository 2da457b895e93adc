/** What `encrypt` and `decrypt` share: from an input through a stream of the library to an output. */
import { Worker } from 'node:worker_threads';
import { release } from '../release.js';
import { type ByteTransform, decryptStream, encryptStream, type StreamKey } from '../stream/index.js';
import type { Arguments } from './arguments.js';
import type { OptionOf } from './commands.js';
import { type ExitCode, exitCodes, Failure, failureOf } from './failure.js';
import { openInput } from './input.js';
import { readJobs } from './jobs-option.js';
import { checkOutput, type Output, withOutput } from './output.js';
import { openProgress } from './progress.js';
import { checkSecret, type Prompt, readSecret, wipeSecret } from './secret.js';

type Given = Arguments<OptionOf<'encrypt'> & OptionOf<'decrypt'>>;

/** The library's functions, those of this thread or those of a pool. */
export interface Streams {
  readonly encryptStream: typeof encryptStream;
  readonly decryptStream: typeof decryptStream;
}

/** What the options of both directions of a stream have in common. */
type CommonOptions = StreamKey & { associatedData: Uint8Array; onProgress: (processed: number) => void };

export interface Conversion {
  readonly path: string;
  readonly target: string;
  /** The permissions of the output, less the umask. */
  readonly mode: number;
  /** How a passphrase is asked for. */
  readonly prompt: Prompt;
  /** Looks into the input before anything is asked for, and gives all of its pieces. */
  check?(pieces: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>>;
  transform(streams: Streams, options: CommonOptions): ByteTransform;
}

/** Less than this is done before workers have started. */
const worthWorkers = 2 ** 23;

/** The output is complete then, or not there at all. */
export async function convertFile(
  given: Given,
  { path, target, mode, prompt, check = async (pieces) => pieces, transform }: Conversion,
): Promise<ExitCode> {
  const jobs = readJobs(given);
  checkSecret(given);
  const outputSettings = { force: given.has('force'), mode };
  checkOutput(target, outputSettings);
  const input = await openInput(path);
  try {
    const pieces = await check(input.pieces());
    const secret = await readSecret(given, prompt);
    const associatedData = new TextEncoder().encode(given.value('ad'));
    const convertTo = async (output: Output) => {
      const progress = openProgress({ sharesTerminal: target === '-' });
      const onProgress = (processed: number) => progress.at(processed, input.size);
      try {
        await withStreams(jobs, input.size, (streams) =>
          convert(pieces, transform(streams, { ...secret, associatedData, onProgress }), output),
        );
      } finally {
        progress.close();
      }
    };
    await withOutput(target, outputSettings, convertTo).finally(() => wipeSecret(secret));
  } catch (error) {
    const { exitCode, message } = failureOf(error);
    // Whoever decrypts many files wants to know which.
    throw exitCode === exitCodes.refused ? new Failure(exitCode, `${input.name}: ${message}`, error) : error;
  } finally {
    await input.close();
  }
  return exitCodes.done;
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
