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

  constructor(project: Project) {
    this.#project = project;
  }

  get path(): string {
    return join(this.#project.folder, 'node_modules/.bin/romulus');
  }

  start(args: readonly string[], options: SpawnOptions = {}): ChildProcess {
    const child = spawn(this.path, args, { cwd: this.folder, env: cleanEnvironment(), ...options });
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
    const env = { ...cleanEnvironment(), PATH: `${dirname(this.path)}:${process.env.PATH}`, ...environment };
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

/** For a whole test file. */
export function installProgram(): Program {
  const project = installTarball();
  const program = new Program(project);
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
