/** The benchmark's report: each build that the engine has, and peers, in Markdown. */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { availableBuilds } from './builds.js';
import { markdownTable } from './markdown.js';
import { median } from './median.js';
import type { ManyRow, Row } from './rows.js';
import { megabytesASecond } from './throughput.js';

/**
 * Medians over processes: within one, a loop may run at half its speed throughout, where the engine's stack frame happens
 * to put a vector across a page.
 */
function overProcesses<Columns extends object>(...words: string[]): Columns[] {
  const runs = Array.from({ length: 5 }, () => {
    const argv = [...process.execArgv, ...process.argv.slice(1, 2), ...words];
    return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as Columns[];
  });
  const overRuns = (i: number, column: keyof Columns) => {
    const values = runs.map((run) => run[i]?.[column]);
    return typeof values[0] === 'number' ? median(values as number[]) : values[0];
  };
  return (runs[0] ?? []).map((row, i) => {
    const columns = Object.keys(row) as (keyof Columns)[];
    return Object.fromEntries(columns.map((column) => [column, overRuns(i, column)])) as Columns;
  });
}

const table = (title: string, ...parts: Parameters<typeof markdownTable>) =>
  `### ${title}\n\n${markdownTable(...parts)}`;

const functionTable = (title: string, rows: Row[]) =>
  table(
    title,
    ['', 'bytes', 'ns', 'MB/s', 'to the bare kernel'],
    1,
    rows.map(({ name, bytes, nanoseconds, ratio }) => [
      name,
      bytes,
      nanoseconds.toFixed(0),
      megabytesASecond(bytes, nanoseconds),
      ratio?.toFixed(2) ?? '',
    ]),
  );

const manyTable = (title: string, rows: ManyRow[]) =>
  table(
    title,
    ['', 'messages', 'ns a message', 'MB/s', 'times faster than one by one'],
    2,
    rows.map((row) => [
      row.name,
      row.batch,
      row.nanoseconds.toFixed(0),
      row.megabytesASecond,
      row.timesFaster.toFixed(2),
    ]),
  );

export function report(): void {
  console.log(`Node ${process.version} (V8 ${process.versions.v8}), ${process.arch}, ${cpus()[0]?.model.trim()}\n`);
  console.log(
    'Medians over processes; sync functions unless said; 16 bytes of associated data; with many messages none unless said.\n',
  );
  for (const build of availableBuilds()) {
    console.log(functionTable(`Build ${build}`, overProcesses('--measure=functions', `--build=${build}`)));
    const many = overProcesses<ManyRow>('--measure=many', `--build=${build}`);
    console.log(manyTable(`Many messages at once, build ${build}`, many));
  }
  console.log(functionTable('Peers', overProcesses('--measure=peers')));
}
