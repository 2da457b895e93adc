/** `romulus encrypt`: a file, encrypted in the format of docs/stream-format.md. */
import type { Mode } from '../index.js';
import type { ByteTransform } from '../stream/index.js';
import type { Arguments } from './arguments.js';
import { armoring } from './armor.js';
import { type OptionOf, suffix } from './commands.js';
import { convertFiles } from './conversion.js';
import { type ExitCode, usageFailure } from './failure.js';

export async function encryptCommand(given: Arguments<OptionOf<'encrypt'>>): Promise<ExitCode> {
  const mode = given.value('mode') ?? 'N';
  if (!isMode(mode)) throw usageFailure('--mode must be N, M or T');
  return convertFiles(given, {
    targetOf(path) {
      if (path !== '-') return `${path}${suffix}`;
      if (process.stdout.isTTY && !given.has('armor'))
        throw usageFailure('a terminal cannot show encrypted data: give -o OUT');
      return '-';
    },
    mode: 0o666,
    prompt: given.has('generate-passphrase') ? 'generated' : 'twice',
    transform({ encryptStream }, common) {
      const stream = encryptStream({ ...common, mode });
      return given.has('armor') ? armored(stream) : stream;
    },
  });
}

const armored = ({ readable, writable }: ByteTransform) => ({ readable: readable.pipeThrough(armoring()), writable });

const isMode = (text: string): text is Mode => text === 'N' || text === 'M' || text === 'T';
