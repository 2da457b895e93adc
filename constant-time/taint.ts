/**
 * Walks over a module's binary and finds, for every branch, address, length and division in it, which cells of the
 * memory it is made of. (A select counts as a branch, as engines may make one of it.) Contents of the memory are data, whatever they are; constants of the
 * module and the parameters of exported functions, which are lengths and modes, are not.
 *
 * A value is known as a number `base + k * stride`, as far as it can be told, with stride 0 where it is one number and 1
 * where nothing is known; and by the cells that it is made of. In SSA form the order of assignments does not matter: all is
 * gone through until nothing changes, and what is not known yet takes no part. Cells that nothing is written to are the
 * caller's, and may hold anything.
 */
import binaryen from 'binaryen';

/** What a module says of its memory. */
export interface Layout {
  /** Below this address are the constants. */
  constantsEnd: number;
  /** Where a region of memory begins, its name, and the length of each of its parts if it is an array. */
  regions: { name: string; start: number; end: number; part?: number }[];
}

export type Kind = 'branch' | 'address' | 'length' | 'division';

/** A place where something depends on data. */
export interface Site {
  function: string;
  kind: Kind;
  cells: string[];
}

/** A cell that is written with what is made of other cells. */
export interface Write {
  function: string;
  cell: string;
  from: string[];
}

interface Value {
  /** Not a number where no value is known yet. */
  base: number;
  stride: number;
  /** Whether it may be 0 too, as pointers to nothing are, through which nothing is read or written. */
  orZero?: boolean;
  cells: ReadonlySet<string>;
}

const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));
const noCells: ReadonlySet<string> = new Set();
const constant = (base: number): Value => ({ base, stride: 0, cells: noCells });
const anything = (cells: ReadonlySet<string>): Value => ({ base: 0, stride: 1, cells });
const nothing = (cells: ReadonlySet<string>): Value => ({ base: Number.NaN, stride: 0, cells });
const isNothing = ({ base }: Value) => Number.isNaN(base);
const isZero = ({ base, stride }: Value) => base === 0 && stride === 0;

const union = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  b.size === 0 || a === b ? a : a.size === 0 ? b : new Set([...a, ...b]);

/** What is either, where 0 is a number like others. */
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

const names = Object.fromEntries(
  Object.entries(binaryen)
    .filter(([name, value]) => name.endsWith('Id') && typeof value === 'number')
    .map(([name, value]) => [value as unknown as number, name.slice(0, -2)]),
);
const operations = Object.fromEntries(
  Object.entries(binaryen)
    .filter(
      ([name, value]) => /^(Add|Sub|Mul|Shl|Or|And|Div[SU]|Rem[SU])Int(32|64)$/.test(name) && typeof value === 'number',
    )
    .map(([name, value]) => [value as unknown as number, name.replace(/Int(32|64)$/, '')]),
);

/** What reads or writes one lane of a vector, and how many bytes. */
const laneAccesses = Object.fromEntries(
  Object.entries(binaryen).flatMap(([name, value]) => {
    const [, access, bits] = /^(Load|Store)(8|16|32|64)LaneVec128$/.exec(name) ?? [];
    return access ? [[value as unknown as number, { isStore: access === 'Store', width: Number(bits) / 8 }]] : [];
  }),
);

// biome-ignore lint/suspicious/noExplicitAny: binaryen has a type for each kind of expression, and none for all.
type Expression = any;

/** Says that local variables begin as 0, which the SSA form would not say. */
function setLocals(module: binaryen.Module): void {
  const zeros = new Map([
    [binaryen.i32, () => module.i32.const(0)],
    [binaryen.i64, () => module.i64.const(0n)],
    [binaryen.v128, () => module.v128.const(new Array<number>(16).fill(0))],
  ]);
  const functions = Array.from({ length: module.getNumFunctions() }, (_, i) =>
    binaryen.getFunctionInfo(module.getFunctionByIndex(i)),
  );
  for (const { name, params, results, vars, body } of functions) {
    const first = binaryen.expandType(params).length;
    const sets = vars.map((type, i) => module.local.set(first + i, zeros.get(type)!()));
    module.removeFunction(name);
    module.addFunction(name, params, results, vars, module.block(null, [...sets, body], results));
  }
}

export class Walk {
  readonly sites: Site[] = [];
  readonly writes: Write[] = [];
  readonly #module: binaryen.Module;
  readonly #layout: Layout;
  readonly #functions = new Map<string, number>();
  readonly #expressions = new Map<number, { kind: string; x: Expression }>();
  /** The functions that are exported, and as what. */
  readonly #exported = new Map<string, string>();
  readonly #locals = new Map<string, Value>();
  readonly #results = new Map<string, Value>();
  readonly #cells = new Map<string, Value>();
  /** Those that are read: perhaps nothing is ever written to them. */
  readonly #readCells = new Set<string>();
  /** What goes out of a block by a branch, by its name. */
  readonly #labels = new Map<string, Value>();
  #changed = true;
  #final = false;
  #round = 0;
  #name = '';

  constructor(bytes: Uint8Array, layout: Layout) {
    this.#layout = layout;
    this.#module = binaryen.readBinary(bytes);
    this.#module.setFeatures(binaryen.Features.SIMD128);
    for (let i = 0; i < this.#module.getNumExports(); i++) {
      const { name, value } = binaryen.getExportInfo(this.#module.getExportByIndex(i));
      this.#exported.set(value, name);
    }
    setLocals(this.#module);
    this.#module.runPasses(['ssa']);
    for (let i = 0; i < this.#module.getNumFunctions(); i++) {
      const { name, body, params } = binaryen.getFunctionInfo(this.#module.getFunctionByIndex(i));
      const count = binaryen.expandType(params).length;
      this.#functions.set(name, body);
      if (this.#exported.has(name)) for (let k = 0; k < count; k++) this.#locals.set(`${name} ${k}`, anything(noCells));
    }
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
    for (const [name, body] of this.#functions) {
      this.#name = name;
      const result = this.#visit(body);
      this.#merge(this.#results, name, result);
    }
  }

  #merge(map: Map<string, Value>, key: string, value: Value): void {
    const before = map.get(key);
    let after = join(before, value);
    if (same(before, after)) return;
    // What counts down would never end.
    if (this.#round > 12 && before && !isNothing(before) && after.base !== before.base) after = anything(after.cells);
    if (same(before, after)) return;
    map.set(key, after);
    this.#changed = true;
  }

  get #title(): string {
    return this.#exported.get(this.#name) ?? `function ${this.#name}`;
  }

  #site(kind: Kind, value: Value): void {
    if (this.#final && value.cells.size > 0)
      this.sites.push({ function: this.#title, kind, cells: [...value.cells].sort() });
  }

  /** What a cell is called: by the region that it lies in. */
  #cellAt({ base, stride, cells }: Value, offset: number, width: number): string | undefined {
    const address = base + offset;
    if (stride !== 0 && base < 1024) return `through ${[...cells].sort().join(' and ') || 'a parameter'}`;
    if (address < this.#layout.constantsEnd) return undefined;
    const region = this.#layout.regions.find(({ start, end }) => address >= start && address < end);
    if (!region) return `${address}, ${width} bytes`;
    const { name, start, part } = region;
    const rest = part ? stride % part : stride;
    const place = `${name}${part ? '[]' : ''} + ${part ? (address - start) % part : address - start}`;
    return `${place}${rest === 0 ? '' : ` + ${rest}k`}, ${width} bytes`;
  }

  /** Passes by what has no address yet; in the end all has. */
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

  #binary(op: number, left: Value, right: Value): Value {
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

  /** What binaryen tells of an expression, asked for once, as that is slow. */
  #expression(reference: number): { kind: string; x: Expression } {
    const known = this.#expressions.get(reference);
    if (known) return known;
    const id = binaryen.getExpressionId(reference);
    // Of these it tells nothing more.
    const isBare = id === binaryen.UnreachableId || id === binaryen.NopId;
    const told = {
      kind: names[id] ?? `expression ${id}`,
      x: isBare ? undefined : binaryen.getExpressionInfo(reference),
    };
    this.#expressions.set(reference, told);
    return told;
  }

  #visit(reference: number): Value {
    if (!reference) return nothing(noCells);
    const { kind, x } = this.#expression(reference);
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
      case 'MemoryFill':
      case 'MemoryCopy': {
        const to = this.#visit(x.dest);
        const from = this.#visit(kind === 'MemoryFill' ? x.value : x.source);
        this.#site('length', this.#visit(x.size));
        this.#store(to, 0, 1, kind === 'MemoryFill' ? from : this.#load(from, 0, 1));
        return nothing(noCells);
      }
      case 'Binary':
        return this.#binary(x.op, this.#visit(x.left), this.#visit(x.right));
      case 'Unary':
      case 'Drop':
        return anything(this.#visit(x.value).cells);
      case 'SIMDExtract':
        return anything(this.#visit(x.vec).cells);
      case 'SIMDReplace':
        return anything(union(this.#visit(x.vec).cells, this.#visit(x.value).cells));
      case 'SIMDShuffle':
        return anything(union(this.#visit(x.left).cells, this.#visit(x.right).cells));
      case 'SIMDTernary':
        return anything(union(union(this.#visit(x.a).cells, this.#visit(x.b).cells), this.#visit(x.c).cells));
      case 'SIMDShift':
        return anything(union(this.#visit(x.vec).cells, this.#visit(x.shift).cells));
      default:
        throw new Error(`the walk does not know ${kind}`);
    }
  }
}
