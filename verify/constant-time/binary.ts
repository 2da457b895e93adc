/** Reads a module's binary: its functions (in SSA form on request), its exports and its expressions. */
import binaryen from 'binaryen';

/** Binaryen's numbers with names of this pattern. `make` turns the captured parts of a name into a number's value. */
const numbered = <Made>(pattern: RegExp, make: (...parts: string[]) => Made): Record<number, Made> =>
  Object.fromEntries(
    Object.entries(binaryen).flatMap(([name, value]) => {
      const match = typeof value === 'number' && pattern.exec(name);
      return match ? [[value, make(...match.slice(1))]] : [];
    }),
  );

const kinds = numbered(/^(\w+)Id$/, (kind) => kind);
/** The names of arithmetic on two numbers. */
export const operations = numbered(/^(Add|Sub|Mul|Shl|Or|And|Div[SU]|Rem[SU])Int(?:32|64)$/, (name) => name);
/** The instructions that read or write one lane of a vector, and its bytes. */
export const laneAccesses = numbered(/^(Load|Store)(8|16|32|64)LaneVec128$/, (access, bits) => ({
  isStore: access === 'Store',
  width: Number(bits) / 8,
}));
/** The bytes that the loads of a part of a vector read. */
export const vectorLoads = numbered(/^Load(\d+)(?:Splat|Zero)Vec128$/, (bits) => Number(bits) / 8);
const typeNames = numbered(/^(i32|i64|v128)$/, (name) => name as 'i32' | 'i64' | 'v128');

/** The operands of each kind of expression that computes. */
export const operandsOf: Readonly<Record<string, readonly string[]>> = {
  Unary: ['value'],
  Binary: ['left', 'right'],
  Drop: ['value'],
  Load: ['ptr'],
  SIMDLoad: ['ptr'],
  SIMDExtract: ['vec'],
  SIMDReplace: ['vec', 'value'],
  SIMDShift: ['vec', 'shift'],
  SIMDShuffle: ['left', 'right'],
  SIMDTernary: ['a', 'b', 'c'],
};
/** The parts of an instruction that are instructions. */
const parts = 'children operands body condition ifTrue ifFalse left right ptr vec a b c shift value'.split(' ');

// biome-ignore lint/suspicious/noExplicitAny: binaryen has a type for each kind of expression, and none for all.
type Expression = any;

/** Sets local variables to 0 at the start of each function. The SSA form would not show this otherwise. */
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

/** Functions that binaryen's types lack. */
interface DataSegments {
  getNumDataSegments(): number;
  getDataSegmentByIndex(index: number): number;
  getDataSegmentInfo(segment: number): { offset: number; data: ArrayBuffer };
}

/** Brings functions into SSA form. */
export function toSsa(module: binaryen.Module): void {
  setLocals(module);
  module.runPasses(['ssa']);
}

export class Binary {
  /** The bodies of the functions, by their names. */
  readonly functions = new Map<string, number>();
  /** The exported functions, with their exported names. */
  readonly exported = new Map<string, string>();
  /** The number of parameters of each exported function. */
  readonly parameterCounts = new Map<string, number>();
  /** The types of each function's local variables, the parameters first. */
  readonly localTypes = new Map<string, readonly number[]>();
  /** The first contents of the memory, with their addresses. */
  readonly data: { address: number; bytes: Uint8Array }[] = [];
  /** The length of the memory in bytes. */
  readonly memoryLength: number;
  readonly #module: binaryen.Module;
  readonly #expressions = new Map<number, { kind: string; x: Expression }>();

  constructor(bytes: Uint8Array, prepare: (module: binaryen.Module) => void) {
    const module = binaryen.readBinary(bytes);
    this.#module = module;
    module.setFeatures(binaryen.Features.SIMD128 | binaryen.Features.RelaxedSIMD);
    for (let i = 0; i < module.getNumExports(); i++) {
      const { name, value } = binaryen.getExportInfo(module.getExportByIndex(i));
      this.exported.set(value, name);
    }
    this.memoryLength = module.getMemoryInfo().initial * 65536;
    const segments = module as unknown as DataSegments;
    for (let i = 0; i < segments.getNumDataSegments(); i++) {
      const { offset, data } = segments.getDataSegmentInfo(segments.getDataSegmentByIndex(i));
      this.data.push({ address: offset, bytes: new Uint8Array(data) });
    }
    prepare(module);
    for (let i = 0; i < module.getNumFunctions(); i++) {
      const { name, body, params, vars } = binaryen.getFunctionInfo(module.getFunctionByIndex(i));
      this.functions.set(name, body);
      this.localTypes.set(name, [...binaryen.expandType(params), ...vars]);
      if (this.exported.has(name)) this.parameterCounts.set(name, binaryen.expandType(params).length);
    }
  }

  /** The instructions of all functions, in a fixed order. */
  instructions(): number[] {
    const found: number[] = [];
    const visit = (reference: number) => {
      if (!reference) return;
      found.push(reference);
      const { kind, x } = this.expression(reference);
      if (kind !== 'Const' && x) for (const part of parts) for (const child of [x[part] ?? []].flat()) visit(child);
    };
    for (const body of this.functions.values()) visit(body);
    return found;
  }

  /** The binary, with all changes of expressions. */
  emit(): Uint8Array {
    return this.#module.emitBinary();
  }

  /** A type by its name in WebAssembly. */
  typeName(type: number): 'i32' | 'i64' | 'v128' {
    const name = typeNames[type];
    if (!name) throw new Error(`a value of another type than i32, i64 and v128`);
    return name;
  }

  /** Returns binaryen's description of an expression, and keeps it, because binaryen is slow. */
  expression(reference: number): { kind: string; x: Expression } {
    const known = this.#expressions.get(reference);
    if (known) return known;
    const id = binaryen.getExpressionId(reference);
    // Binaryen has no more information about these kinds.
    const isBare = id === binaryen.UnreachableId || id === binaryen.NopId;
    const told = {
      kind: kinds[id] ?? `expression ${id}`,
      x: isBare ? undefined : binaryen.getExpressionInfo(reference),
    };
    this.#expressions.set(reference, told);
    return told;
  }
}
