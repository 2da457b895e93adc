/** `npm run bench`: every case in Node, as nanoseconds a call and megabytes a second. A word on the command line picks cases by name. */
import { Bench } from 'tinybench';
import { cases } from './cases.js';

const wanted = process.argv[2] ?? '';
const chosen = (await cases()).filter(({ name }) => name.includes(wanted));
const bench = new Bench({ time: 100, warmupTime: 30 });
for (const { name, bytes, run } of chosen) bench.add(`${name} ${bytes}`, run as () => void);
await bench.run();

const rows = bench.tasks.map(({ name, result }, i) => {
  if (result.state !== 'completed') throw new Error(`${name}: ${result.state}`);
  const nanoseconds = result.latency.p50 * 1e6;
  const { name: function_, bytes } = chosen[i] as (typeof chosen)[number];
  return {
    function: function_,
    bytes,
    'ns a call': Math.round(nanoseconds),
    'MB/s': Number(((bytes / nanoseconds) * 1000).toPrecision(3)),
  };
});
console.log(`Node ${process.version}, ${process.arch}; medians`);
console.table(rows);
