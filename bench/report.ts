/** The benchmark's report: the groups on each build that the engine has, in Markdown. */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { availableBuilds, type BuildName } from './builds.js';
import { type Cells, type Group, groups } from './groups.js';

const processes = 5;

/**
 * Takes medians over processes. Within one process, a loop may run at half its speed throughout, if the engine's stack
 * frame puts a vector across a page.
 */
function rowsOf({ name, texts }: Group, build: BuildName): Cells[] {
  const argv = [...process.execArgv, ...process.argv.slice(1), `--measure=${name}`, `--build=${build}`];
  const runs = Array.from(
    { length: processes },
    () => JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as Cells[],
  );
  const middle = (cells: Cells) => [...cells].sort((a, b) => Number(a) - Number(b))[processes >> 1]!;
  return runs[0]!.map((row, i) => row.map((cell, j) => (j < texts ? cell : middle(runs.map((run) => run[i]![j]!)))));
}

export function report(): void {
  console.log(`Node ${process.version} (V8 ${process.versions.v8}), ${process.arch}, ${cpus()[0]?.model.trim()}\n`);
  console.log(
    `Medians over ${processes} processes; sync functions unless said; 16 bytes of associated data; with many`,
  );
  console.log('messages none unless said.\n');
  const builds = availableBuilds();
  // Files and packages take the usual build.
  for (const group of groups)
    for (const build of ['one', 'many'].includes(group.name) ? builds : builds.slice(-1))
      console.log(
        `### ${group.question} Build ${build}\n\n${markdownTable(group.heads, group.texts, rowsOf(group, build))}`,
      );
}

/** Returns a table in Markdown whose first `texts` columns are text and whose other columns are figures. */
function markdownTable(heads: readonly string[], texts: number, rows: readonly (readonly (string | number)[])[]) {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rules = heads.map((_, i) => (i < texts ? '---' : '--:'));
  return [line(heads), `|${rules.join('|')}|`, ...rows.map(line), ''].join('\n');
}
