/**
 * Lists the branches and addresses in the shipped modules that are made of what lies in their memory, and fails where one is
 * made of anything but the public fields (public.ts), or where something else is written into one of those. Each module is then
 * looked at with leaks in it, which must be found.
 */
import { type Kernel, kernels } from '../native/compile.js';
import { leaks, leakyModuleOf, moduleOf } from './modules.js';
import { type PublicField, publicFields, type Verdict, verdicts } from './public.js';
import { type Kind, type Layout, Walk } from './walk.js';

function walk(bytes: Uint8Array, kernel: Kernel): Walk {
  // The layout is asked of the module itself, which leaks have not moved.
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(kernel) as Uint8Array<ArrayBuffer>));
  const at = (name: string) => (exports[name] as () => number)();
  const window = at('window_address');
  const state = at('state_address');
  const regions: Layout['regions'] = [
    { name: 'state', start: state, end: window },
    { name: 'window', start: window, end: window + at('piece_limit') + 48 },
  ];
  if (kernel === 'portable') return new Walk(bytes, { regions, constantsEnd: state });
  const work = at('lanes_work_address');
  const lanes = at('lanes_address');
  regions.push({ name: 'work', start: work, end: lanes });
  regions.push({ name: 'lane', start: lanes, end: state, part: at('lane_length') });
  return new Walk(bytes, { regions, constantsEnd: work });
}

interface Finding {
  function: string;
  what: string;
}

/** The public field that a cell lies in. */
function fieldOf(kernel: Kernel, cell: string): PublicField | undefined {
  const [, region, offset, width] = /^(\w+)(?:\[\])? \+ (\d+)(?: \+ \d+k)?, (\d+) bytes$/.exec(cell) ?? [];
  return publicFields[kernel].find(
    (field) =>
      field.region === region &&
      field.width === Number(width) &&
      Number(offset) >= field.offset &&
      Number(offset) < field.offset + field.width * field.count,
  );
}

function findings(kernel: Kernel, { sites, writes }: Walk): Finding[] {
  const found: Finding[] = [];
  const judged = new Set<Verdict>();
  for (const { function: name, kind, cells } of sites) {
    const others = cells.filter((cell) => !fieldOf(kernel, cell));
    if (others.length === 0) continue;
    const verdict = verdicts[kernel].find((known) => kind === 'branch' && known.cells.join() === cells.join());
    if (verdict && !judged.has(verdict)) judged.add(verdict);
    else found.push({ function: name, what: `${kind} made of ${others.join(' and ')}` });
  }
  for (const { function: name, cell, from } of writes) {
    const field = fieldOf(kernel, cell);
    const others = from.filter((other) => !fieldOf(kernel, other) && other !== field?.overlaid?.by);
    if (field && others.length > 0)
      found.push({ function: name, what: `${others.join(' and ')} written to ${field.name}, which is public` });
  }
  return found;
}

function checkModule(kernel: Kernel, isListed: boolean): number {
  const result = walk(moduleOf(kernel), kernel);
  const found = findings(kernel, result);
  if (isListed) list(kernel, result);
  for (const { function: name, what } of found) console.error(`${kernel} module, ${name}: ${what}`);
  const cells = [
    ...result.sites.map((site) => site.cells),
    ...result.writes.filter(({ cell }) => fieldOf(kernel, cell)).map(({ from }) => from),
  ];
  const used = new Set(cells.flat().map((cell) => fieldOf(kernel, cell)));
  const unused = publicFields[kernel].filter((field) => !used.has(field));
  for (const { name } of unused) console.error(`${kernel} module: nothing depends on ${name}: strike it off public.ts`);
  if (found.length > 0 || unused.length > 0) return 1;
  const counts = Object.entries(countBy(result.sites.map(({ kind }) => kind))) as [Kind, number][];
  console.log(
    `${kernel} module: ${counts.map(([kind, count]) => `${count} ${count === 1 ? kind : plural[kind]}`).join(', ')} made of data, all of ${publicFields[kernel].length} public ` +
      `fields but for the verdict on a tag in ${verdicts[kernel].map((verdict) => verdict.function).join(' and ')}`,
  );
  return 0;
}

const plural = { branch: 'branches', address: 'addresses', length: 'lengths', division: 'divisions' };

/** Shows all that is made of data, the same things together. */
function list(kernel: Kernel, { sites }: Walk): void {
  const lines = sites.map(({ function: name, kind, cells }) => {
    const fields = new Set(cells.map((cell) => fieldOf(kernel, cell)?.name ?? cell));
    return `${name}: ${kind} made of ${[...fields].join(' and ')}`;
  });
  for (const [line, count] of Object.entries(countBy(lines)).sort())
    console.log(`  ${line}${count > 1 ? `, ${count} times` : ''}`);
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function checkLeaky(kernel: Kernel): number {
  const found = findings(kernel, walk(leakyModuleOf(kernel), kernel));
  const missed = leaks[kernel].filter((name) => !found.some((finding) => finding.function === name));
  for (const name of missed) console.error(`${kernel} module with leaks: the one in ${name} is not found`);
  if (missed.length === 0) console.log(`${kernel} module with leaks: all ${leaks[kernel].length} are found`);
  return missed.length === 0 ? 0 : 1;
}

export function checkStatically(isListed: boolean): number {
  let failures = 0;
  for (const kernel of Object.keys(kernels) as Kernel[]) failures += checkModule(kernel, isListed) + checkLeaky(kernel);
  return failures;
}
