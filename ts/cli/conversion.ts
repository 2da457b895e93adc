/** What `encrypt` and `decrypt` share: from an input through a stream of the library to an output. */
import { Worker } from 'node:worker_threads';
import { release } from '../runtime/release.js';
import { type ByteTransform, decryptStream, encryptStream, type StreamKey } from '../stream/index.js';
import type { Arguments } from './arguments.js';
import type { OptionOf } from './commands.js';
import { type ExitCode, exitCodes, Failure, failureOf, printFailure, usageFailure } from './failure.js';
import { isText } from './file-name.js';
import { type Input, openInput } from './input.js';
import { readJobs } from './jobs-option.js';
import { checkOutput, type Output, withOutput } from './output.js';
import { openProgress } from './progress.js';
import { type Prompt, RunSecret } from './secret.js';

type Given = Arguments<OptionOf<'encrypt'> & OptionOf<'decrypt'>>;

/** The library's functions, those of this thread or those of a pool. */
export interface Streams {
  readonly encryptStream: typeof encryptStream;
  readonly decryptStream: typeof decryptStream;
}

/** What the options of both directions of a stream have in common. */
type CommonOptions = StreamKey & { associatedData: Uint8Array; onProgress: (processed: number) => void };

/** What is converted of an input. */
interface Contents {
  /** All of it, again and again until the header is right. */
  readonly pieces: () => AsyncIterable<Uint8Array>;
  /** How much it is, or about so, for the progress. */
  readonly size: number | undefined;
}

/** One of the two directions. */
export interface Conversion {
  /** What the file is converted to, if the options name no output. */
  targetOf(path: string): string;
  /** The permissions of the output, less the umask. */
  readonly mode: number;
  /** How a passphrase is asked for. */
  readonly prompt: Prompt;
  /** Looks into the input before anything is asked for. */
  check?(input: Input): Promise<Contents>;
  transform(streams: Streams, options: CommonOptions): Pick<ByteTransform, 'readable' | 'writable'>;
}

/** Less than this is done before workers have started. */
const worthWorkers = 2 ** 23;

/** One file that fails does not stop the others, unless they would fail for the same reason; the exit code is the worst. */
export async function convertFiles(given: Given, conversion: Conversion): Promise<ExitCode> {
  const paths = given.operands.length > 0 ? given.operands : ['-'];
  const isOnly = paths.length === 1;
  if (!isOnly && given.has('output')) throw usageFailure('--output is for one file only');
  readJobs(given);
  if (!isText(given.value('ad') ?? '')) throw usageFailure('--ad must be valid UTF-8');
  const secret = new RunSecret(given, conversion.prompt);
  let exitCode: ExitCode = exitCodes.done;
  try {
    for (const path of paths) {
      try {
        await convertFile(given, { path, isOnly, secret }, conversion);
      } catch (error) {
        const failure = failureOf(error);
        if (isOnly || secret.hasFailed || failure.exitCode === exitCodes.closedPipe) throw failure;
        printFailure(failure);
        if (failure.exitCode > exitCode) exitCode = failure.exitCode;
      }
    }
  } finally {
    secret.wipe();
  }
  return exitCode;
}

interface FileSettings {
  readonly path: string;
  /** Then it need not be told which file it is that cannot be converted. */
  readonly isOnly: boolean;
  readonly secret: RunSecret;
}

async function wholeOf(input: Input): Promise<Contents> {
  const pieces = input.pieces();
  return { pieces: () => pieces, size: input.size };
}

/** The output is complete then, or not there at all. */
async function convertFile(given: Given, file: FileSettings, conversion: Conversion): Promise<void> {
  const { path, secret } = file;
  const { mode, check = wholeOf } = conversion;
  const names = [path];
  let input: Input | undefined;
  try {
    const target = given.value('output') ?? conversion.targetOf(path);
    const outputSettings = { force: given.has('force'), mode };
    names.push(target);
    checkOutput(target, outputSettings);
    input = await openInput(path);
    const { name } = input;
    names.unshift(name);
    const { pieces, size } = await check(input);
    await secret.read();
    const associatedData = new TextEncoder().encode(given.value('ad'));
    const convertTo = async (output: Output) => {
      const progress = openProgress({ sharesTerminal: target === '-' });
      try {
        await withStreams(readJobs(given), size, (streams) =>
          convertWith(secret, name, (key, onOpen) => {
            const onProgress = (processed: number) => {
              onOpen();
              progress.at(processed, size);
            };
            const stream = conversion.transform(streams, { ...key, associatedData, onProgress });
            return convert(pieces(), stream, output);
          }),
        );
      } finally {
        progress.close();
      }
    };
    await withOutput(target, outputSettings, convertTo);
  } catch (error) {
    throw secret.hasFailed ? error : namedFailure(error, names, file.isOnly);
  } finally {
    await input?.close();
  }
}

/** Whoever decrypts many files wants to know which. Failures of the system, and those of the output, tell a name already. */
function namedFailure(error: unknown, names: readonly string[], isOnly: boolean): Failure {
  const failure = failureOf(error);
  const { exitCode, message } = failure;
  const needsName = exitCode === exitCodes.refused || (exitCode === exitCodes.usage && !isOnly);
  if (!needsName || names.some((name) => message.startsWith(`${name}: `))) return failure;
  return new Failure(exitCode, `${names[0]}: ${message}`, error);
}

/** How often a passphrase is tried. */
const mostAttempts = 3;

/** Converts with the secret; where a passphrase that was typed does not open the file, with one that is typed then. */
async function convertWith(
  secret: RunSecret,
  name: string,
  attempt: (key: StreamKey, onOpen: () => void) => Promise<void>,
): Promise<void> {
  for (let count = 1; ; count++) {
    let isOpen = false;
    try {
      return await attempt(await secret.read(), () => {
        isOpen = true;
      });
    } catch (error) {
      const isWrong = !isOpen && (error as { code?: unknown }).code === 'ERR_ROMULUS_AUTH';
      if (!isWrong || count === mostAttempts || !secret.isTyped) throw error;
      await secret.askAgain(name);
    }
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
  { readable, writable }: Pick<ByteTransform, 'readable' | 'writable'>,
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
