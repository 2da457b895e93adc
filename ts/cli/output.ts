/** The outputs: standard output, or a file. Until it is complete, it is a temporary file, which is removed if the work fails. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { attempt, type ExitCode, exitCodes, Failure, printWarning, systemFailure, usageFailure } from './failure.js';
import { nameOf, pathOf } from './file-name.js';
import { refuseClosed } from './input.js';
import { undoAtEnd } from './signals.js';

export type Write = (bytes: Uint8Array) => Promise<void>;

interface OutputSettings {
  /** True if an existing file may be replaced. Undefined if the command gives the user no choice. */
  readonly force: boolean | undefined;
  readonly mode: number;
}

/** Refuses a name that cannot be used, before any work and before the user is asked for a passphrase. */
export async function checkOutput(path: string, { force }: OutputSettings): Promise<void> {
  if (path === '-') return checkStandardOutput();
  if (path === '') throw usageFailure('the name of the output is empty');
  await named(path, () => {
    const stat = fs.statSync(pathOf(path), { throwIfNoEntry: false });
    const advice = force === undefined ? '' : '; -o - writes to standard output';
    if (stat && !stat.isFile()) throw usageFailure(`${path}: already exists and is not a regular file${advice}`);
    // A symbolic link whose target is missing takes the name, too.
    if (!force && fs.lstatSync(pathOf(path), { throwIfNoEntry: false })) throw exists(path, force);
    fs.accessSync(pathOf(dirname(targetOf(path))), fs.constants.W_OK | fs.constants.X_OK);
  });
}

async function named<Result>(path: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw systemFailure(path, error);
  }
}

/**
 * The place of an output in its real folder, which stays the same if a symbolic link to it changes. If the output is a link, its target is
 * replaced, or created.
 */
function targetOf(path: string): string {
  if (path.endsWith('/')) throw usageFailure(`${path}: is the name of a folder`);
  const folder = nameOf(fs.realpathSync.native(pathOf(dirname(path)), 'buffer'));
  const target = join(folder, basename(path));
  if (!fs.lstatSync(pathOf(target), { throwIfNoEntry: false })?.isSymbolicLink()) return target;
  const link = nameOf(fs.readlinkSync(pathOf(target), 'buffer'));
  // Windows takes `..` from the text of a link. Elsewhere, the folder before `..` may be a symbolic link to another place.
  if (process.platform === 'win32') return targetOf(resolve(folder, link));
  return targetOf(isAbsolute(link) ? link : `${folder}/${link}`);
}

export async function checkStandardOutput(): Promise<void> {
  await named('standard output', () => refuseClosed(1));
}

export const isPipe = (descriptor: number): boolean => attempt(() => fs.fstatSync(descriptor).isFIFO(), false);

const exists = (path: string, force: boolean | undefined): Failure =>
  usageFailure(`${path}: already exists${force === false ? '; --force replaces it' : ''}`);

/** Calls `use` with the writing of a new file, or of standard output for `-`. If `use` fails, nothing of the file is left. */
export async function withOutput(path: string, settings: OutputSettings, use: (write: Write) => Promise<void>) {
  await checkOutput(path, settings);
  if (path === '-') return use(writeOut);
  const { write, end } = await named(path, () => openFile(path, settings));
  let isWhole = false;
  try {
    await use(write);
    isWhole = true;
  } finally {
    await end(isWhole);
  }
}

/** Writes to standard output. */
export const writeOut: Write = (bytes) =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => {
      if (!error) resolve();
      else if ('code' in error && error.code === 'EPIPE') reject(new Failure(exitCodes.closedPipe, '', error));
      else reject(systemFailure('standard output', error));
    });
  });

export async function printText(text: string): Promise<ExitCode> {
  await checkStandardOutput();
  await writeOut(Buffer.from(text));
  return exitCodes.done;
}

/** The number of written bytes after which the disk is asked to keep them. */
const syncLength = 2 ** 25;

const closeDescriptor = promisify(fs.close);
/** Unlike `fs.write`, this writes all bytes. */
const writeDescriptor = promisify(fs.writeFile);

/** Some file systems, and Node's permission model, refuse to sync. The file is whole nevertheless. */
const syncRefusals = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'ERR_ACCESS_DENIED'];

async function syncDescriptor(descriptor: number): Promise<void> {
  try {
    await promisify(fs.fsync)(descriptor);
  } catch (error) {
    if (!syncRefusals.includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

function openFile(path: string, { force, mode }: OutputSettings) {
  const target = targetOf(path);
  const folder = dirname(target);
  reportLeftovers(folder);
  const temporary = temporaryName(folder);
  const remove = () => fs.rmSync(pathOf(temporary), { force: true });
  // The removal is registered before the file exists, and in the same turn of the event loop: no signal leaves the file.
  const kept = undoAtEnd(remove);
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(pathOf(temporary), 'wx', mode);
  } catch (error) {
    kept();
    throw error;
  }
  let unsynced = 0;
  let syncing: Promise<void> = Promise.resolve();
  const sync = async () => {
    await syncing;
    unsynced = 0;
    syncing = syncDescriptor(descriptor as number);
    syncing.catch(() => {});
  };
  const closeOnce = async () => {
    const open = descriptor;
    descriptor = undefined;
    if (open !== undefined) await closeDescriptor(open);
  };
  const write: Write = (bytes) =>
    named(path, async () => {
      await writeDescriptor(descriptor as number, bytes);
      unsynced += bytes.length;
      // The disk writes while the program works, so that little is left to write at the end.
      if (unsynced >= syncLength) await sync();
    });
  const giveName = () =>
    named(path, async () => {
      await sync();
      await syncing;
      await closeOnce();
      // Unlike renaming, a hard link never replaces a file that appeared meanwhile.
      if (force || !hasLinked(temporary, target, () => exists(path, force)))
        fs.renameSync(pathOf(temporary), pathOf(target));
    });
  /** Makes a whole output durable, and gives it its name. After that, nothing may fail any more. */
  const end = async (isWhole: boolean) => {
    try {
      if (isWhole) await giveName();
    } finally {
      await syncing.catch(() => {});
      await closeOnce().catch(() => {});
      kept();
      try {
        remove();
      } catch {
        printWarning(`${shown(temporary)}: cannot be removed, and may hold decrypted data; delete it`);
      }
    }
    if (isWhole) await syncFolder(folder);
  };
  return { write, end };
}

/** Gives the file its final name by a hard link. Returns false if the file system has no hard links. */
function hasLinked(temporary: string, target: string, taken: () => Failure): boolean {
  try {
    fs.linkSync(pathOf(temporary), pathOf(target));
    return true;
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST';
    if (isTaken || fs.lstatSync(pathOf(target), { throwIfNoEntry: false })) throw taken();
    return false;
  }
}

/** Makes the new name durable too. Ignores errors: some systems do not open folders, and Yarn's Plug'n'Play has no `sync`. */
async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(pathOf(path));
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {}
}

const temporaryName = (folder: string): string =>
  join(folder, `.romulus-${process.pid}-${randomBytes(8).toString('hex')}.tmp`);

/** A path below the current folder is shown as the user would type it. */
function shown(path: string): string {
  const below = relative('', path);
  return below.startsWith('..') ? path : below;
}

const pattern = /^\.romulus-(\d+)-[0-9a-f]{16}\.tmp$/;

const reported = new Set<string>();

/** Only warns of files whose process is gone, once of each: a process on another machine or in a container may use them. */
function reportLeftovers(folder: string): void {
  // A folder that may be written to but not listed shows no names.
  for (const name of attempt(() => fs.readdirSync(pathOf(folder)), [])) {
    const [, id] = pattern.exec(name) ?? [];
    const path = join(folder, name);
    if (id === undefined || reported.has(path) || isRunning(Number(id)) || !isOwn(path)) continue;
    reported.add(path);
    printWarning(`${shown(path)}: seems to be left by a run that was killed, and may hold decrypted data; delete it`);
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** True if the file belongs to the user. Always true on Windows, which has no numbers of users. */
const isOwn = (path: string): boolean =>
  process.getuid === undefined || fs.lstatSync(pathOf(path), { throwIfNoEntry: false })?.uid === process.getuid();
