/**
 * Bits as functions of input bits, in a form that is the same for equal functions: a sum, modulo 2, of products of atoms.
 * An atom is an input bit, or it stands for a function that was defined to be one. Sums over atoms of many bytes stay
 * short only while products have atoms of one byte, so a product of others is an atom itself.
 *
 * A literal is a term or its complement: twice the number of the term, and 1 for the complement. 0 and 1 are constants.
 */
export type Literal = number;
export type Bits = Int32Array;

export const zero: Literal = 0;
export const one: Literal = 1;
export const isConstant = (a: Literal) => a < 2;
export const not = (a: Literal): Literal => a ^ 1;

/** A product of atoms of one byte, by the number of the byte and a mask of the atoms. */
type Product = number;
const groupOf = (product: Product) => product >>> 8;
const maxProducts = 6000;

/** What the terms of a proof cannot hold: where the functions that are compared differ, sums get out of hand. */
export class TooLarge extends Error {}

const mixed = (x: number, by: number) => {
  let h = Math.imul(x ^ by, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return h ^ (h >>> 13);
};

/** Finds numbers of lists of integers that are equal. */
class Lists {
  readonly at: Int32Array[] = [];
  #table = new Int32Array(1 << 16).fill(-1);
  #hashes: number[] = [];

  /** The number of the list, new or known. It may be a view of an array that changes. */
  intern(list: Int32Array): number {
    let hash = list.length;
    for (let i = 0; i < list.length; i++) hash ^= mixed(list[i]!, 0x51ed27);
    const mask = this.#table.length - 1;
    let slot = hash & mask;
    for (; this.#table[slot] !== -1; slot = (slot + 1) & mask) {
      const known = this.#table[slot]!;
      if (this.#hashes[known] === hash && this.#equals(this.at[known]!, list)) return known;
    }
    const number = this.at.push(list.slice()) - 1;
    this.#hashes.push(hash);
    this.#table[slot] = number;
    if (number * 2 > mask) this.#grow();
    return number;
  }

  #equals(a: Int32Array, b: Int32Array): boolean {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
    return true;
  }

  #grow(): void {
    const table = new Int32Array(this.#table.length * 4).fill(-1);
    const mask = table.length - 1;
    for (const [number, hash] of this.#hashes.entries()) {
      let slot = hash & mask;
      while (table[slot] !== -1) slot = (slot + 1) & mask;
      table[slot] = number;
    }
    this.#table = table;
  }
}

/** A term: a sum of products, or a conjunction of literals, which has a sum once it is multiplied out. */
export class Terms {
  readonly #sums: (Int32Array | undefined)[] = [];
  readonly #factors: (Int32Array | undefined)[] = [];
  /** The sum that a term is, as a literal; -1 if it is not known yet. */
  readonly #sumOf: Literal[] = [];
  /** The atom that a sum was defined to be, or -1. */
  readonly #atomOf: Literal[] = [];
  /** The place of a definition that a term is, or -1. */
  readonly #places: number[] = [];
  /** What input bits are sums of, where others were chosen; and how many were replaced when a sum was last looked at. */
  readonly #replaced = new Map<Product, Literal>();
  readonly #checked: number[] = [];
  /** Input bytes that are a cell of a state. */
  readonly #isOfState = new Set<number>();
  /** The linear layers that a sum is inside: of more than one where calls of the cipher begin alike. */
  readonly #layers: (readonly number[] | undefined)[] = [];
  #lastLayer = 0;
  readonly #sumLists = new Lists();
  readonly #sumTerms: number[] = [];
  readonly #factorLists = new Lists();
  readonly #factorTerms: number[] = [];
  readonly #groups: string[] = [];
  /** Whether a byte is a cell of a state, and not of the input. */
  readonly #isDefined: boolean[] = [];
  /** Atoms that are conjunctions, by their group. */
  readonly #opaque = new Map<number, number>();
  #seen: ((place: number) => void) | undefined;
  readonly #scratch = new Int32Array(2 * maxProducts);
  readonly #parity = new Uint8Array(256);

  constructor() {
    this.#sum(new Int32Array(0));
  }

  /** Eight new atoms, the bits of a byte. */
  byte(name: string): Bits {
    return this.#atoms(name, false);
  }

  xor(a: Literal, b: Literal): Literal {
    if (a < 2) return b ^ a;
    if (b < 2) return a ^ b;
    if (a >> 1 === b >> 1) return (a ^ b) & 1;
    let left = this.#sumLiteral(a);
    let right = this.#sumLiteral(b);
    const layers = this.#commonLayers(left, right);
    const [leftAtom, rightAtom] = [this.#atomOf[left >> 1]!, this.#atomOf[right >> 1]!];
    // A sum and the atom that it was defined to be are the same, but equal functions must come out as equal sums, in whatever
    // order they are added: within a linear layer the sums stay, and all else has the atoms.
    const isLayer = layers !== undefined && (leftAtom < 0 || rightAtom < 0);
    if (!isLayer && leftAtom >= 0) left = leftAtom ^ (left & 1);
    if (!isLayer && rightAtom >= 0) right = rightAtom ^ (right & 1);
    const sum = this.#added(this.#sums[left >> 1]!, this.#sums[right >> 1]!);
    if (isLayer) this.#layers[sum >> 1] ??= layers;
    return sum ^ ((left ^ right) & 1);
  }

  #commonLayers(a: Literal, b: Literal): readonly number[] | undefined {
    const [one, other] = [this.#layers[a >> 1], this.#layers[b >> 1]];
    if (!one || !other || one === other) return one && other;
    const common = one.filter((layer) => other.includes(layer));
    return common.length > 0 ? common : undefined;
  }

  and(a: Literal, b: Literal): Literal {
    if (a === zero || b === zero || a === not(b)) return zero;
    if (a === one || a === b) return b;
    if (b === one) return a;
    return this.conjunction([a, b]);
  }

  or(a: Literal, b: Literal): Literal {
    return not(this.and(not(a), not(b)));
  }

  /** The AND of all. It is not multiplied out before it is needed. */
  conjunction(literals: Iterable<Literal>): Literal {
    const flat = new Set<Literal>();
    for (const literal of literals) for (const factor of this.#factorsOf(literal)) flat.add(factor);
    flat.delete(one);
    if (flat.size < 2) return [...flat][0] ?? one;
    const factors = Int32Array.from(flat).sort();
    if (factors[0] === zero) return zero;
    for (let i = 1; i < factors.length; i++) if (factors[i] === not(factors[i - 1]!)) return zero;
    const number = this.#factorLists.intern(factors);
    const known = this.#factorTerms[number];
    if (known !== undefined) return 2 * known;
    const term = this.#term();
    this.#factorTerms[number] = term;
    this.#factors[term] = factors;
    return 2 * term;
  }

  /** Whether both are the same function of the atoms. */
  equal(a: Literal, b: Literal): boolean {
    return this.canonical(a) === this.canonical(b);
  }

  /**
   * Makes new atoms of the bits of a state's cells, which stand for them from now on, so that the functions of a cell are of
   * one byte. A cell that is a function of one byte stays as it is. When a bit turns up again it is seen: bit i of the state
   * at `place` + i.
   */
  define(state: Bits, name: string, place: number): void {
    for (let at = 0; at < state.length; at += 8) {
      const literals = state.slice(at, at + 8).map((bit) => this.#sumLiteral(bit));
      const groups = this.#groupsOf(literals);
      for (const group of groups) this.#isOfState.add(group);
      if (groups.size > 1) {
        const atoms = this.#atoms(`${name}, cell ${at / 8}`, true);
        for (const [i, literal] of literals.entries())
          if (!isConstant(literal)) this.#atomOf[literal >> 1] = atoms[i]! ^ (literal & 1);
      }
      for (const [i, literal] of literals.entries())
        if (!isConstant(literal) && this.#places[literal >> 1]! < 0) this.#places[literal >> 1] = place + at + i;
    }
  }

  /**
   * Says that these bits are the input of a linear layer. Their sums stay sums, although some are bits of the state that the
   * layer makes.
   */
  beginLayer(bits: Bits): void {
    const layer = [this.#lastLayer++];
    for (const bit of bits) {
      if (isConstant(bit)) continue;
      const term = this.#sumLiteral(bit) >> 1;
      this.#layers[term] = this.#layers[term] ? [...this.#layers[term], ...layer] : layer;
    }
  }

  /**
   * Chooses other inputs, where a bit is a sum of them: the bit in the place of the last of them that no state was made of. It
   * is the same to prove something of all values of these or of those.
   */
  replaceInputs(bits: Bits, name: string): void {
    for (let at = 0; at < bits.length; at += 8) {
      const sums = bits.slice(at, at + 8).map((bit) => this.#sumLiteral(bit));
      const last = sums.map((sum) => this.#freeInput(sum));
      if (this.#groupsOf(sums).size < 2 || last.some((product) => product < 0) || new Set(last).size < 8) continue;
      const atoms = this.byte(`${name}, cell ${at / 8}`);
      const by = sums.map((sum, i) => this.xor(this.xor(sum, atoms[i]!), this.#sum(Int32Array.of(last[i]!))));
      for (const [i, product] of last.entries()) this.#replaced.set(product, by[i]!);
    }
  }

  /** The last input in a sum of bits; -1 if it is no such sum, or there is none. */
  #freeInput(a: Literal): Product {
    let last = -1;
    for (const product of this.#sums[a >> 1]!) {
      const mask = product & 255;
      if (mask & (mask - 1)) return -1;
      const group = groupOf(product);
      if (!this.#isDefined[group] && !this.#isOfState.has(group)) last = product;
    }
    return last;
  }

  #groupsOf(literals: Bits): Set<number> {
    const groups = new Set<number>();
    for (const literal of literals)
      for (const product of this.#sums[this.canonical(literal) >> 1]!) groups.add(groupOf(product));
    return groups;
  }

  /** From now on tells the places of definitions that turn up. */
  watch(seen: ((place: number) => void) | undefined): void {
    this.#seen = seen;
  }

  /** The place at which a literal is seen, or -1. */
  placeOf(a: Literal): number {
    return this.#places[this.#sumLiteral(a) >> 1]!;
  }

  /** The literal that stands for all that are equal to this one. */
  canonical(a: Literal): Literal {
    const sum = this.#sumLiteral(a);
    const atom = this.#atomOf[sum >> 1]!;
    return atom < 0 ? sum : atom ^ (sum & 1);
  }

  /** What it is made of, shortened. */
  describe(a: Literal): string {
    const canonical = this.canonical(a);
    const products = [...this.#sums[canonical >> 1]!].map((product) => {
      const bits = [7, 6, 5, 4, 3, 2, 1, 0].filter((bit) => (product >> bit) & 1);
      return `${this.#groups[groupOf(product)]}.${bits.join('.')}`;
    });
    if (canonical & 1) products.push('1');
    const rest = products.length > 6 ? ` ^ ${products.length - 6} more` : '';
    return products.slice(0, 6).join(' ^ ') + rest || '0';
  }

  #group(name: string, isDefined: boolean): number {
    this.#isDefined.push(isDefined);
    return this.#groups.push(name) - 1;
  }

  #atoms(name: string, isDefined: boolean): Bits {
    const group = this.#group(name, isDefined);
    return Int32Array.from({ length: 8 }, (_, i) => this.#sum(Int32Array.of((group << 8) | (1 << i))));
  }

  #term(): number {
    this.#factors.push(undefined);
    this.#sumOf.push(-1);
    this.#atomOf.push(-1);
    this.#places.push(-1);
    this.#layers.push(undefined);
    this.#checked.push(0);
    return this.#sums.push(undefined) - 1;
  }

  /** The literal of a sum. */
  #sum(products: Int32Array): Literal {
    if (products.length > maxProducts) throw new TooLarge('a bit depends on too much that the definition does not have');
    const number = this.#sumLists.intern(products);
    const known = this.#sumTerms[number];
    if (known !== undefined) {
      if (this.#seen && this.#places[known]! >= 0) this.#seen(this.#places[known]!);
      return 2 * known;
    }
    const term = this.#term();
    this.#sumTerms[number] = term;
    this.#setSum(term, number);
    return 2 * term;
  }

  #setSum(term: number, number: number): void {
    this.#sumTerms[number] = term;
    this.#sums[term] = this.#sumLists.at[number];
    this.#sumOf[term] = 2 * term;
  }

  #sumLiteral(a: Literal): Literal {
    const term = a >> 1;
    let known = this.#sumOf[term]!;
    if (known < 0) known = this.#expand(term);
    if (this.#replaced.size > 0 && this.#checked[known >> 1] !== this.#replaced.size) known = this.#rewrite(known);
    return known ^ (a & 1);
  }

  /** The sum without input bits that others stand for. */
  #rewrite(a: Literal): Literal {
    let sum = a & 1;
    const kept = this.#sums[a >> 1]!.filter((product) => {
      const by = this.#replaced.get(product);
      if (by !== undefined) sum = this.xor(sum, by);
      return by === undefined;
    });
    const isKept = kept.length === this.#sums[a >> 1]!.length;
    const rewritten = isKept ? a : this.xor(sum, this.#sum(kept));
    this.#checked[rewritten >> 1] = this.#replaced.size;
    return rewritten;
  }

  #added(a: Int32Array, b: Int32Array): Literal {
    const out = this.#scratch;
    let n = 0;
    let i = 0;
    let j = 0;
    while (i < a.length && j < b.length) {
      const x = a[i]!;
      const y = b[j]!;
      if (x < y) out[n++] = x;
      else if (y < x) out[n++] = y;
      if (x <= y) i++;
      if (y <= x) j++;
    }
    while (i < a.length) out[n++] = a[i++]!;
    while (j < b.length) out[n++] = b[j++]!;
    return this.#sum(out.subarray(0, n));
  }

  #factorsOf(a: Literal): Iterable<Literal> {
    const factors = (a & 1) === 0 ? this.#factors[a >> 1] : undefined;
    return factors ?? [a];
  }

  /** Multiplies a conjunction out if it is of one byte; else it becomes an atom, the same for equal factors. */
  #expand(term: number): Literal {
    const factors = Array.from(this.#factors[term]!, (factor) => this.canonical(factor));
    return (this.#sumOf[term] = this.#multiplied(factors) ?? this.#made(factors));
  }

  #multiplied(factors: readonly Literal[]): Literal | undefined {
    let group = -1;
    for (const factor of factors)
      for (const product of this.#sums[factor >> 1]!) {
        if ((group >= 0 && groupOf(product) !== group) || this.#opaque.has(groupOf(product))) return undefined;
        group = groupOf(product);
      }
    let masks = [0];
    for (const factor of factors) {
      const parity = this.#parity.fill(0);
      if (factor & 1) for (const mask of masks) parity[mask]! ^= 1;
      for (const product of this.#sums[factor >> 1]!) for (const mask of masks) parity[mask | (product & 255)]! ^= 1;
      masks = [];
      for (let mask = 0; mask < 256; mask++) if (parity[mask]) masks.push(mask);
    }
    const isComplement = masks[0] === 0;
    const products = masks.slice(isComplement ? 1 : 0).map((mask) => (group << 8) | mask);
    return this.#sum(Int32Array.from(products)) ^ (isComplement ? 1 : 0);
  }

  /** An atom that is a conjunction. */
  #made(canonical: readonly Literal[]): Literal {
    const flat = new Set(canonical.flatMap((factor) => [...this.#factorsOf(factor)]));
    // Where the others say that an atom in a sum is 1, it is.
    for (const factor of canonical)
      for (const product of this.#sums[factor >> 1]!) {
        const term = this.#opaque.get(groupOf(product));
        if (term === undefined || factor >> 1 === term) continue;
        if (!this.#factors[term]!.every((other) => flat.has(other))) continue;
        return this.#sumLiteral(this.conjunction([...flat].map((other) => other === factor ? not(this.xor(factor, 2 * term)) : other)));
      }
    const conjunction = this.conjunction(flat);
    if (isConstant(conjunction)) return conjunction;
    const term = conjunction >> 1;
    if (conjunction & 1 || this.#factors[term] === undefined || this.#sumOf[term]! >= 0)
      return this.#sumLiteral(conjunction);
    const group = this.#group(`[AND of ${flat.size}]`, true);
    this.#opaque.set(group, term);
    this.#setSum(term, this.#sumLists.intern(Int32Array.of((group << 8) | 1)));
    return 2 * term;
  }
}
