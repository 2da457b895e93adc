/** Where bytes go: standard output, or a file that gets its name only when it is complete. */
import {
  accessSync,
  close,
  constants,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  write,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { undoAtEnd } from './cleanup.js';
import { exitCodes, Failure, systemFailure, usageFailure } from './failure.js';
import { nameOf, pathOf } from './file-name.js';
import { closedReason, looksClosed } from './standard-streams.js';
import { reportLeftovers, temporaryName } from './temporary-files.js';

export interface Output {
  write(bytes: Uint8Array): Promise<void>;
  /** Makes all of it durable and gives it its name. */
  complete(): Promise<void>;
  /** Leaves nothing behind, unless it is complete. */
  close(): Promise<void>;
}

export interface OutputSettings {
  /** Whether a file of this name may be replaced; undefined if that is no choice of the user's. */
  readonly force: boolean | undefined;
  /** The permissions of the file, less the umask. */
  readonly mode: number;
}

/** Refuses, before any work and before a passphrase is asked for, a name that cannot be given. */
export function checkOutput(path: string, { force }: OutputSettings): void {
  if (path === '-') {
    checkStandardOutput();
    return;
  }
  if (path === '') throw usageFailure('the name of the output is empty');
  try {
    const stat = statSync(pathOf(path), { throwIfNoEntry: false });
    if (stat && !stat.isFile())
      throw usageFailure(
        `${path}: already exists and is not a regular file${force === undefined ? '' : '; -o - writes to standard output'}`,
      );
    if (path.endsWith('/')) throw usageFailure(`${path}: is the name of a folder`);
    // The name is taken by a symbolic link to nothing, too.
    if (!force && lstatSync(pathOf(path), { throwIfNoEntry: false })) throw exists(path, force);
    accessSync(pathOf(dirname(targetOf(path))), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw systemFailure(path, error);
  }
}

/** What a path leads to by symbolic links: it is replaced and not the link, or comes to be where the last of them points. */
function targetOf(path: string): string {
  if (!lstatSync(pathOf(path), { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  const folder = realpathSync.native(pathOf(dirname(path)), 'buffer');
  return targetOf(resolve(nameOf(folder), nameOf(readlinkSync(pathOf(path), 'buffer'))));
}

/** For whatever is of no use unless it is written. */
export function checkStandardOutput(): void {
  if (looksClosed(1)) throw systemFailure('standard output', new Error(closedReason));
}

const exists = (path: string, force: boolean | undefined): Failure =>
  usageFailure(`${path}: already exists${force === false ? '; --force replaces it' : ''}`);

/** The file, or standard output for `-`. */
function openOutput(path: string, settings: OutputSettings): Output {
  checkOutput(path, settings);
  return path === '-' ? standardOutput : new OutputFile(path, settings);
}

/** Gives `use` an output, which is complete then; or not there at all, if `use` fails. */
export async function withOutput(
  path: string,
  settings: OutputSettings,
  use: (output: Output) => Promise<void>,
): Promise<void> {
  const output = openOutput(path, settings);
  try {
    await use(output);
    await output.complete();
  } finally {
    await output.close();
  }
}

export const standardOutput: Output = {
  write(bytes) {
    return new Promise((resolve, reject) => {
      process.stdout.write(bytes, (error) => {
        if (!error) resolve();
        else if ('code' in error && error.code === 'EPIPE') reject(new Failure(exitCodes.closedPipe, '', error));
        else reject(systemFailure('standard output', error));
      });
    });
  },
  async complete() {},
  async close() {},
};

/** Help, say, which is of no use to anybody who does not see it. */
export function printText(text: string): Promise<void> {
  checkStandardOutput();
  return standardOutput.write(Buffer.from(text));
}

/** Bytes that are written between one time that the disk is to have them and the next. */
const syncLength = 2 ** 25;

const closeDescriptor = promisify(close);
const syncDescriptor = promisify(fsync);
const writeDescriptor = promisify(write);

class OutputFile implements Output {
  readonly #path: string;
  readonly #force: boolean | undefined;
  readonly #target: string;
  readonly #temporary: string;
  readonly #kept: () => void;
  #descriptor: number | undefined;
  #unsynced = 0;
  #syncing: Promise<void> = Promise.resolve();

  constructor(path: string, { force, mode }: OutputSettings) {
    this.#path = path;
    this.#force = force;
    try {
      this.#target = targetOf(path);
    } catch (error) {
      throw systemFailure(path, error);
    }
    const folder = dirname(this.#target);
    reportLeftovers(folder);
    this.#temporary = temporaryName(folder);
    // First, and then not by a promise: there is no moment at which the file would stay if a signal came.
    this.#kept = undoAtEnd(() => rmSync(pathOf(this.#temporary), { force: true }));
    try {
      this.#descriptor = openSync(pathOf(this.#temporary), 'wx', mode);
    } catch (error) {
      this.#kept();
      throw systemFailure(path, error);
    }
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let start = 0; start < bytes.length; ) {
      const { bytesWritten } = await this.#told(writeDescriptor(this.#descriptor as number, bytes, start));
      start += bytesWritten;
      this.#unsynced += bytesWritten;
    }
    if (this.#unsynced < syncLength) return;
    // Once the time before is over: the disk writes while more is made, and little is left to wait for at the end.
    await this.#syncing;
    this.#sync();
  }

  async complete(): Promise<void> {
    await this.#syncing;
    this.#sync();
    await this.#syncing;
    await this.#told(this.#closeDescriptor());
    try {
      this.#giveName();
    } catch (error) {
      throw systemFailure(this.#path, error);
    }
    this.#kept();
    await syncFolder(dirname(this.#target));
  }

  async close(): Promise<void> {
    await this.#syncing.catch(() => {});
    await this.#closeDescriptor().catch(() => {});
    rmSync(pathOf(this.#temporary), { force: true });
    this.#kept();
  }

  #sync(): void {
    this.#unsynced = 0;
    this.#syncing = this.#told(syncDescriptor(this.#descriptor as number));
    this.#syncing.catch(() => {});
  }

  async #closeDescriptor(): Promise<void> {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) await closeDescriptor(descriptor);
  }

  /** A second name, unlike a new one, never replaces what came to be there meanwhile. */
  #giveName(): void {
    if (!this.#force && this.#link()) unlinkSync(pathOf(this.#temporary));
    else renameSync(pathOf(this.#temporary), pathOf(this.#target));
  }

  /** Whether the file system has second names. */
  #link(): boolean {
    try {
      linkSync(pathOf(this.#temporary), pathOf(this.#target));
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST' || lstatSync(pathOf(this.#target), { throwIfNoEntry: false }))
        throw exists(this.#path, this.#force);
      return false;
    }
  }

  async #told<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      throw systemFailure(this.#path, error);
    }
  }
}

/** So that the new name is durable too; not every system opens folders. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(pathOf(path)).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close().catch(() => {});
}
