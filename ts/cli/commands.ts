/** The table of commands, which defines the command line, the help and the manual page, and the text of `--help`. */

export interface OptionEntry {
  readonly short?: string;
  /** A placeholder for the value. An option without one takes no value. */
  readonly value?: string;
  readonly help: string;
}

export interface CommandEntry {
  readonly summary: string;
  readonly operands: string;
  /** The text before the options, and the paragraphs behind them. */
  readonly purpose: string;
  readonly notes?: readonly string[];
  /** All options except `--help`, which each command has. */
  readonly options: Readonly<Record<string, OptionEntry>>;
  readonly exitStatus: string;
}

export const suffix = '.romulus';

export const helpOption = { help: { short: 'h', help: 'show this help' } } as const;

const jobs = { jobs: { short: 'j', value: 'N', help: 'use at most N threads (default: one per core)' } } as const;

const conversion = {
  force: { short: 'f', help: 'replace OUT if it already exists' },
  key: { short: 'k', value: 'FILE', help: 'use the key in this file, which romulus keygen wrote' },
  'passphrase-file': {
    short: 'p',
    value: 'FILE',
    help: 'use the passphrase in this file: all of it, except a line end at its end',
  },
  ...jobs,
} as const;

const defaultOutput = (name: string): string =>
  `write the one file to OUT; - is standard output (default: ${name}, or standard output for standard input)`;

const severalFiles =
  'A file that fails does not stop the others; the exit status is then the highest of all. A passphrase is asked for once for all files.';

export const commands = {
  hash: {
    summary: 'write or check digests',
    operands: '[FILE]...',
    purpose:
      'Writes a line with the Romulus-H digest of each FILE, in their order. Without FILE, or if FILE is -, it reads standard input.',
    options: {
      check: { short: 'c', help: 'read such lines from each FILE, and check the files that they name' },
      quiet: { help: 'with --check: write no line for a file that matches' },
      status: { help: 'with --check: write nothing; the exit status says everything' },
      'ignore-missing': { help: 'with --check: pass over files that are missing, if any is there' },
      tag: { help: 'write lines in the style of BSD: ROMULUS-H (FILE) = DIGEST' },
      zero: { short: 'z', help: 'end lines with NUL instead of a line feed, and escape no names' },
      ...jobs,
    },
    notes: [
      '--check reads lines of both styles, and skips empty lines and comments, which begin with #.',
      'Many files use all cores, and each core hashes small ones side by side. One file is one chain of steps, which only one core can compute.',
      'If a name has a backslash or a line end, it is escaped and its line begins with a backslash, as with b3sum and sha256sum. On a terminal, all control characters and those that change the direction of text are escaped too.',
    ],
    exitStatus:
      '0 if all is well; 1 if a file that --check names is missing or has another digest, or a line is malformed; 2 if the command line is wrong; 3 if a FILE cannot be read.',
  },
  keygen: {
    summary: 'write a file with a random key',
    operands: '[FILE]',
    purpose:
      'Writes a random key of 16 bytes to FILE, for --key: one line of text, "romulus-key-1 " and 32 hexadecimal digits. Only the owner of the file can read it. An existing file is never replaced.',
    options: { output: { short: 'o', value: 'FILE', help: 'the same as FILE alone' } },
    exitStatus:
      '0 if FILE is written; 2 if FILE already exists or the command line is wrong; 3 if FILE cannot be written.',
  },
  encrypt: {
    summary: 'encrypt files with a key file or a passphrase',
    operands: '[FILE]...',
    purpose: 'Encrypts each FILE, or standard input if there is no FILE or it is -.',
    options: {
      output: { short: 'o', value: 'OUT', help: defaultOutput(`FILE${suffix}`) },
      ...conversion,
      armor: { short: 'a', help: 'write text, for mail; decrypt recognises it by itself' },
      'generate-passphrase': {
        help: 'make a passphrase of seven random words (77 bits), and show it once on the terminal',
      },
      mode: {
        short: 'm',
        value: 'N|M|T',
        help: 'the mode of Romulus: N (the default), nonce-based; M, misuse-resistant; T, for devices that leak',
      },
      ad: {
        value: 'TEXT',
        help: 'associated data: text that you must also give to decrypt, and that is not in the file',
      },
    },
    notes: [
      'Without --key, --passphrase-file and --generate-passphrase, it asks for a passphrase at the terminal, twice.',
      severalFiles,
      'A folder is encrypted as one file by: tar c DIR | romulus encrypt -o DIR.tar.romulus',
      'OUT gets its name when it is complete. If anything fails, no part of it is left, and an existing OUT stays as it is.',
    ],
    exitStatus:
      '0 if all files are encrypted; 2 if OUT already exists or the command line is wrong; 3 if something cannot be read or written.',
  },
  decrypt: {
    summary: 'decrypt such files',
    operands: '[FILE]...',
    purpose: 'Decrypts each FILE, or standard input if there is no FILE or it is -.',
    options: {
      output: { short: 'o', value: 'OUT', help: defaultOutput(`FILE without its ${suffix}`) },
      ...conversion,
      ad: { value: 'TEXT', help: 'the associated data with which the file was encrypted' },
      'max-memory': { value: 'MIB', help: 'refuse a file whose passphrase needs more MiB of memory (default: 256)' },
    },
    notes: [
      'If the file was encrypted with a passphrase and --passphrase-file is not given, it asks for the passphrase at the terminal, and up to two times more if it is wrong.',
      severalFiles,
      'Without -o, a FILE is not written to standard output, also if that is a pipe; a warning says so then. To unpack a folder: romulus decrypt DIR.tar.romulus -o - | tar x',
      'OUT gets its name when all of it is known to be authentic, and only its owner can read it. If anything fails, no part of it is left, and an existing OUT stays as it is. Standard output gets the file piece by piece, each when it is known to be authentic; only exit status 0 shows that the file is complete.',
    ],
    exitStatus:
      '0 if all files are decrypted; 1 if one is not authentic or not complete, or the key, the passphrase or the associated data is wrong, or a passphrase needs more than --max-memory; 2 if OUT already exists or the command line is wrong; 3 if something cannot be read or written.',
  },
  help: {
    summary: 'show this help, or that of a command',
    operands: '[COMMAND]',
    purpose: 'Shows the options of COMMAND, or all commands.',
    options: {},
    exitStatus: '0; 2 if there is no such command.',
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type CommandName = keyof typeof commands;

export type OptionOf<Name extends CommandName> = keyof (typeof commands)[Name]['options'] & string;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

export const program = {
  summary: 'digests and encryption of files by the Romulus suite',
  usage: 'romulus COMMAND [OPTION]... [FILE]...',
  purpose: 'The Romulus suite of lightweight cryptography, for files.',
  options: {
    help: { short: 'h', help: 'show this help; romulus COMMAND --help shows the options of a command' },
    version: { short: 'V', help: 'show the version; -v does too' },
  },
  exitStatus: {
    0: 'success',
    1: 'a digest differs; a file is not authentic, is damaged or is not an encrypted file; the key, the passphrase or the associated data is wrong',
    2: 'the command line is wrong, or the command cannot do what it asks: for example, a file already exists',
    3: 'something cannot be read or written',
    130: 'interrupted by SIGINT, 143 by SIGTERM, and so on; no temporary file is left by these, by SIGHUP, QUIT, ABRT, ALRM, USR2, VTALRM, XCPU and PWR, but perhaps by others',
    141: 'nobody reads the output any more',
  },
} as const satisfies { options: Readonly<Record<string, OptionEntry>> } & Record<string, unknown>;

const width = 88;

export function programHelp(): string {
  const summaries = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  const codes = Object.entries(program.exitStatus).map(([code, meaning]) => [code.padStart(3), meaning] as const);
  return paragraphs([
    `Usage: ${program.usage}`,
    program.purpose,
    columns(summaries),
    columns(optionsOf(program.options)),
    `Exit status:\n${columns(codes)}`,
  ]);
}

export function commandHelp(name: CommandName): string {
  const { purpose, options, notes = [], exitStatus }: CommandEntry = commands[name];
  return paragraphs([
    `Usage: ${usageOf(name)}`,
    wrapped(purpose),
    columns(optionsOf({ ...options, ...helpOption })),
    ...notes.map((text) => wrapped(text)),
    wrapped(`Exit status: ${exitStatus}`),
  ]);
}

export function usageOf(name: CommandName): string {
  const { options, operands }: CommandEntry = commands[name];
  const words = ['romulus', name, Object.keys(options).length > 0 ? '[OPTION]...' : '', operands];
  return words.filter((word) => word !== '').join(' ');
}

const optionsOf = (options: Readonly<Record<string, OptionEntry>>) =>
  Object.entries(options).map(([name, { short, value, help }]) => {
    const shortName = short === undefined ? '    ' : `-${short}, `;
    return [`${shortName}--${name}${value === undefined ? '' : ` ${value}`}`, help] as const;
  });

const paragraphs = (texts: readonly string[]): string => `${texts.join('\n\n')}\n`;

function columns(rows: readonly (readonly [string, string])[]): string {
  const indent = 4 + Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `  ${label}`.padEnd(indent) + wrapped(text, indent)).join('\n');
}

const wrapped = (text: string, indent = 0): string =>
  text.match(new RegExp(`\\S.{0,${width - indent - 1}}(?= |$)`, 'g'))?.join(`\n${' '.repeat(indent)}`) ?? '';
