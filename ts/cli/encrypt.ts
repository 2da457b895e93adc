/** `romulus encrypt`. */
import type { Mode } from '../index.js';
import type { Given } from './arguments.js';
import { armoring } from './armor.js';
import { suffix } from './commands.js';
import { convertFiles } from './conversion.js';
import { type ExitCode, usageFailure } from './failure.js';

export async function encryptCommand(given: Given<'encrypt'>): Promise<ExitCode> {
  const mode = given.value('mode') ?? 'N';
  if (!isMode(mode)) throw usageFailure('--mode must be N, M or T');
  const isArmored = given.has('armor');
  return convertFiles(given, {
    targetOf(path) {
      if (path !== '-') return `${path}${suffix}`;
      if (process.stdout.isTTY && !isArmored) throw usageFailure('a terminal cannot show encrypted data: give -o OUT');
      return '-';
    },
    mode: 0o666,
    prompt: given.has('generate-passphrase') ? 'generated' : 'twice',
    open: async ({ pieces, size }) => ({ pieces, size }),
    transform({ encryptStream }, options) {
      const { readable, writable } = encryptStream({ ...options, mode });
      return { readable: isArmored ? readable.pipeThrough(armoring()) : readable, writable };
    },
  });
}

const isMode = (text: string): text is Mode => text === 'N' || text === 'M' || text === 'T';
