/**
 * Walks over a module's binary. For every branch, address and division it finds the cells of memory that decide it. A
 * select counts as a branch, because engines may compile it to one. The contents of memory are data. The module's
 * constants are not, nor are the parameters of exported functions, which are lengths and modes.
 *
 * In SSA form the order of assignments does not matter. The walk repeats until nothing changes, and leaves out values
 * that are not known yet. The caller fills the cells that nothing is written to, so they may hold anything.
 */
import { Binary, laneAccesses, operandsOf, operations, toSsa } from './binary.js';
import { cellName, gcd, type Regions } from './layout.js';

/**
 * The possible numbers of a value in a module, and the cells of memory that the value is made of. The numbers are
 * `base + k * stride`, as far as known: a stride of 0 means one number, and a stride of 1 means any number.
 */
interface Value {
  /** NaN if no value is known yet. */
  base: number;
  stride: number;
  /** True if the value may also be 0, a null pointer. Nothing is read or written through it. */
  orZero?: boolean;
  cells: ReadonlySet<string>;
}

const noCells: ReadonlySet<string> = new Set();
const constant = (base: number): Value => ({ base, stride: 0, cells: noCells });
const anything = (cells: ReadonlySet<string>): Value => ({ base: 0, stride: 1, cells });
const nothing = (cells: ReadonlySet<string>): Value => ({ base: Number.NaN, stride: 0, cells });
const isNothing = ({ base }: Value) => Number.isNaN(base);
const isZero = ({ base, stride }: Value) => base === 0 && stride === 0;

const union = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  b.size === 0 || a === b ? a : a.size === 0 ? b : new Set([...a, ...b]);

/** A value that is `a` or `b`. 0 is treated like any other number. */
const span = (a: Value, b: Value, cells: ReadonlySet<string>): Value => ({
  base: Math.min(a.base, b.base),
  stride: gcd(gcd(a.stride, b.stride), a.base - b.base),
  cells,
});

const withZero = (a: Value): Value => (a.orZero ? span(a, constant(0), a.cells) : a);

function join(a: Value | undefined, b: Value): Value {
  if (!a) return b;
  const cells = union(a.cells, b.cells);
  if (isNothing(a) || isNothing(b)) return { ...(isNothing(a) ? b : a), cells };
  const [one, other] = isZero(a) ? [a, b] : [b, a];
  const both = isZero(one) ? { ...other, cells } : span(a, b, cells);
  const orZero = a.orZero || b.orZero || isZero(one);
  return orZero ? (both.base > 0 ? { ...both, orZero } : span(both, constant(0), cells)) : both;
}

const same = (a: Value | undefined, b: Value) =>
  a !== undefined &&
  Object.is(a.base, b.base) &&
  a.stride === b.stride &&
  a.orZero === b.orZero &&
  a.cells.size === b.cells.size;

export type Kind = 'branch' | 'address' | 'division';

/** A place where something depends on data. */
export interface Site {
  function: string;
  kind: Kind;
  cells: string[];
}

/** A write of a cell, with a value made of other cells. */
export interface Write {
  function: string;
  cell: string;
  from: string[];
}

export class Walk {
  readonly sites: Site[] = [];
  readonly writes: Write[] = [];
  readonly #binary: Binary;
  readonly #regions: Regions;
  readonly #locals = new Map<string, Value>();
  readonly #results = new Map<string, Value>();
  readonly #cells = new Map<string, Value>();
  /** The cells that are read, even if nothing is ever written to them. */
  readonly #readCells = new Set<string>();
  /** The values that leave a block by a branch, by the block's name. */
  readonly #labels = new Map<string, Value>();
  #changed = true;
  #final = false;
  #round = 0;
  #name = '';

  constructor(bytes: Uint8Array, regions: Regions) {
    this.#regions = regions;
    this.#binary = new Binary(bytes, toSsa);
    for (const [name, count] of this.#binary.parameterCounts)
      for (let k = 0; k < count; k++) this.#locals.set(`${name} ${k}`, anything(noCells));
    this.#run();
  }

  #run(): void {
    for (; this.#changed; this.#round++) {
      if (this.#round > 200) throw new Error('the walk finds no end');
      this.#changed = false;
      this.#visitAll();
      if (!this.#changed) this.#giveUp();
    }
    this.#final = true;
    this.#visitAll();
  }

  /** Cells that nothing is written to may hold anything. */
  #giveUp(): void {
    for (const cell of this.#readCells)
      if (isNothing(this.#cells.get(cell) ?? nothing(noCells))) this.#merge(this.#cells, cell, anything(noCells));
  }

  #visitAll(): void {
    for (const [name, body] of this.#binary.functions) {
      this.#name = name;
      const result = this.#visit(body);
      this.#merge(this.#results, name, result);
    }
  }

  #merge(map: Map<string, Value>, key: string, value: Value): void {
    const before = map.get(key);
    let after = join(before, value);
    if (same(before, after)) return;
    // The base of a value that counts down would fall in every round, and the walk would never end.
    if (this.#round > 12 && before && !isNothing(before) && after.base !== before.base) after = anything(after.cells);
    if (same(before, after)) return;
    map.set(key, after);
    this.#changed = true;
  }

  get #title(): string {
    return this.#binary.exported.get(this.#name) ?? `function ${this.#name}`;
  }

  #site(kind: Kind, value: Value): void {
    if (this.#final && value.cells.size > 0)
      this.sites.push({ function: this.#title, kind, cells: [...value.cells].sort() });
  }

  /** The name of a cell. Undefined if the cell is a constant of the module. */
  #cellAt({ base, stride, cells }: Value, offset: number, width: number): string | undefined {
    const address = base + offset;
    if (stride !== 0 && base < 1024) return `through ${[...cells].sort().join(' and ') || 'a parameter'}`;
    return address < this.#regions.constantsEnd ? undefined : cellName(this.#regions, { address, stride, width });
  }

  /** Skips an expression whose address is not known yet. In the last round every address is known. */
  #pass(): Value {
    if (this.#final) throw new Error(`${this.#title} reads or writes at an address that is made of nothing`);
    return nothing(noCells);
  }

  #load(pointer: Value, offset: number, width: number): Value {
    this.#site('address', pointer);
    if (isNothing(pointer)) return this.#pass();
    const cell = this.#cellAt(pointer, offset, width);
    if (cell === undefined) return anything(noCells);
    const cells = new Set([cell]);
    if (cell.startsWith('through')) return anything(cells);
    this.#readCells.add(cell);
    return { ...(this.#cells.get(cell) ?? nothing(noCells)), cells };
  }

  #store(pointer: Value, offset: number, width: number, value: Value): void {
    this.#site('address', pointer);
    if (isNothing(pointer)) return void this.#pass();
    const cell = this.#cellAt(pointer, offset, width);
    if (cell === undefined) throw new Error(`${this.#name} writes to a constant`);
    this.#merge(this.#cells, cell, { ...value, cells: noCells });
    if (this.#final && value.cells.size > 0)
      this.writes.push({ function: this.#title, cell, from: [...value.cells].sort() });
  }

  #arithmetic(op: number, left: Value, right: Value): Value {
    const cells = union(left.cells, right.cells);
    const operation = operations[op];
    if (operation?.startsWith('Div') || operation?.startsWith('Rem')) this.#site('division', anything(cells));
    if (isNothing(left) || isNothing(right)) return nothing(cells);
    const [a, b] = [withZero(left), withZero(right)];
    const [one, other] = b.stride === 0 ? [a, b] : [b, a];
    const isByConstant = other.stride === 0;
    switch (operation) {
      case 'Add':
        return { base: a.base + b.base, stride: gcd(a.stride, b.stride), cells };
      case 'Sub':
        if (b.stride === 0) return { base: a.base - b.base, stride: a.stride, cells };
        break;
      case 'Mul':
        if (isByConstant) return { base: one.base * other.base, stride: one.stride * Math.abs(other.base), cells };
        break;
      case 'Shl':
        if (b.stride === 0 && b.base < 31) return { base: a.base * 2 ** b.base, stride: a.stride * 2 ** b.base, cells };
        break;
    }
    return anything(cells);
  }

  #visit(reference: number): Value {
    if (!reference) return nothing(noCells);
    const { kind, x } = this.#binary.expression(reference);
    switch (kind) {
      case 'Unreachable':
      case 'Nop':
        return nothing(noCells);
      case 'Const':
        return typeof x.value === 'number' ? constant(x.value) : anything(noCells);
      case 'LocalGet':
        return this.#locals.get(`${this.#name} ${x.index}`) ?? nothing(noCells);
      case 'LocalSet': {
        const value = this.#visit(x.value);
        this.#merge(this.#locals, `${this.#name} ${x.index}`, value);
        return value;
      }
      case 'Block': {
        let last = nothing(noCells);
        for (const child of x.children) last = this.#visit(child);
        const out = x.name ? this.#labels.get(`${this.#name} ${x.name}`) : undefined;
        return out ? join(out, last) : last;
      }
      case 'Loop':
        return this.#visit(x.body);
      case 'If': {
        this.#site('branch', this.#visit(x.condition));
        const value = this.#visit(x.ifTrue);
        return x.ifFalse ? join(value, this.#visit(x.ifFalse)) : value;
      }
      case 'Break':
      case 'Switch': {
        if (x.condition) this.#site('branch', this.#visit(x.condition));
        if (x.value) {
          const value = this.#visit(x.value);
          const targets: string[] = kind === 'Break' ? [x.name] : [...x.names, x.defaultName];
          for (const target of targets) this.#merge(this.#labels, `${this.#name} ${target}`, value);
          return kind === 'Break' && x.condition ? value : nothing(noCells);
        }
        return nothing(noCells);
      }
      case 'Select': {
        const condition = this.#visit(x.condition);
        this.#site('branch', condition);
        const value = join(this.#visit(x.ifTrue), this.#visit(x.ifFalse));
        return { ...value, cells: union(value.cells, condition.cells) };
      }
      case 'Return':
        if (x.value) this.#merge(this.#results, this.#name, this.#visit(x.value));
        return nothing(noCells);
      case 'Call': {
        const values: Value[] = x.operands.map((operand: number) => this.#visit(operand));
        values.forEach((value, i) => {
          this.#merge(this.#locals, `${x.target} ${i}`, value);
        });
        return this.#results.get(x.target) ?? nothing(noCells);
      }
      case 'Load':
      case 'SIMDLoad':
        return this.#load(this.#visit(x.ptr), x.offset, x.bytes ?? 16);
      case 'Store':
        this.#store(this.#visit(x.ptr), x.offset, x.bytes, this.#visit(x.value));
        return nothing(noCells);
      case 'SIMDLoadStoreLane': {
        const pointer = this.#visit(x.ptr);
        const vector = this.#visit(x.vec);
        const { isStore, width } = laneAccesses[x.op]!;
        if (!isStore) return anything(union(vector.cells, this.#load(pointer, x.offset, width).cells));
        this.#store(pointer, x.offset, width, vector);
        return nothing(noCells);
      }
      case 'Binary':
        return this.#arithmetic(x.op, this.#visit(x.left), this.#visit(x.right));
      default: {
        const operands = operandsOf[kind];
        if (!operands) throw new Error(`the walk does not know ${kind}`);
        return anything(operands.map((name) => this.#visit(x[name]).cells).reduce(union));
      }
    }
  }
}
