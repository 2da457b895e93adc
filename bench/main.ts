/** `npm run bench` measures in Node. README.md describes the words of the command, and the method. */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { availableBuilds, type BuildName } from './builds.js';
import { type Cells, type Group, groups } from './groups.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = { build: text, time: text, machine: text, native: text, measure: text, report: flag, page: flag };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [wanted = ''] = positionals;
const chosen = groups.filter(({ name }) => name === wanted);

const rowsOf = (group: Group, build: BuildName): Promise<Cells[]> =>
  group.rows({
    build,
    time: Number(values.time ?? 20),
    isWanted: (name) => chosen.length > 0 || name.toLowerCase().includes(wanted.toLowerCase()),
    machine: values.machine,
    native: values.native?.split(','),
  });

const processes = 5;

/**
 * Takes medians over processes. Within one process, a loop may run at half its speed throughout, if the engine's stack
 * frame puts a vector across a page.
 */
function rowsOverProcesses({ name, texts }: Group, build: BuildName): Cells[] {
  const argv = [...process.execArgv, ...process.argv.slice(1), `--measure=${name}`, `--build=${build}`];
  const runs = Array.from(
    { length: processes },
    () => JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as Cells[],
  );
  const middle = (cells: Cells) => [...cells].sort((a, b) => Number(a) - Number(b))[processes >> 1]!;
  return runs[0]!.map((row, i) => row.map((cell, j) => (j < texts ? cell : middle(runs.map((run) => run[i]![j]!)))));
}

/** A table in Markdown, whose first columns are text and whose other columns are figures. */
function table({ heads, texts }: Group, rows: Cells[]): string {
  const cells = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  const pad = (cell: string, i: number) => (i < texts ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!));
  const [head, ...body] = cells.map((row) => `| ${row.map(pad).join(' | ')} |`);
  const rule = `| ${widths.map((width, i) => '-'.repeat(width - 1) + (i < texts ? '-' : ':')).join(' | ')} |`;
  return [head, rule, ...body, ''].join('\n');
}

if (values.page) {
  const { serveBench } = await import('./web/bundle.js');
  console.log(`the performance page: ${(await serveBench()).address} (Ctrl+C ends it)`);
} else {
  const build = (values.build ?? availableBuilds().at(-1)) as BuildName;
  const measured = groups.find(({ name }) => name === values.measure);
  if (measured) console.log(JSON.stringify(await rowsOf(measured, build)));
  else {
    const engine = `Node ${process.version} (V8 ${process.versions.v8}), ${process.arch}, ${cpus()[0]?.model.trim()}`;
    console.log(`Build ${build}, ${engine}. bench/README.md explains the figures.\n`);
    for (const group of chosen.length > 0 ? chosen : groups) {
      const rows = values.report ? rowsOverProcesses(group, build) : await rowsOf(group, build);
      if (rows.length > 0) console.log(`### ${group.question}\n\n${table(group, rows)}`);
    }
  }
}
