/**
 * `npm run bench` measures in Node. README.md describes the method. A word after `--` chooses a group, or cases by
 * their names. `--build=simd128` measures this build instead of the fastest one. `--time=5` measures each case for 5
 * milliseconds a round. Beside the libraries' benchmarks stand the figures that these print for a machine,
 * `--machine=Graviton3`, or those of their programs here, `--native=<program>,<program>`. `--report` measures each
 * build that the engine has, and other packages, and writes Markdown. `--page` serves the performance page.
 */
import { availableBuilds, type BuildName } from './builds.js';
import { groups } from './groups.js';
import { report } from './report.js';

/** The most characters of a line. */
const widest = 120;

/** The meaning of the figures, in three lines. */
const meaning = (build: BuildName) => [
  `This build: ${build} in Node ${process.version}, ${process.arch}; medians; functions without promises unless said.`,
  'To the bare kernel: the time over that of the calls of the cipher alone; 1.00 means that the mode costs nothing.',
  'Times as fast as one by one: against the same messages in a call each, one after the other, measured in turn.',
];

async function benchmark(build: BuildName, wanted: string, time: number): Promise<void> {
  console.log(`${meaning(build).join('\n')}\n`);
  const chosen = groups.filter(({ name }) => name === wanted);
  const isWanted = (name: string) => chosen.length > 0 || name.toLowerCase().includes(wanted.toLowerCase());
  for (const { question, heads, texts, rows } of chosen.length > 0 ? chosen : groups) {
    const tell = (done: number, of: number) => show(`${question} ${Math.round((100 * done) / of)} %`);
    tell(0, 1);
    const found = await rows({ ...beside, build, time, isWanted, onProgress: tell });
    show('');
    if (found.length > 0) console.log(`${question}\n\n${textTable(heads, texts, found)}`);
  }
}

/** Shows the progress on the last line of a terminal, over the text before. */
function show(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${progress.padEnd(widest - 1)}\r${progress}`);
  else if (progress.endsWith(' 0 %')) process.stderr.write(`${progress.slice(0, -4)}\n`);
}

/**
 * Returns a table for a terminal. Its first `texts` columns are text, and the others figures, aligned to the right. The
 * first column is cut if a line would be too long.
 */
function textTable(heads: readonly string[], texts: number, rows: readonly (readonly (string | number)[])[]): string {
  const cells = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_, i) => Math.max(...cells.map((row) => (row[i] ?? '').length)));
  const gap = '  ';
  const others = widths.slice(1).reduce((sum, width) => sum + gap.length + width, 0);
  widths[0] = Math.min(widths[0] ?? 0, widest - others);
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i < texts ? cell.slice(0, widths[i]).padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join(gap)
      .trimEnd();
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line), ''].join('\n');
}

const options = new Map(process.argv.slice(2).map((word) => word.split('=') as [string, string | undefined]));
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
const build = (options.get('--build') ?? availableBuilds().at(-1)) as BuildName;
const time = Number(options.get('--time') ?? 20);
const beside = { machine: options.get('--machine'), native: options.get('--native')?.split(',') };
// The report measures each group in a process of its own.
const measured = groups.find(({ name }) => name === options.get('--measure'));
if (measured) console.log(JSON.stringify(await measured.rows({ build, time, isWanted: () => true, onProgress() {} })));
else if (options.has('--report')) report();
else if (options.has('--page')) await (await import('./web/server.js')).serveOnCommand(process.argv.slice(2));
else await benchmark(build, wanted, time);
