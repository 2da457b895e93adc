/** The regions of a module's memory, and the names of the cells in them. */
import { keyLength } from '../../ts/engine/message.js';
import type { SuiteRow } from '../../ts/suites/table.js';
import { type Exports, mapOf } from './modules.js';

export interface Regions {
  /** The constants lie below this address. */
  constantsEnd: number;
  /** The name, the start and the end of each region, and the length of its parts if it is an array. */
  list: { name: string; start: number; end: number; part?: number }[];
}

/** Returns the regions of a module's memory, from the addresses that the module reports. */
export function regionsOf(exports: Exports, modes: SuiteRow['modes']): Regions {
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

export function placeIn(regions: Regions, address: number): { region: string; offset: number } {
  const found = find(regions, address);
  if (!found) throw new Error(`${address} lies in no region`);
  return { region: found.name, offset: found.offset };
}

/** `width` bytes at `address + k * stride`. */
export interface Place {
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
