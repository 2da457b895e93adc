/**
 * Lists the branches and addresses in the shipped modules that are made of what lies in their memory, and fails where one is
 * made of anything but the public fields (public.ts), or where something else is written into one of those. Each module is then
 * looked at with leaks in it, which must be found.
 */
import { setImmediate } from 'node:timers/promises';
import { type Kernel, kernels } from '../native/compile.js';
import { keyLength } from '../ts/engine/message.js';
import type { Suite } from './declaration.js';
import { exportsOf, leakyFunctions, leakyModuleOf, moduleOf } from './modules.js';
import type { PublicField, Verdict } from './public.js';
import { suites } from './suite.js';
import { type Kind, type Layout, Walk } from './taint.js';

/** Where a module has what, which is asked of itself: leaks in it have not moved that. */
function layoutOf(suite: Suite, kernel: Kernel): Layout {
  const exports = exportsOf(moduleOf(suite, kernel));
  const at = (name: string) => exports[name]!();
  const window = at('window_address');
  const state = at('state_address');
  // Besides a piece the window holds key, nonce and the longest tag.
  const [nonce, tag] = [suite.modes[0]!.nonceLength, Math.max(...suite.modes.map(({ tagLength }) => tagLength))];
  const end = window + at('piece_limit') + keyLength + nonce + tag;
  const regions: Layout['regions'] = [
    { name: 'state', start: state, end: window },
    { name: 'window', start: window, end },
  ];
  if (!('lanes_run' in exports)) {
    // What a function works with lies behind the window, if anywhere.
    const aligned = Math.ceil(end / 16) * 16;
    regions.push({ name: 'work', start: aligned, end: exports.memory.buffer.byteLength });
    return { regions, constantsEnd: state };
  }
  const work = at('lanes_work_address');
  const lanes = at('lanes_address');
  regions.push({ name: 'work', start: work, end: lanes });
  regions.push({ name: 'lane', start: lanes, end: state, part: at('lane_length') });
  return { regions, constantsEnd: work };
}

interface Finding {
  function: string;
  what: string;
}

/** The public field that a cell is, or the array of which it may be any element. */
function fieldOf(fields: PublicField[], cell: string): PublicField | undefined {
  const [, region, ...numbers] = /^(\w+)(?:\[\])? \+ (\d+)(?: \+ (\d+)k)?, (\d+) bytes$/.exec(cell) ?? [];
  const [offset, stride, width] = numbers.map((number) => Number(number ?? 0)) as [number, number, number];
  return fields.find(
    (field) =>
      field.region === region &&
      field.width === width &&
      offset >= field.offset &&
      offset < field.offset + width * field.count &&
      // With a stride of 1 nothing is known of the place.
      (stride === 0 || (field.count > 1 && stride > 1 && stride % width === 0)),
  );
}

function findings(fields: PublicField[], verdicts: Verdict[], { sites, writes }: Walk): Finding[] {
  const found: Finding[] = [];
  const judged = new Set<Verdict>();
  for (const { function: name, kind, cells } of sites) {
    const others = cells.filter((cell) => !fieldOf(fields, cell));
    if (others.length === 0) continue;
    const verdict = verdicts.find((known) => kind === 'branch' && known.cells.join() === cells.join());
    if (verdict && !judged.has(verdict)) judged.add(verdict);
    else found.push({ function: name, what: `${kind} made of ${others.join(' and ')}` });
  }
  for (const { function: name, cell, from } of writes) {
    const field = fieldOf(fields, cell);
    const others = from.filter((other) => !fieldOf(fields, other) && other !== field?.overlaid?.by);
    if (field && others.length > 0)
      found.push({ function: name, what: `${others.join(' and ')} written to ${field.name}, which is public` });
  }
  return found;
}

function checkModule(suite: Suite, kernel: Kernel, isListed: boolean): number {
  const title = `${suite.name}, ${kernel} module`;
  const { [kernel]: fields } = suite.publicFields;
  const { [kernel]: verdicts } = suite.verdicts;
  const result = new Walk(moduleOf(suite, kernel), layoutOf(suite, kernel));
  const found = findings(fields, verdicts, result);
  if (isListed) list(fields, result);
  for (const { function: name, what } of found) console.error(`${title}, ${name}: ${what}`);
  const cells = [
    ...result.sites.map((site) => site.cells),
    ...result.writes.filter(({ cell }) => fieldOf(fields, cell)).map(({ from }) => from),
  ];
  const used = new Set(cells.flat().map((cell) => fieldOf(fields, cell)));
  const unused = fields.filter((field) => !used.has(field));
  for (const { name } of unused) console.error(`${title}: nothing depends on ${name}: strike it off the suite's file`);
  if (found.length > 0 || unused.length > 0) return 1;
  const counts = Object.entries(countBy(result.sites.map(({ kind }) => kind))) as [Kind, number][];
  console.log(
    `${title}: ${counts.map(([kind, count]) => `${count} ${count === 1 ? kind : plural[kind]}`).join(', ')} made of data, all of ${fields.length} public ` +
      `fields but for the verdict on a tag in ${[...new Set(verdicts.map((verdict) => verdict.function))].join(' and ')}`,
  );
  return 0;
}

const plural = { branch: 'branches', address: 'addresses', length: 'lengths', division: 'divisions' };

/** Shows all that is made of data, the same things together. */
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

function checkLeaky(suite: Suite, kernel: Kernel): number {
  const title = `${suite.name}, ${kernel} module with leaks`;
  const result = new Walk(leakyModuleOf(suite, kernel), layoutOf(suite, kernel));
  const found = findings(suite.publicFields[kernel], suite.verdicts[kernel], result);
  const leaks = leakyFunctions(suite, kernel);
  const missed = leaks.filter((name) => !found.some((finding) => finding.function === name));
  for (const name of missed) console.error(`${title}: the one in ${name} is not found`);
  if (missed.length === 0) console.log(`${title}: all ${leaks.length} are found`);
  return missed.length === 0 ? 0 : 1;
}

/** Between the modules it lets others go on. */
export async function checkStatically(isListed: boolean): Promise<number> {
  let failures = 0;
  for (const suite of suites)
    for (const kernel of Object.keys(kernels) as Kernel[]) {
      failures += checkModule(suite, kernel, isListed);
      await setImmediate();
      failures += checkLeaky(suite, kernel);
      await setImmediate();
    }
  return failures;
}
