// Measures the time from the start of the import to the first digest, in fresh Node processes.
import { execFileSync } from 'node:child_process';

const program = `
  const start = performance.now();
  const { romulusH } = await import('romulus-wasm');
  await romulusH(new Uint8Array(16));
  console.log(performance.now() - start);
`;
const times = Array.from({ length: 21 }, () =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })),
).sort((a, b) => a - b);
console.log(
  `first digest after ${times[10].toFixed(1)} ms (median of 21 processes, ${times[0].toFixed(1)} to ${times[20].toFixed(1)})`,
);
