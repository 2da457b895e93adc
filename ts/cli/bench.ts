/** `romulus bench`: measures how fast the library is on this machine. */
import { generateKey, generateNonce, hashMany, romulusH, romulusM, romulusN, romulusT } from '../index.js';
import { type CommandArguments, readJobs } from './arguments.js';
import { convert, withFunctions } from './conversion.js';
import { type ExitCode, exitCodes, usageFailure } from './failure.js';
import type { Functions } from './library.js';
import { checkStandardOutput, standardOutput } from './output.js';

const millisecondsPerCase = 250;

const message = new Uint8Array(2 ** 20);
const messages = Array.from({ length: 128 }, () => new Uint8Array(2 ** 14));
const pieces = 32;

export async function bench(args: CommandArguments<'bench'>): Promise<ExitCode> {
  if (args.operand !== undefined) throw usageFailure('bench takes no file');
  const jobs = readJobs(args);
  checkStandardOutput();
  const key = generateKey();
  await print('Romulus-H, one chain', message.length, () => romulusH(message));
  await print('Romulus-H, many files', messages.length * 2 ** 14, () => hashMany(messages));
  for (const aead of [romulusN, romulusM, romulusT])
    await print(`${aead.name}, one chain`, message.length, () =>
      aead.encrypt({ key, nonce: generateNonce(), plaintext: message }),
    );
  for (const threads of jobs > 1 ? [1, jobs] : [1])
    await withFunctions(threads, undefined, async (functions) => {
      for (const mode of ['N', 'M', 'T'] as const) {
        const name = `Romulus-${mode}, a file, ${threads} thread${threads > 1 ? 's' : ''}`;
        await print(name, pieces * message.length, () => encryptZeros(functions, mode, key));
      }
    });
  return exitCodes.done;
}

function encryptZeros({ encryptStream }: Functions, mode: 'N' | 'M' | 'T', key: Uint8Array): Promise<void> {
  async function* zeros() {
    for (let i = 0; i < pieces; i++) yield message;
  }
  return convert(zeros(), encryptStream({ key, mode }), { async write() {} });
}

async function print(name: string, bytes: number, run: () => Promise<unknown>): Promise<void> {
  await run();
  const began = performance.now();
  let elapsed = 0;
  let count = 0;
  for (; elapsed < millisecondsPerCase; count++) {
    await run();
    elapsed = performance.now() - began;
  }
  const speed = (count * bytes) / elapsed / 1000;
  await standardOutput.write(Buffer.from(`${name.padEnd(26)}${speed.toFixed(0).padStart(6)} MB/s\n`));
}
