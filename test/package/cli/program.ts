/** Runs the installed program `romulus` as a process, in a folder with a key and a passphrase. */
import { type ChildProcessWithoutNullStreams as Child, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect } from 'vitest';
import { load } from '../../../ts/index.js';
import { encryptBlob } from '../../../ts/stream/index.js';
import * as bytes from '../../fixtures/bytes.js';
import { cleanEnvironment, installTarball } from '../tarball.js';

export type Contents = Uint8Array | string;

export interface Ended {
  /** Null if a signal ended the program. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const project = installTarball();

let scripts = 0;
/** An environment in which Node runs these scripts before the program. */
export const preloading = (...texts: string[]): NodeJS.ProcessEnv => ({
  // CommonJS starts some milliseconds faster than a module, for each start of Node.
  NODE_OPTIONS: texts.map((text) => `--require=${project.write(`script-${scripts++}.cjs`, text)}`).join(' '),
});

/**
 * Runs scrypt at its least cost, which the header of a file does not show: half a second and 128 MiB for each
 * passphrase would take most of the tests' time. `NODE_OPTIONS= romulus` uses the full cost.
 */
export const cheapScrypt = `
  const crypto = require('node:crypto');
  const { scrypt } = crypto;
  crypto.scrypt = (password, salt, length, parameters, done) =>
    scrypt(password, salt, length, { ...parameters, N: 1024 }, done);
`;

class Program {
  /** The folder of the run; a new one for each test. */
  folder = project.folder;
  readonly path = join(project.folder, 'node_modules/.bin/romulus');
  readonly environment: NodeJS.ProcessEnv = {
    ...cleanEnvironment(),
    ...preloading(cheapScrypt),
    PATH: `${dirname(this.path)}:${process.env.PATH}`,
  };

  /** Starts a command of bash that can use `romulus`. It has no terminal. */
  startShell(command: string, environment: NodeJS.ProcessEnv = {}): Child {
    const env = { ...this.environment, ...environment };
    const child = spawn('bash', ['-c', command], { cwd: this.folder, env, detached: true });
    child.stdin.on('error', () => {});
    return child;
  }

  /** Starts the program. Some signals also write its memory to a file, unless `ulimit` forbids it. */
  start(command: string): Child {
    return this.startShell(`ulimit -c 0; exec romulus ${command}`);
  }

  /** Runs a command of bash. */
  shell(command: string, environment: NodeJS.ProcessEnv = {}, input: Contents = ''): Promise<Ended> {
    const child = this.startShell(command, environment);
    child.stdin.end(input);
    return ended(child);
  }

  /** Runs a command of bash, which must succeed without a message, and returns its standard output. */
  async output(command: string): Promise<Buffer> {
    const end = await this.shell(command);
    expectEnd(end);
    return end.stdout;
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file with fixed permissions, whatever the umask: the program warns of some. */
  write(name: string, contents: Contents): string {
    writeFileSync(this.file(name), contents);
    chmodSync(this.file(name), 0o644);
    return name;
  }

  /** Writes a file that takes long to read but no room on the disk. */
  writeZeros(name: string, length: number): void {
    truncateSync(this.file(this.write(name, '')), length);
  }

  read(name: string): Buffer {
    return readFileSync(this.file(name));
  }
}

export const program = new Program();
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

/** Fails unless a run ended with this code, 0 by default, and this one message, or none. */
export function expectEnd(
  end: Pick<Ended, 'code' | 'stderr'>,
  { code = 0, message }: { code?: number; message?: string } = {},
) {
  const stderr = message === undefined ? '' : messagesOf(message);
  expect({ code: end.code, stderr: end.stderr }).toEqual({ code, stderr });
}

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

const { romulusH } = await load();

export const digestOf = (contents: Contents): string =>
  bytes.hex(romulusH(typeof contents === 'string' ? new TextEncoder().encode(contents) : contents));

export const lineOf = (name: string, contents: Contents): string => `${digestOf(contents)}  ${name}\n`;

export const linesOf = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

/** A message is a line that begins with the program's name. */
export const messagesOf = (...lines: string[]) => linesOf(...lines.map((line) => `romulus: ${line}`));
