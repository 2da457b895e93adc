/** The manual page romulus(1), made from the table of commands when the package is built. */
import {
  type CommandEntry,
  type CommandName,
  commands,
  helpOption,
  type OptionEntry,
  program,
  usageOf,
} from '../../ts/cli/commands.js';

export function manualPage(version: string): string {
  const sections = [
    `.TH ROMULUS 1 "" ${quoted(`romulus-wasm ${version}`)} "User Commands"`,
    section('NAME', [`romulus \\- ${escaped(program.summary)}`]),
    section('SYNOPSIS', [emphasized(program.usage)]),
    section('DESCRIPTION', [escaped(program.purpose)]),
    section('OPTIONS', options(program.options)),
    section('COMMANDS', (Object.keys(commands) as CommandName[]).flatMap(commandLines)),
    section(
      'EXIT STATUS',
      Object.entries(program.exitStatus).flatMap(([code, meaning]) => tagged(`\\fB${code}\\fR`, meaning)),
    ),
  ];
  return `${sections.join('\n')}\n`;
}

const section = (title: string, lines: readonly string[]): string => [`.SH ${title}`, ...lines].join('\n');

function commandLines(name: CommandName): string[] {
  const { purpose, notes = [], exitStatus, options: own }: CommandEntry = commands[name];
  return [
    `.SS ${quoted(usageOf(name))}`,
    ...paragraphs([purpose]),
    ...options({ ...own, ...helpOption }),
    ...paragraphs(notes),
    ...paragraphs([`Exit status: ${exitStatus}`]),
  ];
}

const paragraphs = (texts: readonly string[]): string[] => texts.flatMap((text) => ['.PP', escaped(text)]);

const options = (entries: Readonly<Record<string, OptionEntry>>): string[] =>
  Object.entries(entries).flatMap(([name, { short, value, help }]) => {
    const names = [...(short === undefined ? [] : [`-${short}`]), `--${name}`];
    const label = names.map((text) => `\\fB${escaped(text)}\\fR`).join(', ');
    return tagged(value === undefined ? label : `${label} \\fI${escaped(value)}\\fR`, help);
  });

const tagged = (label: string, text: string): string[] => ['.TP', label, escaped(text)];

/** Words in capitals are placeholders, and are set in italics. */
const emphasized = (text: string): string => escaped(text).replaceAll(/[A-Z]{2,}/g, (word) => `\\fI${word}\\fR`);

const quoted = (text: string): string => `"${escaped(text).replaceAll('"', '\\(dq')}"`;

/** A line that begins with a dot or an apostrophe would be a request. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
