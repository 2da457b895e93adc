/** Finds branches and addresses in the shipped modules that depend on more than public fields (declarations.ts). */
import { setImmediate } from 'node:timers/promises';
import { suites } from './declarations.js';
import { type Layout, layoutOf, type PublicField, type VerdictCells } from './layout.js';
import { leakyCopyOf } from './leaks.js';
import { exportsOf, moduleOf } from './modules.js';
import { Walk } from './taint.js';

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

/** Returns whether the module is right. */
function checkModule(title: string, bytes: Uint8Array, layout: Layout): boolean {
  const { fields } = layout;
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
  if (found.length > 0 || unused.length > 0) return false;
  console.log(
    `${title}: ${result.sites.length} places depend on data, all on ${fields.length} public fields or a verdict`,
  );
  return true;
}

function checkLeakyCopy(title: string, module: Uint8Array, layout: Layout): boolean {
  const { bytes, leaks } = leakyCopyOf(module);
  const found = findings(layout, new Walk(bytes, layout.regions));
  const missed = leaks.filter(([name]) => !found.some((finding) => finding.function === name));
  for (const [name] of missed) console.error(`${title} with leaks: the one in ${name} is not found`);
  if (missed.length === 0) console.log(`${title} with leaks: all ${leaks.length} are found`);
  return missed.length === 0;
}

/** Checks the modules of all suites, and returns the number of failures. Between two modules it lets other work run. */
export async function checkStatically(): Promise<number> {
  let failures = 0;
  for (const suite of suites)
    for (const kernel of suite.kernels) {
      const bytes = moduleOf(kernel, suite.key);
      const layout = await layoutOf(suite, kernel, exportsOf(bytes));
      for (const check of [checkModule, checkLeakyCopy]) {
        if (!check(`${suite.name}, ${kernel} module`, bytes, layout)) failures++;
        await setImmediate();
      }
    }
  return failures;
}
