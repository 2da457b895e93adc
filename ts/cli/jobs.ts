/** The number of threads that a command may use. */
import { availableParallelism } from 'node:os';
import type { Arguments } from './arguments.js';
import { usageFailure } from './failure.js';

export const jobsOption = { jobs: { type: 'string', short: 'j' } } as const;

const most = 256;

export function readJobs(given: Arguments<'jobs'>): number {
  const value = given.value('jobs');
  if (value === undefined) return availableParallelism();
  const jobs = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (jobs < 1 || jobs > most) throw usageFailure(`--jobs must be a whole number from 1 to ${most}`);
  return jobs;
}
