/** `romulus encrypt` and `romulus decrypt`. Each file goes from an input, through streams of the library, to an output. */
import { basename } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import type { Bytes } from '../index.js';
import { release } from '../runtime/release.js';
import { type ByteTransform, readHeader, type StreamKey, type StreamSettings } from '../stream/index.js';
import { type CommandArguments, readJobs } from './arguments.js';
import { ArmorReader, armoring, lengthWithoutArmor } from './armor.js';
import { suffix } from './commands.js';
import { type ExitCode, exitCodes, Failure, failureOf, printFailure, printWarning, usageFailure } from './failure.js';
import { isText } from './file-name.js';
import { type Input, openInput } from './input.js';
import { type Functions, openFunctions, worthWorkers } from './library.js';
import { checkOutput, isPipe, type Write, withOutput } from './output.js';
import { openProgress } from './progress.js';
import { type Prompt, type RunSecret, runSecret } from './secret.js';

type ArgumentsOfBoth = CommandArguments<'encrypt' | 'decrypt'>;
type Streams = Pick<ByteTransform, 'readable' | 'writable'>;
type Contents = Pick<Input, 'pieces' | 'size'>;

interface Conversion {
  /** Returns the name of the output for an input, if the options name no output. */
  targetOf(path: string): string;
  readonly mode: number;
  readonly prompt: Prompt;
  inputFailure?(failure: Failure): Failure;
  /** Reads the beginning of the input before a secret is asked for. Until one has opened the header, `pieces` can be called again. */
  open(input: Input): Promise<Contents>;
  transform(functions: Functions, options: StreamKey & Pick<StreamSettings, 'associatedData' | 'onProgress'>): Streams;
}

export async function encryptCommand(args: CommandArguments<'encrypt'>): Promise<ExitCode> {
  const mode = args.value('mode') ?? 'N';
  if (mode !== 'N' && mode !== 'M' && mode !== 'T') throw usageFailure('--mode must be N, M or T');
  const isArmored = args.has('armor');
  return convertFiles(args, {
    targetOf(path) {
      if (path !== '-') return `${path}${suffix}`;
      if (process.stdout.isTTY && !isArmored) throw usageFailure('a terminal cannot show encrypted data: give -o OUT');
      return '-';
    },
    mode: 0o666,
    prompt: args.has('generate-passphrase') ? 'generated' : 'twice',
    inputFailure(failure) {
      const isFolder = (failure.cause as NodeJS.ErrnoException | undefined)?.code === 'EISDIR';
      const advice = 'tar c DIR | romulus encrypt -o DIR.tar.romulus encrypts one';
      return isFolder ? new Failure(failure.exitCode, `${failure.message}; ${advice}`, failure.cause) : failure;
    },
    open: async (input) => input,
    transform({ encryptStream }, options) {
      const { readable, writable } = encryptStream({ ...options, mode });
      return { readable: isArmored ? readable.pipeThrough(armoring()) : readable, writable };
    },
  });
}

/** scrypt needs 1024 bytes of memory for each step of its cost. */
const stepsPerMebibyte = 1024;
const headerLength = 64;

export async function decryptCommand(args: CommandArguments<'decrypt'>): Promise<ExitCode> {
  const mebibytes = args.value('max-memory') ?? '256';
  if (!/^[1-9]\d{0,5}$/.test(mebibytes)) throw usageFailure('--max-memory must be a number of MiB from 1 to 999999');
  const maxMemory = Number(mebibytes) * 2 ** 20;
  return convertFiles(args, {
    targetOf: nameWithoutSuffix,
    mode: 0o600,
    prompt: 'once',
    async open({ pieces, size }) {
      const armor = new ArmorReader();
      const { head, all } = await readHead(armor.read(pieces()));
      const { cost } = readHeader(head);
      if (cost === undefined && !args.has('key')) throw usageFailure('the file opens with a key: give --key');
      const needed = (cost ?? 0) / stepsPerMebibyte;
      const advice = 'if you trust the file, give --max-memory';
      if (needed > Number(mebibytes))
        throw new Failure(exitCodes.refused, `the passphrase needs ${needed} MiB of memory: ${advice}`);
      return { pieces: all, size: size && armor.isArmored ? lengthWithoutArmor(size) : size };
    },
    transform: ({ decryptStream }, options) => decryptStream({ ...options, maxMemory }),
  });
}

function nameWithoutSuffix(path: string): string {
  if (path === '-') return '-';
  if (!basename(path).endsWith(suffix) || basename(path) === suffix)
    throw usageFailure(`the name of the file does not end in ${suffix}: give -o OUT`);
  const name = path.slice(0, -suffix.length);
  // A file may have the name that stands for standard output.
  return name === '-' ? './-' : name;
}

/** Reads the header, which says whether to ask for a passphrase. `all` still yields the whole input. */
async function readHead(pieces: AsyncGenerator<Uint8Array>) {
  let head = new Uint8Array(0);
  // One byte more than the header lets the decryption check the header before it takes another piece.
  while (head.length <= headerLength) {
    const { done, value } = await pieces.next();
    // If the input ends within the header, reading the header makes the error.
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* all() {
    yield head;
    yield* pieces;
  }
  return { head, all };
}

/** Converts all files. A file that fails does not stop the others, unless they would fail for the same reason. */
async function convertFiles(args: ArgumentsOfBoth, conversion: Conversion): Promise<ExitCode> {
  const paths = args.operands.length > 0 ? args.operands : ['-'];
  const isOnly = paths.length === 1;
  if (!isOnly && args.has('output')) throw usageFailure('--output is for one file only');
  readJobs(args);
  if (!isText(args.value('ad') ?? '')) throw usageFailure('--ad must be valid UTF-8');
  const secret = runSecret(args, conversion.prompt);
  for (const path of paths) secret.refuseFrom(path);
  let exitCode: ExitCode = exitCodes.done;
  try {
    for (const path of paths) {
      const names = [path];
      try {
        await convertFile(args, conversion, secret, names);
      } catch (error) {
        const failure = secret.hasFailed ? failureOf(error) : namedFailure(error, names, isOnly);
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

/** Writes the output completely, or not at all. Adds the names of the input and the output to `names`, for messages. */
async function convertFile(args: ArgumentsOfBoth, conversion: Conversion, secret: RunSecret, names: string[]) {
  const path = names[0] as string;
  const target = args.value('output') ?? conversion.targetOf(path);
  const outputSettings = { force: args.has('force'), mode: conversion.mode };
  names.push(target);
  await checkOutput(target, outputSettings);
  const input = await openInput(path).catch((error) => {
    throw conversion.inputFailure?.(error) ?? error;
  });
  names.unshift(input.name);
  try {
    const { pieces, size } = await conversion.open(input);
    await secret.read();
    const associatedData = new TextEncoder().encode(args.value('ad'));
    await withOutput(target, outputSettings, async (write) => {
      const progress = openProgress({ sharesTerminal: target === '-' });
      const convertWith = (functions: Functions) =>
        tryWith(secret, input.name, (key, onOpen) => {
          const onProgress = (processed: number) => {
            onOpen();
            progress.at(processed, size);
          };
          return convert(pieces(), conversion.transform(functions, { ...key, associatedData, onProgress }), write);
        });
      await withFunctions(readJobs(args), size, convertWith).finally(() => progress.close());
    });
    if (target !== '-' && !args.has('output') && isPipe(1))
      printWarning(`standard output gets nothing: the output is in ${target}; -o - writes it to standard output`);
  } finally {
    await input.close();
  }
}

/** Adds the name of the file to the message. Failures of the system and of the output already name their file. */
function namedFailure(error: unknown, names: readonly string[], isOnly: boolean): Failure {
  const failure = failureOf(error);
  const { exitCode, message } = failure;
  const needsName = exitCode === exitCodes.refused || (exitCode === exitCodes.usage && !isOnly);
  if (!needsName || names.some((name) => message.startsWith(`${name}: `))) return failure;
  return new Failure(exitCode, `${names[0]}: ${message}`, error);
}

const mostAttempts = 3;

type Attempt = (key: StreamKey, onOpen: () => void) => Promise<void>;

async function tryWith(secret: RunSecret, name: string, attempt: Attempt): Promise<void> {
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

/** If a pool does the work, this thread only moves the bytes. If no worker can start, this thread does the work. */
async function withFunctions(jobs: number, size: Input['size'], use: (functions: Functions) => Promise<void>) {
  const workers = (size !== undefined && size < worthWorkers) || jobs === 1 ? 0 : jobs;
  const functions = await openFunctions(workers).catch(() => openFunctions(0));
  await use(functions).finally(() => functions.close());
}

function convert(pieces: AsyncGenerator<Uint8Array>, streams: Streams, write: Write) {
  const take = async (bytes: Bytes) => {
    await write(bytes);
    release([bytes.buffer]);
  };
  const source = ReadableStream.from(pieces) as globalThis.ReadableStream<Uint8Array>;
  return source.pipeThrough(streams).pipeTo(new WritableStream({ write: take }));
}
