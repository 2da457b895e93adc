/** How coarse the clock is: browsers blur it, each by its own measure. */

/** The milliseconds that it moves on at a time, the smallest of several steps. */
export function clockStep(): number {
  const steps = Array.from({ length: 20 }, () => {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    return now - start;
  });
  return Math.min(...steps);
}

/**
 * Milliseconds that a sample must take so that the steps add no more than some 2 % to it; of the coarsest clocks, those of
 * browsers that resist fingerprinting, 10 %, as a run would never end otherwise.
 */
export const shortestSample = (step: number) => Math.max(0.2, Math.min(50 * step, Math.max(50, 10 * step)));
