/** A page's program: encrypts a long message while it counts how often timers and frames have their turn. */
import { generateKey, seal, unseal } from '../../../../ts/index.js';
import { answer } from './answer.js';

async function work() {
  const key = generateKey();
  const plaintext = new Uint8Array(3 << 20).map((_, i) => i);
  const progress: number[] = [];
  const [timeouts, frames] = [ticks((next) => setTimeout(next)), ticks(requestAnimationFrame)];
  const sealed = await seal({ key, plaintext }, { onProgress: (processed) => progress.push(processed) });
  const [counted, drawn] = [timeouts.end(), frames.end()];
  const result = await unseal({ key, sealed });
  return {
    opened: result.length === plaintext.length && result.every((byte, i) => byte === plaintext[i]),
    progress,
    timeouts: counted.count,
    frames: drawn.count,
    longestPause: counted.longestPause,
  };
}

/** Counts the calls that `schedule` makes, one after the other, until `end()`, and the longest time between two. */
function ticks(schedule: (next: () => void) => void) {
  let running = true;
  let count = 0;
  let longestPause = 0;
  let last = performance.now();
  const measure = () => {
    const now = performance.now();
    longestPause = Math.max(longestPause, now - last);
    last = now;
  };
  schedule(function tick() {
    if (!running) return;
    count++;
    measure();
    schedule(tick);
  });
  return {
    end() {
      running = false;
      measure();
      return { count, longestPause };
    },
  };
}

answer(work());
