/** The number of threads that a command may use. */
import { availableParallelism } from 'node:os';
import type { Arguments } from './arguments.js';
import { usageFailure } from './failure.js';

/** Threads beyond the processors gain nothing, and each takes up to 100 MB. Some are allowed on any machine, for scripts. */
const most = Math.min(256, Math.max(8, availableParallelism()));

export function readJobs(given: Arguments<'jobs'>): number {
  const value = given.value('jobs');
  if (value === undefined) return Math.min(most, availableParallelism());
  const jobs = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (jobs < 1 || jobs > most) throw usageFailure(`--jobs must be a whole number from 1 to ${most} on this machine`);
  return jobs;
}
