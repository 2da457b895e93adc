/**
 * The regions of a module's memory, the names of the cells in them, and the places of the fields that a suite declares.
 * The compiler that builds the modules reports these places.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, kernelFlags, moduleFlags } from '../../tools/build/emscripten.js';
import { keyLength } from '../../ts/engine/message.js';
import type { SuiteKey } from '../../ts/suites/table.js';
import { inFolder, type Kernel, root, run, sourceOf } from '../native/compile.js';
import { declaredFor, type Suite } from './declarations.js';
import { type Exports, mapOf } from './modules.js';

export interface Regions {
  /** The constants lie below this address. */
  constantsEnd: number;
  /** The name, the start and the end of each region, and the length of its parts if it is an array. */
  list: { name: string; start: number; end: number; part?: number }[];
}

/** Returns the regions of a module's memory, from the addresses that the module reports. */
function regionsOf(exports: Exports, modes: Suite['modes']): Regions {
  const { state, window, pieceLimit, lanesWork, lanes, laneLength } = mapOf(exports);
  // The window holds a piece, and beside it a key, a nonce and the longest tag.
  const longest = (length: 'nonceLength' | 'tagLength') =>
    Math.max(...Object.values(modes).map((mode) => mode[length]));
  const end = window + pieceLimit + keyLength + longest('nonceLength') + longest('tagLength');
  const list: Regions['list'] = [
    { name: 'state', start: state, end: window },
    { name: 'window', start: window, end },
    // Functions for one message may have memory after the window, and lanes have their memory before all others.
    { name: 'behind', start: end, end: exports.memory.buffer.byteLength },
  ];
  if (!('lanes_run' in exports)) return { list, constantsEnd: state };
  list.push({ name: 'work', start: lanesWork, end: lanes });
  list.push({ name: 'lane', start: lanes, end: state, part: laneLength });
  return { list, constantsEnd: lanesWork };
}

/** The region of an address, and the offset in it or in a part of it. Undefined if no region has the address. */
function find({ list }: Regions, address: number) {
  const region = list.find(({ start, end }) => address >= start && address < end);
  return region && { ...region, offset: region.part ? (address - region.start) % region.part : address - region.start };
}

function placeIn(regions: Regions, address: number): { region: string; offset: number } {
  const found = find(regions, address);
  if (!found) throw new Error(`${address} lies in no region`);
  return { region: found.name, offset: found.offset };
}

/** `width` bytes at `address + k * stride`. */
interface Place {
  address: number;
  stride: number;
  width: number;
}

/** The name of a cell: the region that it lies in. All parts of an array have one name. */
export function cellName(regions: Regions, { address, stride, width }: Place): string {
  const found = find(regions, address);
  if (!found) return `${address}, ${width} bytes`;
  const { name, part, offset } = found;
  const rest = part ? stride % part : stride;
  return `${name}${part ? '[]' : ''} + ${offset}${rest === 0 ? '' : ` + ${rest}k`}, ${width} bytes`;
}

export const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));

export interface PublicField {
  name: string;
  /** The region, and the offset in the region or in each of its parts. */
  region: string;
  offset: number;
  /** The bytes of one element. */
  width: number;
  /** The number of elements. */
  count: number;
  /** The cells of data that are written to the same bytes. */
  overlaidBy: readonly string[];
}

/** A verdict, named by the cells from which its branch is made. */
export interface VerdictCells {
  function: string;
  cells: string[];
}

export interface Layout {
  regions: Regions;
  fields: PublicField[];
  verdicts: VerdictCells[];
}

interface Field {
  address: number;
  width: number;
  count: number;
}

/** Expands the braces of a name whose parts have this separator. */
const expandedBy = (braces: RegExp, separator: string) =>
  function expand(name: string): string[] {
    const [, start, list, end] = braces.exec(name) ?? [];
    return list === undefined ? [name] : list.split(separator).flatMap((part) => expand(`${start}${part}${end}`));
  };
/** `a.{b,c}` is the fields `a.b` and `a.c`. */
const expanded = expandedBy(/^(.*?)\{([^{}&]*)\}(.*)$/, ',');
/** `a.{b&c}` is one field, an array that the members `a.b` and `a.c` make. */
const membersOf = expandedBy(/^(.*?)\{([^{}]*)\}(.*)$/, '&');

const withoutDots = (name: string) => name.replace(/\.\.\.$/, '');

/** The values of C++ expressions about a suite's module. The compiler that builds the module computes them. */
async function valuesOf(suite: SuiteKey, kernel: Kernel, expressions: readonly string[]): Promise<number[]> {
  const includes = ['<cstddef>', '<type_traits>', `"${join(root, sourceOf(suite))}"`].map(
    (file) => `#include ${file}\n`,
  );
  const text = `${includes.join('')}extern "C" const unsigned values[] = {\n${expressions.join(',\n')}};\n`;
  const data = await inFolder(async (folder) => {
    const [source, output] = ['values.cpp', 'values.ll'].map((name) => join(folder, name)) as [string, string];
    writeFileSync(source, text);
    // Only the constants of the output are read, so nothing needs optimisation.
    const form = ['-S', '-emit-llvm', '-Xclang', '-disable-llvm-passes', source, '-o', output];
    const access = ['-fno-access-control', '-Wno-invalid-offsetof', '-ferror-limit=0'];
    await run('em++', [...moduleFlags, ...kernelFlags[kernel], ...access, ...form], { env: environment });
    return /^@values = constant \[\d+ x i32\] \[(.*?)\]/m.exec(readFileSync(output, 'utf8'))?.[1] ?? '';
  });
  const values = [...data.matchAll(/i32 (\d+)/g)].map(([, value]) => Number(value));
  if (values.length !== expressions.length) throw new Error(`${suite}: the compiler's answer is not understood`);
  return values;
}

/** Asks the compiler where fields of a module's `Memory` are. */
async function fieldsOf(
  { name, key }: Suite,
  kernel: Kernel,
  exports: Exports,
  names: readonly string[],
): Promise<Map<string, Field>> {
  // The module's own addresses show where its memory is, and that the sources still have the same layout.
  const known = ['aead', 'window'];
  const all = [...new Set([...known, ...names])];
  const expressions = all.flatMap((field) => {
    const path = field.replace('[]', '[0]');
    const type = `std::remove_reference_t<decltype(memory.${path})>`;
    return [`offsetof(Memory, ${path})`, `sizeof(std::remove_all_extents_t<${type}>)`, `sizeof(${type})`];
  });
  const numbers = await valuesOf(key, kernel, expressions);
  const { state, window } = mapOf(exports);
  const base = state - numbers[0]!;
  if (window !== base + numbers[3]!)
    throw new Error(`${name}, ${kernel}: wasm-src/ has another layout than the module; run npm run build:wasm`);
  return new Map(
    all.map((field, i) => {
      const [offset, width, size] = numbers.slice(3 * i, 3 * i + 3) as [number, number, number];
      return [field, { address: base + offset, width, count: size / width }];
    }),
  );
}

/** The field with this name. If several members make a field, each must follow the one before it. */
function arrayOf(name: string, places: ReadonlyMap<string, Field>): Field {
  const members = membersOf(name).map((member) => places.get(member)!);
  const [{ address, width }] = members as [Field];
  let count = 0;
  for (const member of members) {
    if (member.width !== width || member.address !== address + width * count)
      throw new Error(`${name}: a member does not lie behind the one before it, or has another width`);
    count += member.count;
  }
  return { address, width, count };
}

/** Members of a union that lie at the same place are one field. */
function merged(fields: PublicField[]): PublicField[] {
  const byPlace = new Map<string, PublicField>();
  for (const field of fields) {
    const place = [field.region, field.offset, field.width].join();
    const other = byPlace.get(place);
    const overlaidBy = [...(other?.overlaidBy ?? []), ...field.overlaidBy];
    byPlace.set(place, other ? { ...other, name: `${other.name}, ${field.name}`, overlaidBy } : field);
  }
  return [...byPlace.values()];
}

/** The number of bytes of a block that are read at a time: one vector, or a word of two. */
const blockWidth = { javascript: 8, simd128: 16 };
const blockLength = 16;

/** Translates the declaration of a suite into cells of the memory of a build, which has these exports. */
export async function layoutOf(suite: Suite, kernel: Kernel, exports: Exports): Promise<Layout> {
  const regions = regionsOf(exports, suite.modes);
  const { fields, verdicts } = declaredFor(suite, kernel);
  const overlaid = kernel === 'javascript' ? suite.declaration.overlaid : undefined;
  const names = [
    ...fields.flatMap(([, ...some]) => some),
    ...verdicts.flatMap(({ tags }) => tags.map(withoutDots)),
    ...(overlaid ? [withoutDots(overlaid.by)] : []),
  ]
    .flatMap(expanded)
    .flatMap(membersOf);
  const places = await fieldsOf(suite, kernel, exports, names);

  /** The cells of a tag, which lies in one of the fields of a name, or behind such a field. */
  const cellsOf = (tag: string, width: number, length: number): string[] => {
    const addresses = expanded(withoutDots(tag)).map((name) => places.get(name)!.address);
    const first = Math.min(...addresses);
    const stride = tag.endsWith('...') ? 1 : addresses.reduce((all, address) => gcd(all, address - first), 0);
    return Array.from({ length: length / width }, (_, i) =>
      cellName(regions, { address: first + i * width, stride, width }),
    );
  };
  const publicFields = fields
    .flatMap(([, ...some]) => some.flatMap(expanded))
    .map((name): PublicField => {
      const { address, width, count } = arrayOf(name, places);
      const { region, offset } = placeIn(regions, address);
      const overlaidBy = overlaid?.field === name ? cellsOf(overlaid.by, width, width) : [];
      return { name, region, offset, width, count, overlaidBy };
    });
  return {
    regions,
    fields: merged(publicFields),
    verdicts: verdicts.map(({ function: name, tags, width = blockWidth[kernel] }) => {
      const length = width === 1 ? 1 : blockLength;
      return { function: name, cells: tags.flatMap((tag) => cellsOf(tag, width, length)).sort() };
    }),
  };
}
