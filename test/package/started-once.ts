/** Things that the tests of a file share, from the first test that uses them until the last has ended. */
import { afterAll } from 'vitest';

/**
 * Starts the thing in its first test, not in a hook: when a hook fails, the tests count as skipped instead of failed.
 */
export function startedOnce<Started>(start: () => Promise<Started>, end: (started: Started) => Promise<unknown>) {
  let started: Promise<Started> | undefined;
  // A failed start has already failed its tests.
  afterAll(() => started?.then(end, () => {}));
  return () => (started ??= start());
}
