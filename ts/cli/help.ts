/** The text of `--help`, made from the table of commands and laid out for a terminal. */
import { type CommandEntry, type CommandName, commands, helpOption, type OptionEntry, program } from './commands.js';

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
