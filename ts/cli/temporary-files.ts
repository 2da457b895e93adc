/** The temporary files of outputs: their names, and warnings about files that killed runs have left. */
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { printWarning } from './failure.js';
import { pathOf } from './file-name.js';

export const temporaryName = (folder: string): string =>
  join(folder, `.romulus-${process.pid}-${randomBytes(8).toString('hex')}.tmp`);

const pattern = /^\.romulus-(\d+)-[0-9a-f]{16}\.tmp$/;

/** Only warns of files whose process is gone: a process on another machine or in a container may use them. */
export function reportLeftovers(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, id] = pattern.exec(name) ?? [];
    if (id === undefined || isRunning(Number(id)) || !isOwn(join(folder, name))) continue;
    const advice = 'seems to be left by a run that was killed, and may hold decrypted data; delete it';
    printWarning(`${join(folder, name)}: ${advice}`);
  }
}

/** The names in a folder, or none if it may be written to but not listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(pathOf(folder));
  } catch {
    return [];
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
  process.getuid === undefined || lstatSync(pathOf(path), { throwIfNoEntry: false })?.uid === process.getuid();
