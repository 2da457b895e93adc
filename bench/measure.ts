/** Timing by tinybench: the median of each task, over rounds in which all tasks take turns. */
import { Bench } from 'tinybench';

export interface Task {
  run(): unknown;
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/**
 * Nanoseconds of each task. Rounds, because machines drift: what is compared must be measured by turns. In a round each
 * task runs for `time` milliseconds, and `iterations` times at least.
 */
export async function measure(
  tasks: readonly Task[],
  { rounds = 5, time = 40, iterations = 64 } = {},
): Promise<number[]> {
  const times: number[][] = tasks.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const warmupTime = round === 0 ? time : 5;
    const bench = new Bench({ time, iterations, warmupTime, warmupIterations: Math.ceil(iterations / 4) });
    for (const [i, { run }] of tasks.entries()) bench.add(String(i), () => run() as undefined);
    await bench.run();
    for (const [i, { result }] of bench.tasks.entries()) {
      if (result.state !== 'completed') throw new Error(`task ${i}: ${result.state}`);
      times[i]?.push(result.latency.p50 * 1e6);
    }
  }
  return times.map(median);
}
