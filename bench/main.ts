/**
 * `npm run bench` in Node. A word after `--` picks cases by name, `many` those of many messages; `--build=portable` takes a
 * build instead of the fastest; `--report` measures each build that the engine has, and peers, against the bare kernel, and
 * writes Markdown; `--page` serves the performance page.
 */
import { load } from 'romulus-wasm';
import { availableBuilds, type BuildName, moduleOf } from './builds.js';
import { cases } from './cases.js';
import { measure } from './measure.js';
import { nodePeers } from './node-peers.js';
import { report } from './report.js';
import { functionRows, manyRows, peerRows, reportedManyRows } from './rows.js';
import { megabytesASecond } from './throughput.js';

async function everyFunction(build: BuildName, wanted: string): Promise<void> {
  const lists = cases(await load(moduleOf(build)));
  const chosen = [...lists.promise, ...lists.sync.map((one) => ({ ...one, name: `${one.name}, sync` }))].filter(
    ({ name }) => name.toLowerCase().includes(wanted.toLowerCase()),
  );
  if (chosen.length === 0) return;
  const times = await measure(chosen, { rounds: 1 });
  console.log(`Node ${process.version}, ${process.arch}, build ${build}; medians; 16 bytes of associated data`);
  console.table(
    chosen.map(({ name, bytes }, i) => {
      const nanoseconds = times[i] ?? Number.NaN;
      return {
        function: name,
        bytes,
        'ns a call': Math.round(nanoseconds),
        'MB/s': megabytesASecond(bytes, nanoseconds),
      };
    }),
  );
}

async function manyAtOnce(build: BuildName, wanted: string): Promise<void> {
  const rows = await manyRows(build, wanted);
  if (rows.length === 0) return;
  console.log(`Node ${process.version}, ${process.arch}, build ${build}; medians; many messages in one call`);
  console.table(
    rows.map(({ name, batch, nanoseconds, megabytesASecond, timesFaster }) => ({
      function: name,
      messages: batch,
      'ns a message': Math.round(nanoseconds),
      'MB/s': megabytesASecond,
      'times faster than one by one': Number(timesFaster.toFixed(2)),
    })),
  );
}

const options = new Map(process.argv.slice(2).map((word) => word.split('=') as [string, string | undefined]));
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
const build = (options.get('--build') ?? availableBuilds().at(-1)) as BuildName;
// What the report measures in processes of its own.
const measured = options.get('--measure');
if (measured === 'functions') console.log(JSON.stringify(await functionRows(build)));
else if (measured === 'many') console.log(JSON.stringify(await reportedManyRows(build)));
else if (measured === 'peers') console.log(JSON.stringify(await peerRows(nodePeers)));
else if (options.has('--report')) report();
else if (options.has('--page')) await import('./web/main.js');
else {
  await everyFunction(build, wanted);
  await manyAtOnce(build, wanted);
}
