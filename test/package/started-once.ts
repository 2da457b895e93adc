/** What the tests of a file share, from the first of them that uses it until the last has ended. */
import { afterAll } from 'vitest';

/** Not started in a hook: when a hook fails, the tests count as skipped instead of failed. */
export function startedOnce<Started>(start: () => Promise<Started>, end: (started: Started) => Promise<unknown>) {
  let started: Promise<Started> | undefined;
  // One that did not start has failed the tests already.
  afterAll(() => started?.then(end, () => {}));
  return () => (started ??= start());
}
