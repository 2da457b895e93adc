/**
 * Measures the time from the start of the import to the first digest, in fresh Node processes:
 * `npx tsx bench/first-digest.ts`.
 */
import { execFileSync } from 'node:child_process';
import { median } from './figures.js';

const program = `
  const start = performance.now();
  const { romulusH } = await import('romulus-wasm');
  await romulusH(new Uint8Array(16));
  console.log(performance.now() - start);
`;
const times = Array.from({ length: 21 }, () =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })),
);
const [least, middle, most] = [Math.min(...times), median(times), Math.max(...times)].map((time) => time.toFixed(1));
console.log(`first digest after ${middle} ms (median of ${times.length} processes, ${least} to ${most})`);
