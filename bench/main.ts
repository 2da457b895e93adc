/**
 * `npm run bench` in Node. A word after `--` picks cases by name; `--build=portable` takes a build instead of the fastest;
 * `--report` measures each build that the engine has, and peers, against the bare kernel, and writes Markdown.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { load } from 'romulus-wasm';
import { availableBuilds, type BuildName, kernelOf, moduleOf } from './builds.js';
import { cases } from './cases.js';
import { measure, median } from './measure.js';
import { peers } from './peers.js';

interface Row {
  name: string;
  bytes: number;
  nanoseconds: number;
  /** Over the calls of the cipher times the bare kernel's time for one. */
  ratio?: number;
}

const megabytesASecond = (bytes: number, nanoseconds: number) => Number(((bytes / nanoseconds) * 1000).toPrecision(3));

async function everyFunction(build: BuildName, wanted: string): Promise<void> {
  const lists = cases(await load(moduleOf(build)));
  const chosen = [...lists.promise, ...lists.sync.map((one) => ({ ...one, name: `${one.name}, sync` }))].filter(
    ({ name }) => name.toLowerCase().includes(wanted.toLowerCase()),
  );
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

const reported = [64, 4096, 65_536];

async function measureBuild(build: BuildName): Promise<Row[]> {
  const kernel = await kernelOf(build);
  const count = 1000;
  const chains = [{ run: () => kernel.chain_of_one(count) }, { run: () => kernel.chain_of_pairs(count) }];
  const { sync, promise } = cases(await load(moduleOf(build)), reported);
  const short = promise.filter(({ bytes }) => bytes === 64).map((one) => ({ ...one, name: `${one.name}, promise` }));
  const list = [...sync, ...short];
  const [one = 0, pair = 0, ...times] = await measure([...chains, ...list]);
  const perCall = { one: one / count, pair: pair / (2 * count) };
  return [
    { name: 'bare kernel, one block', bytes: 16, nanoseconds: perCall.one },
    { name: 'bare kernel, two blocks, each', bytes: 16, nanoseconds: perCall.pair },
    ...list.map(({ name, bytes, calls, chain }, i) => {
      const nanoseconds = times[i] ?? Number.NaN;
      return { name, bytes, nanoseconds, ratio: nanoseconds / (calls * perCall[chain]) };
    }),
  ];
}

async function measurePeers(): Promise<Row[]> {
  const list = await peers(reported);
  const times = await measure(list, { rounds: 1 });
  return list.map(({ name, bytes }, i) => ({ name, bytes, nanoseconds: times[i] ?? Number.NaN }));
}

/**
 * Medians over processes: within one, a loop may run at half its speed throughout, where the engine's stack frame happens
 * to put a vector across a page.
 */
function overProcesses(what: string): Row[] {
  const runs = Array.from({ length: 5 }, () => {
    const argv = [...process.execArgv, ...process.argv.slice(1, 2), `--measure=${what}`];
    return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as Row[];
  });
  return (runs[0] ?? []).map((row, i) => {
    const ratios = runs.map((run) => run[i]?.ratio ?? Number.NaN);
    return {
      ...row,
      nanoseconds: median(runs.map((run) => run[i]?.nanoseconds ?? Number.NaN)),
      ...(row.ratio === undefined ? {} : { ratio: median(ratios) }),
    };
  });
}

const markdown = (title: string, rows: Row[]) => {
  const lines = rows.map(({ name, bytes, nanoseconds, ratio }) => {
    const cells = [name, bytes, nanoseconds.toFixed(0), megabytesASecond(bytes, nanoseconds), ratio?.toFixed(2) ?? ''];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `### ${title}`,
    '',
    '| | bytes | ns | MB/s | to the bare kernel |',
    '|---|--:|--:|--:|--:|',
    ...lines,
    '',
  ].join('\n');
};

function report(): void {
  console.log(`Node ${process.version} (V8 ${process.versions.v8}), ${process.arch}, ${cpus()[0]?.model.trim()}\n`);
  console.log('Medians over processes; sync functions unless said; 16 bytes of associated data.\n');
  for (const build of availableBuilds()) console.log(markdown(`Build ${build}`, overProcesses(build)));
  console.log(markdown('Peers', overProcesses('peers')));
}

const options = new Map(process.argv.slice(2).map((word) => word.split('=') as [string, string | undefined]));
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
const measured = options.get('--measure');
if (measured)
  console.log(JSON.stringify(measured === 'peers' ? await measurePeers() : await measureBuild(measured as BuildName)));
else if (options.has('--report')) report();
else await everyFunction((options.get('--build') ?? availableBuilds().at(-1)) as BuildName, wanted);
