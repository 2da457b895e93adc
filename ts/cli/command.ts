/** What each command of the program is. */
import type { Arguments, Option } from './arguments.js';
import type { ExitCode } from './failure.js';

export interface Command {
  readonly help: string;
  /** Besides `--help`. */
  readonly options: Readonly<Record<string, Option>>;
  run(given: Arguments): Promise<ExitCode>;
}

/** A command whose `run` knows the names of its options. */
export const command = <Name extends string>(
  help: string,
  options: Readonly<Record<Name, Option>>,
  run: (given: Arguments<Name>) => Promise<ExitCode>,
): Command => ({ help, options, run: run as Command['run'] });
