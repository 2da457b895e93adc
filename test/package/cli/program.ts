/** Runs the program `romulus` of the installed package, as a process of its own. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { cleanEnvironment, installTarball, type Project } from '../tarball.js';

export interface Ended {
  /** Null if it died of a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export class Program {
  readonly #project: Project;
  /** The folder that it runs in; a new one for each test. */
  folder = '';

  /** The environment of every process. */
  readonly environment: NodeJS.ProcessEnv;

  constructor(project: Project, more: NodeJS.ProcessEnv) {
    this.#project = project;
    this.environment = { ...cleanEnvironment(), ...more };
  }

  get path(): string {
    return join(this.#project.folder, 'node_modules/.bin/romulus');
  }

  start(args: readonly string[], options: SpawnOptions = {}): ChildProcess {
    const child = spawn(this.path, args, { cwd: this.folder, env: this.environment, ...options });
    // Whoever does not read to the end closes the pipe.
    child.stdin?.on('error', () => {});
    return child;
  }

  /** Runs it to its end, with this on standard input. */
  async run(args: readonly string[], input: Uint8Array | string = ''): Promise<Ended> {
    const child = this.start(args);
    child.stdin?.end(input);
    return ended(child);
  }

  /** Runs it, and fails unless it ends so; what it wrote to standard output. */
  async expect(args: readonly string[], end: End = {}, input: Uint8Array | string = ''): Promise<Buffer> {
    const run = await this.run(args, input);
    expectEnd(run, end);
    return run.stdout;
  }

  /** Runs a command of bash, in which `romulus` is the program. */
  shell(command: string, environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return ended(this.startShell(command, environment));
  }

  startShell(command: string, environment: NodeJS.ProcessEnv = {}): ChildProcess {
    const env = { ...this.environment, PATH: `${dirname(this.path)}:${process.env.PATH}`, ...environment };
    const child = spawn('bash', ['-c', command], { cwd: this.folder, env });
    child.stdin.on('error', () => {});
    return child;
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  /** With permissions that do not depend on the umask: the program warns of some. */
  write(name: string, contents: Uint8Array | string): string {
    writeFileSync(this.file(name), contents);
    chmodSync(this.file(name), 0o644);
    return name;
  }

  read(name: string): Buffer {
    return readFileSync(this.file(name));
  }

  /** What is in the folder. */
  get names(): string[] {
    return this.namesIn('.');
  }

  namesIn(folder: string): string[] {
    return readdirSync(this.file(folder)).sort();
  }
}

/** What a run must end with: no complaint and 0, where nothing else is said. */
export interface End {
  code?: number;
  stdout?: string;
  /** A message is the line that begins with the name of the program. */
  message?: string;
  stderr?: unknown;
}

export function expectEnd({ code, stdout, stderr }: Ended, { message, ...expected }: End = {}): void {
  const usual = { code: 0, stderr: message === undefined ? '' : `romulus: ${message}\n` };
  const printed = expected.stdout === undefined ? {} : { stdout: String(stdout) };
  expect({ code, stderr, ...printed }).toEqual({ ...usual, ...expected });
}

/** For programs that derive keys from passphrases: by little work. `NODE_OPTIONS= romulus` does all of it. */
export const cheapScrypt = { NODE_OPTIONS: `--import=${new URL('cheap-scrypt.mjs', import.meta.url).href}` };

/** For a whole test file. */
export function installProgram(environment: NodeJS.ProcessEnv = {}): Program {
  const project = installTarball();
  const program = new Program(project, environment);
  beforeEach(() => {
    program.folder = mkdtempSync(join(project.folder, 'files-'));
  });
  afterEach(() => rmSync(program.folder, { recursive: true }));
  return program;
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (piece) => stdout.push(piece));
  child.stderr?.on('data', (piece) => stderr.push(piece));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...end) => resolve(end));
  });
  return { code, signal, stdout: Buffer.concat(stdout), stderr: String(Buffer.concat(stderr)) };
}
