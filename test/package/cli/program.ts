/** Runs the installed program `romulus` as a process, in a folder with a key and a passphrase. */
import { type ChildProcessWithoutNullStreams as Child, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect } from 'vitest';
import { load } from '../../../ts/index.js';
import { encryptBlob } from '../../../ts/stream/index.js';
import * as bytes from '../../fixtures/bytes.js';
import { cleanEnvironment, installTarball } from '../tarball.js';

export interface Ended {
  /** Null if a signal ended the program. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** The expected end of a run: by default exit code 0 and no complaint. */
export interface End {
  code?: number;
  stdout?: string;
  /** A message is a line that begins with the program's name. */
  message?: string | RegExp;
  stderr?: unknown;
}

const project = installTarball();

class Program {
  /** The folder of the run; a new one for each test. */
  folder = project.folder;
  readonly path = join(project.folder, 'node_modules/.bin/romulus');
  readonly environment = cleanEnvironment();

  start(args: readonly string[]): Child {
    const child = spawn(this.path, args, { cwd: this.folder, env: this.environment });
    // A process that stops reading closes the pipe.
    child.stdin.on('error', () => {});
    return child;
  }

  /** Starts a command of bash that can use `romulus`. */
  startShell(command: string, environment: NodeJS.ProcessEnv = {}): Child {
    const PATH = `${dirname(this.path)}:${process.env.PATH}`;
    return spawn('bash', ['-c', command], { cwd: this.folder, env: { ...this.environment, PATH, ...environment } });
  }

  run(args: readonly string[], input: Uint8Array | string = ''): Promise<Ended> {
    const child = this.start(args);
    child.stdin.end(input);
    return ended(child);
  }

  /** Runs the program, fails unless it ends as expected, and returns its standard output. */
  async expect(args: readonly string[], end: End = {}, input: Uint8Array | string = ''): Promise<Buffer> {
    const run = await this.run(args, input);
    expectEnd(run, end);
    return run.stdout;
  }

  shell(command: string, environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return ended(this.startShell(command, environment));
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file with fixed permissions, whatever the umask: the program warns of some. */
  write(name: string, contents: Uint8Array | string): string {
    writeFileSync(this.file(name), contents);
    chmodSync(this.file(name), 0o644);
    return name;
  }

  read(name: string): Buffer {
    return readFileSync(this.file(name));
  }

  modeOf(name: string): string {
    return (statSync(this.file(name)).mode & 0o777).toString(8);
  }
}

export const program = new Program();
export const commands = ['hash', 'keygen', 'encrypt', 'decrypt', 'help'];
export const key = bytes.text(16);
export const keyFile = `romulus-key-1 ${bytes.hex(key)}\n`;
export const passphrase = 'correct horse';

beforeEach(() => {
  program.folder = mkdtempSync(join(project.folder, 'files-'));
  program.write('key', keyFile);
  program.write('passphrase', `${passphrase}\n`);
});
afterEach(() => rmSync(program.folder, { recursive: true }));

/** The files in the folder, except the key, the passphrase and the notes of a terminal. */
export const names = (folder = '.') =>
  readdirSync(program.file(folder))
    .filter((name) => !['key', 'passphrase', '.tty', '.pid'].includes(name))
    .sort();

export const isTemporary = (name: string) => name.startsWith('.romulus-');

export function expectEnd({ code, stdout, stderr }: Ended, { message, ...expected }: End = {}): void {
  const [, told = stderr] = /^romulus: ([^\n]+)\n$/.exec(stderr) ?? [];
  const printed = expected.stdout === undefined ? {} : { stdout: String(stdout) };
  const pattern = message instanceof RegExp ? expect.stringMatching(message) : message;
  const usual = { code: 0, ...(expected.stderr === undefined && { told: pattern ?? '' }) };
  expect({ code, ...('stderr' in expected ? { stderr } : { told }), ...printed }).toEqual({ ...usual, ...expected });
}

export const succeed = (args: string[], input?: Uint8Array | string) => program.expect(args, {}, input);

export const refuse = (code: number, message: string | RegExp, args: string[], input?: Uint8Array) =>
  program.expect(args, { code, message }, input);

export async function ended(child: Child): Promise<Ended> {
  const whole = [once(child, 'close'), buffer(child.stdout), text(child.stderr)] as const;
  const [[code, signal], stdout, stderr] = await Promise.all(whole);
  return { code, signal, stdout, stderr };
}

export async function sealed(length: number, options: Parameters<typeof encryptBlob>[1] = { key }) {
  const blob = await encryptBlob(new Blob([bytes.text(length)]), options);
  return new Uint8Array(await blob.arrayBuffer());
}

/** A passphrase for the library, at a low cost. */
export const secretOf = (passphrase: string) => ({ passphrase: new TextEncoder().encode(passphrase), cost: 2 ** 10 });

/** An environment in which programs derive keys at a low cost. `NODE_OPTIONS= romulus` uses the full cost. */
export const cheapScrypt = { NODE_OPTIONS: `--import=${new URL('cheap-scrypt.mjs', import.meta.url).href}` };

/** An environment in which no worker starts. */
export function withoutWorkers(): NodeJS.ProcessEnv {
  const refusing = `import threads from 'node:worker_threads';
    threads.Worker = class { constructor() { throw new Error('of the test'); } };
    (await import('node:module')).syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import=${program.file(program.write('refusing.mjs', refusing))}` };
}

const { romulusH } = await load();

export const digestOf = (contents: Uint8Array | string): string =>
  bytes.hex(romulusH(typeof contents === 'string' ? new TextEncoder().encode(contents) : contents));

export const lineOf = (name: string, contents: Uint8Array | string): string => `${digestOf(contents)}  ${name}\n`;

export const linesOf = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

export const messagesOf = (...lines: string[]) => linesOf(...lines.map((line) => `romulus: ${line}`));
