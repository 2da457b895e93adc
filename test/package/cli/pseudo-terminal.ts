/** A pseudo-terminal with a program, through `script` of util-linux, which Debian and most other systems have. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { expect } from 'vitest';
import { program } from './program.js';

/** The questions of the program. */
export const [ask, askAgain] = ['Passphrase: ', 'Type it again: '];

/** Everything that a terminal shows of a command, which must end with this exit code. */
export async function shownBy(command: string, { code = 0, ...settings }: { code?: number } & TerminalSettings = {}) {
  const terminal = new PseudoTerminal(`${command}; echo code $?`, settings);
  await terminal.shows(`code ${code}\r\n`);
  return terminal.shown.slice(0, -`code ${code}\r\n`.length);
}

interface TerminalSettings {
  environment?: NodeJS.ProcessEnv;
  columns?: number;
}

export class PseudoTerminal {
  readonly #child: ChildProcessWithoutNullStreams;
  /** Everything shown so far, and the end of the part that a test has waited for. */
  shown = '';
  #read = 0;

  constructor(command: string, { environment, columns = 80 }: TerminalSettings = {}) {
    this.#child = spawn('script', ['-qefc', `stty cols ${columns}; tty >.tty; ${command}`, '/dev/null'], {
      cwd: program.folder,
      // A fixed shell, whoever runs the tests.
      env: { ...program.environment, SHELL: '/bin/sh', TERM: 'xterm', ...environment },
    });
    this.#child.stdout.on('data', (piece) => {
      this.shown += String(piece);
    });
  }

  /** Waits until the terminal shows this, after the part that was waited for before. */
  async shows(text: string | RegExp): Promise<void> {
    const unread = () => this.shown.slice(this.#read);
    await expect.poll(unread, { timeout: 30_000, interval: 10 }).toMatch(text);
    const found = typeof text === 'string' ? text : (text.exec(unread()) as RegExpExecArray)[0];
    this.#read += unread().indexOf(found) + found.length;
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }

  get echoes(): boolean {
    const device = String(program.read('.tty')).trim();
    return /(^|\s)echo\s/.test(String(execFileSync('stty', ['-a', '-F', device])));
  }
}
