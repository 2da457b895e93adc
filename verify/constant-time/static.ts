/** Finds branches and addresses in the shipped modules that depend on more than public fields (declarations.ts). */
import { setImmediate } from 'node:timers/promises';
import type { Kernel } from '../native/compile.js';
import { type Layout, layoutOf, type PublicField, type VerdictCells } from './layout.js';
import { leakyFunctions, leakyModuleOf, moduleOf } from './modules.js';
import { type Suite, suites } from './suite.js';
import { type Kind, Walk } from './taint.js';

/** A fault: its place, and its kind. */
export interface Finding {
  function: string;
  what: string;
}

/** Returns the public field of a cell. It is an array if the cell may be any of its elements. */
function fieldOf(fields: PublicField[], cell: string): PublicField | undefined {
  const [, region, ...numbers] = /^(\w+)(?:\[\])? \+ (\d+)(?: \+ (\d+)k)?, (\d+) bytes$/.exec(cell) ?? [];
  const [offset, stride, width] = numbers.map((number) => Number(number ?? 0)) as [number, number, number];
  return fields.find(
    (field) =>
      field.region === region &&
      field.width === width &&
      offset >= field.offset &&
      offset < field.offset + width * field.count &&
      // A stride of 1 means that the place may be any.
      (stride === 0 || (field.count > 1 && stride > 1 && stride % width === 0)),
  );
}

/** The faults of a walk: places that the declaration does not allow, and declared verdicts that no branch uses. */
export function findings(
  { fields, verdicts }: Pick<Layout, 'fields' | 'verdicts'>,
  { sites, writes }: Pick<Walk, 'sites' | 'writes'>,
): Finding[] {
  const found: Finding[] = [];
  const judged = new Set<VerdictCells>();
  for (const { function: name, kind, cells } of sites) {
    const others = cells.filter((cell) => !fieldOf(fields, cell));
    if (others.length === 0) continue;
    const verdict = verdicts.find((known) => kind === 'branch' && known.cells.join() === cells.join());
    if (verdict && !judged.has(verdict)) judged.add(verdict);
    else found.push({ function: name, what: `${kind} made of ${others.join(' and ')}` });
  }
  for (const { function: name, cell, from } of writes) {
    const field = fieldOf(fields, cell);
    const others = from.filter((other) => !fieldOf(fields, other) && !field?.overlaidBy.includes(other));
    if (field && others.length > 0)
      found.push({ function: name, what: `${others.join(' and ')} written to ${field.name}, which is public` });
  }
  for (const verdict of verdicts)
    if (!judged.has(verdict))
      found.push({
        function: verdict.function,
        what: `no branch is made of the verdict on ${verdict.cells.join(' and ')}`,
      });
  return found;
}

function checkModule(title: string, bytes: Uint8Array, layout: Layout): { failures: number; walk: Walk } {
  const { fields, verdicts } = layout;
  const result = new Walk(bytes, layout.regions);
  const found = findings(layout, result);
  for (const { function: name, what } of found) console.error(`${title}, ${name}: ${what}`);
  const cells = [
    ...result.sites.map((site) => site.cells),
    ...result.writes.filter(({ cell }) => fieldOf(fields, cell)).map(({ from }) => from),
  ];
  const used = new Set(cells.flat().map((cell) => fieldOf(fields, cell)));
  const unused = fields.filter((field) => !used.has(field));
  for (const { name } of unused)
    console.error(`${title}: nothing depends on ${name}: delete it from the suite's declaration`);
  if (found.length > 0 || unused.length > 0) return { failures: 1, walk: result };
  const counts = Object.entries(countBy(result.sites.map(({ kind }) => kind))) as [Kind, number][];
  const counted =
    counts.map(([kind, count]) => `${count} ${count === 1 ? kind : plural[kind]}`).join(', ') || 'nothing';
  const judges = [...new Set(verdicts.map((verdict) => verdict.function))].join(' and ');
  console.log(
    `${title}: ${counted} made of data, all of ${fields.length} public fields` +
      (judges && ` but for the verdict on a tag in ${judges}`),
  );
  return { failures: 0, walk: result };
}

const plural = { branch: 'branches', address: 'addresses', length: 'lengths', division: 'divisions' };

/** Prints all sites that depend on data, with equal sites together. */
function list(fields: PublicField[], { sites }: Walk): void {
  const lines = sites.map(({ function: name, kind, cells }) => {
    const names = new Set(cells.map((cell) => fieldOf(fields, cell)?.name ?? cell));
    return `${name}: ${kind} made of ${[...names].join(' and ')}`;
  });
  for (const [line, count] of Object.entries(countBy(lines)).sort())
    console.log(`  ${line}${count > 1 ? `, ${count} times` : ''}`);
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function checkLeaky(suite: Suite, kernel: Kernel, layout: Layout): number {
  const title = `${suite.name}, ${kernel} module with leaks`;
  const found = findings(layout, new Walk(leakyModuleOf(suite, kernel), layout.regions));
  const leaks = leakyFunctions(suite, kernel);
  const missed = leaks.filter((name) => !found.some((finding) => finding.function === name));
  for (const name of missed) console.error(`${title}: the one in ${name} is not found`);
  if (missed.length === 0) console.log(`${title}: all ${leaks.length} are found`);
  return missed.length === 0 ? 0 : 1;
}

/** Checks the modules of all suites. Between two modules it lets other work run. */
export async function checkStatically(isListed: boolean): Promise<number> {
  let failures = 0;
  for (const suite of suites)
    for (const kernel of suite.kernels) {
      const layout = await layoutOf(suite, kernel);
      const checked = checkModule(`${suite.name}, ${kernel} module`, moduleOf(suite, kernel), layout);
      failures += checked.failures;
      if (isListed) list(layout.fields, checked.walk);
      await setImmediate();
      failures += checkLeaky(suite, kernel, layout);
      await setImmediate();
    }
  return failures;
}
