/** Timing by tinybench: the median of each task, over rounds in which all tasks take turns. */
import { Bench } from 'tinybench';
import { median } from './figures.js';

export interface Timed {
  run(): unknown;
}

/**
 * Measures the nanoseconds of each task. Machines drift, so tasks that are compared take turns. In each round, a task
 * runs for `time` milliseconds, and at least `iterations` times. If the clock's steps are coarse, several calls are
 * timed together, which take at least `shortest` milliseconds. `pick` chooses among the medians of the rounds.
 */
export async function measure(
  tasks: readonly Timed[],
  { rounds = 5, time = 40, iterations = 64, shortest = 0, pick = median } = {},
): Promise<number[]> {
  const times: number[][] = tasks.map(() => []);
  const samples: Sample[] = [];
  for (const { run } of tasks) samples.push(shortest > 0 ? await sampleOf(run, shortest, time) : { calls: 1, run });
  for (let round = 0; round < rounds; round++) {
    const warmupTime = round === 0 && shortest === 0 ? time : 5;
    const bench = new Bench({ time, iterations, warmupTime, warmupIterations: Math.ceil(iterations / 4) });
    for (const [i, { run }] of samples.entries()) bench.add(String(i), () => run() as undefined);
    await bench.run();
    for (const [i, { result }] of bench.tasks.entries()) {
      if (result.state !== 'completed') throw new Error(`task ${i}: ${result.state}`);
      // The median is 0 if most samples ended within a step of the clock. The mean is right then too.
      const { p50, mean } = result.latency;
      times[i]?.push(((p50 || mean) * 1e6) / (samples[i]?.calls ?? Number.NaN));
    }
  }
  return times.map(pick);
}

interface Sample extends Timed {
  /** The number of calls of the task. */
  calls: number;
}

/** Counts the calls that take `shortest` milliseconds together, while the engine warms up for `warmup` milliseconds. */
async function sampleOf(run: () => unknown, shortest: number, warmup: number): Promise<Sample> {
  const result = run();
  // Waiting for a plain value would take time of its own.
  const repeat =
    result instanceof Promise
      ? async (calls: number) => {
          for (let i = 0; i < calls; i++) await run();
        }
      : (calls: number) => {
          for (let i = 0; i < calls; i++) run();
        };
  await result;
  const warm = performance.now() + warmup;
  let calls = 1;
  for (;;) {
    // Takes the shortest of several times. A call that waited for a processor would make too few calls look enough, and
    // samples would be shorter than a step of the clock.
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i++) {
      const start = performance.now();
      await repeat(calls);
      least = Math.min(least, performance.now() - start);
    }
    if (least < shortest) calls *= 2;
    else if (performance.now() >= warm) return { calls, run: () => repeat(calls) };
  }
}
