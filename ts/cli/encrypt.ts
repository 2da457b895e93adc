/** `romulus encrypt`: a file, encrypted in the format of docs/stream-format.md. */
import type { Mode } from '../index.js';
import { command } from './command.js';
import { conversionOptions, convertFile } from './conversion.js';
import { usageFailure } from './failure.js';

/** What is put behind the name of a file that is encrypted. */
export const suffix = '.romulus';

const help = `Usage: romulus encrypt [OPTION]... [FILE]

Encrypts FILE, or standard input if there is no FILE or it is -.

  -o, --output OUT           write to OUT; - is standard output (default: FILE${suffix},
                             or standard output for standard input)
  -f, --force                replace OUT if it already exists
  -k, --key FILE             use the key in this file, which romulus keygen wrote
  -p, --passphrase-file FILE use the passphrase in this file: all of it, except a line
                             end at its end
  -m, --mode N|M|T           the mode of Romulus: N (the default), nonce-based; M,
                             misuse-resistant; T, of which single messages resist
                             leakage
      --ad TEXT              associated data: text that you must also give to decrypt,
                             and that is not in the file
  -j, --jobs N               use N threads (default: one per core)
  -h, --help                 show this help

Without --key and --passphrase-file, it asks for a passphrase at the terminal, twice.

OUT gets its name when it is complete. If anything fails, no part of it is left, and an
existing OUT stays as it is.

Exit status: 0 if the file is encrypted; 2 if OUT already exists or the command line is
wrong; 3 if something cannot be read or written.
`;

const options = { ...conversionOptions, mode: { type: 'string', short: 'm' } } as const;

export const encryptCommand = command(help, options, async (given) => {
  const path = given.operand ?? '-';
  const mode = given.value('mode') ?? 'N';
  if (!isMode(mode)) throw usageFailure('--mode must be N, M or T');
  const target = given.value('output') ?? (path === '-' ? '-' : `${path}${suffix}`);
  if (target === '-' && !given.has('output') && process.stdout.isTTY)
    throw usageFailure('a terminal cannot show encrypted data: give -o OUT');
  return convertFile(given, {
    path,
    target,
    mode: 0o666,
    prompt: 'twice',
    transform: ({ encryptStream }, common) => encryptStream({ ...common, mode }),
  });
});

const isMode = (text: string): text is Mode => text === 'N' || text === 'M' || text === 'T';
