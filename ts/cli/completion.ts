/** `romulus completion`: scripts for shells that complete commands, options and their values. */
import type { Arguments } from './arguments.js';
import { type CommandEntry, commands, helpOption, type OptionEntry, program } from './commands.js';
import { type ExitCode, usageFailure } from './failure.js';
import { printText } from './output.js';

const shells: Readonly<Record<string, () => string>> = { bash, zsh, fish };

export async function completion({ operand }: Arguments): Promise<ExitCode> {
  const script = operand !== undefined && Object.hasOwn(shells, operand) ? shells[operand] : undefined;
  if (!script) throw usageFailure(`completion needs the name of a shell: ${Object.keys(shells).join(', ')}`);
  return printText(script());
}

type Options = readonly (readonly [name: string, option: OptionEntry])[];

const commandNames = Object.keys(commands);
const programOptions: Options = Object.entries(program.options);
const entries = Object.entries<CommandEntry>(commands).map(([name, { summary, options, operands }]) => ({
  name,
  summary,
  operands,
  options: Object.entries({ ...options, ...helpOption }) as Options,
}));

/** The values for a placeholder in the table of commands. */
function valuesOf(placeholder: string): 'files' | readonly string[] {
  if (/FILE|OUT/.test(placeholder)) return 'files';
  if (placeholder.includes('COMMAND')) return commandNames;
  return placeholder.includes('|') ? placeholder.split('|') : [];
}

const longNames = (options: Options): string => options.map(([name]) => `--${name}`).join(' ');

/** Quotes a text for all three shells. The text must not contain a backslash. */
const literal = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(): string {
  const cases = entries.flatMap(({ name, options, operands }) => [
    ...options.flatMap(([long, { short, value }]) => {
      const letter = short === undefined ? '' : `${name}:-${short} | `;
      return value === undefined ? [] : `    ${letter}${name}:--${long}) ${bashWords(value)} ;;`;
    }),
    `    ${name}:*) if [[ $current == -* ]]; then words=${literal(longNames(options))}; else ${bashWords(operands)}; fi ;;`,
  ]);
  return `# Completion of romulus for bash. In ~/.bashrc: source <(romulus completion bash)
_romulus() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words='' word
  # In --option=value, bash takes = for a word.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${literal(`${commandNames.join(' ')} ${longNames(programOptions)}`)} -- "$current"))
    return
  fi
  # Behind -- there are only files, which bash completes itself if nothing is found.
  for word in "\${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
    [[ $word == -- ]] && return
  done
  case \${COMP_WORDS[1]}:$previous in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _romulus romulus
`;
}

/** Bash statements that complete a value. For files they only return: bash completes files if nothing else fits. */
function bashWords(placeholder: string): string {
  const values = valuesOf(placeholder);
  if (values === 'files') return 'return';
  if (values.length === 0) return 'compopt +o default +o bashdefault 2>/dev/null; return';
  return `words=${literal(values.join(' '))}`;
}

function zsh(): string {
  const cases = entries.map(({ name, options, operands }) => {
    const count = operands.endsWith('...') ? '*' : '1';
    const operandSpec = literal(`${count}:${operands.replaceAll(/[[\].]/g, '')}:${zshAction(operands)}`);
    const specs = [...options.map(zshOption), ...(operands === '' ? [] : [operandSpec])];
    return `    ${name}) _arguments -s -S ${specs.join(' ')} ;;`;
  });
  const summaries = entries.map(({ name, summary }) => `    ${literal(`${name}:${summary}`)}`);
  return `#compdef romulus
# Completion of romulus for zsh. In ~/.zshrc, behind compinit: source <(romulus completion zsh)
_romulus() {
  local -a commands
  commands=(
${summaries.join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    _arguments ${programOptions.map(zshOption).join(' ')}
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${cases.join('\n')}
  esac
}
compdef _romulus romulus
`;
}

function zshOption([name, { short, value, help }]: Options[number]): string {
  const text = `[${help.replaceAll(/[[\]]/g, '\\$&')}]`;
  const rest = literal(`${text}${value === undefined ? '' : `:${value}:${zshAction(value)}`}`);
  const [shortSign, longSign] = value === undefined ? ['', ''] : ['+', '='];
  if (short === undefined) return `--${name}${longSign}${rest}`;
  return `'(-${short} --${name})'{-${short}${shortSign},--${name}${longSign}}${rest}`;
}

function zshAction(placeholder: string): string {
  const values = valuesOf(placeholder);
  if (values === 'files') return '_files';
  return values.length === 0 ? ' ' : `(${values.join(' ')})`;
}

function fish(): string {
  const lines = entries.flatMap(({ name, summary, options, operands }) => {
    const here = `complete -c romulus -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c romulus -n __fish_use_subcommand -a ${name} -d ${literal(summary)}`,
      ...options.map((option) => `${here} ${fishOption(option)}`),
      ...(operands === '' ? [] : [`${here} ${fishValues(operands, { required: '' })}`]),
    ];
  });
  return `# Completion of romulus for fish. In ~/.config/fish/config.fish: romulus completion fish | source
complete -c romulus -f
${programOptions.map((option) => `complete -c romulus -n __fish_use_subcommand ${fishOption(option)}`).join('\n')}
${lines.join('\n')}
`;
}

function fishOption([name, { short, value, help }]: Options[number]): string {
  const names = `${short === undefined ? '' : `-s ${short} `}-l ${name}`;
  return `${names}${value === undefined ? '' : ` ${fishValues(value, { required: '-r' })}`} -d ${literal(help)}`;
}

function fishValues(placeholder: string, { required }: { required: '' | '-r' }): string {
  const values = valuesOf(placeholder);
  if (values === 'files') return `${required} -F`.trim();
  return `${required && '-x'}${values.length > 0 ? ` -a ${literal(values.join(' '))}` : ''}`.trim();
}
