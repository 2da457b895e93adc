/**
 * Bits as functions of input bits. Each function is a sum, modulo 2, of products of atoms, and equal functions have
 * equal sums. An atom is an input bit, or it stands for a function (`define`). A conjunction is multiplied out if it
 * has few atoms. Otherwise it becomes an atom itself.
 *
 * A literal is a term or its complement. Its number is twice the number of the term, plus 1 for the complement. The
 * literals 0 and 1 are constants.
 */
import { byteOf, Lists, maxProducts, merged, Products, type Sum } from './products.js';

export type Literal = number;
export type Bits = Int32Array;

export const zero: Literal = 0;
const one: Literal = 1;
export const isConstant = (a: Literal) => a < 2;
export const not = (a: Literal): Literal => a ^ 1;

/** All terms. A term is a sum of products, or a conjunction of literals that gets a sum when it is multiplied out. */
export class Terms {
  readonly #sums: (Int32Array | undefined)[] = [];
  readonly #factors: (Int32Array | undefined)[] = [];
  /** The sum that equals a term, as a literal; -1 if the sum is not known yet. */
  readonly #sumOf: Literal[] = [];
  /** The atom that stands for a sum, or -1 if the sum has none. */
  readonly #atomOf: Literal[] = [];
  /** The place at which a term was defined, or -1. */
  readonly #places: number[] = [];
  /** The linear layers to which a sum belongs: several if calls of the cipher begin alike. */
  readonly #layers: (readonly number[] | undefined)[] = [];
  #lastLayer = 0;
  /** The two parts of a sum with too many products, by the term of the bit that stands for it. */
  readonly #parts = new Map<number, readonly [Literal, Literal]>();
  readonly #sumLists = new Lists();
  readonly #sumTerms: number[] = [];
  readonly #factorLists = new Lists();
  readonly #factorTerms: number[] = [];
  readonly #products = new Products();
  /** The conjunctions that became atoms, by the number of the atom's byte. */
  readonly #opaque = new Map<number, number>();
  /** The places of the state bits for which atoms stand. */
  readonly defined: number[] = [];
  /** The function that is told the place of each defined bit that is made again. */
  seen: ((place: number) => void) | undefined;
  readonly #scratch = [new Int32Array(2 * maxProducts), new Int32Array(2 * maxProducts)] as const;

  constructor() {
    this.#sum(new Int32Array(0));
  }

  /** Eight new input bits. */
  byte(): Bits {
    const byte = this.#products.byte();
    return Int32Array.from({ length: 8 }, (_, i) => this.#sum(Int32Array.of(this.#products.atom(byte, i))));
  }

  bytes(length: number): Bits {
    return Int32Array.from(Array.from({ length }, () => [...this.byte()]).flat());
  }

  xor(a: Literal, b: Literal): Literal {
    if (a < 2) return b ^ a;
    if (b < 2) return a ^ b;
    if (a >> 1 === b >> 1) return (a ^ b) & 1;
    let left = this.#sumLiteral(a);
    let right = this.#sumLiteral(b);
    const layers = this.#commonLayers(left, right);
    const [leftAtom, rightAtom] = [this.#atomOf[left >> 1]!, this.#atomOf[right >> 1]!];
    // A sum and the atom that names it are the same function. Equal functions must give equal sums, in any order of
    // addition. So a linear layer adds sums, and so does an S-box that computes with its results. All else adds atoms.
    const isLayer = layers !== undefined && (leftAtom < 0 || rightAtom < 0);
    if (!isLayer && !this.#isInner(left, right)) [left, right] = [this.canonical(left), this.canonical(right)];
    const parts = this.#parts.get(Math.max(left, right) >> 1);
    const other = parts?.[1 - parts.indexOf(Math.min(left, right) & -2)];
    if (other !== undefined) return other ^ ((left ^ right) & 1);
    const out = this.#scratch[0];
    const length = merged(this.#sums[left >> 1]!, this.#sums[right >> 1]!, out);
    const sum = this.#sum(out.subarray(0, length));
    if (length > maxProducts) this.#parts.set(sum >> 1, [left & -2, right & -2]);
    if (isLayer) this.#layers[sum >> 1] ??= layers;
    return sum ^ ((left ^ right) & 1);
  }

  /** The sum of many literals, none of which is inside a linear layer. */
  sum(literals: readonly Literal[]): Literal {
    let total: Int32Array = new Int32Array(0);
    let complement = 0;
    for (const [i, literal] of literals.entries()) {
      if (total.length > maxProducts) return this.byte()[0]!;
      const canonical = this.canonical(literal);
      const out = this.#scratch[i & 1]!;
      total = out.subarray(0, merged(total, this.#sums[canonical >> 1]!, out));
      complement ^= canonical & 1;
    }
    return this.#sum(total) ^ complement;
  }

  and(a: Literal, b: Literal): Literal {
    if (a === zero || b === one) return a;
    return b === zero || a === one || a === b ? b : this.conjunction([a, b]);
  }

  or = (a: Literal, b: Literal): Literal => not(this.and(not(a), not(b)));

  /** The AND of all literals. It is multiplied out only when needed. */
  conjunction(literals: Iterable<Literal>): Literal {
    const flat = new Set<Literal>();
    for (const literal of literals) for (const factor of this.#factorsOf(literal)) flat.add(factor);
    flat.delete(one);
    if (flat.size < 2) return [...flat][0] ?? one;
    const factors = Int32Array.from(flat).sort();
    if (factors[0] === zero) return zero;
    for (let i = 1; i < factors.length; i++) if (factors[i] === not(factors[i - 1]!)) return zero;
    return this.#conjunctionOf(factors);
  }

  #conjunctionOf(factors: Int32Array): Literal {
    const number = this.#factorLists.intern(factors);
    const known = this.#factorTerms[number];
    if (known !== undefined) return 2 * known;
    const term = this.#term();
    this.#factorTerms[number] = term;
    this.#factors[term] = this.#factorLists.at[number];
    return 2 * term;
  }

  equal = (a: Literal, b: Literal): boolean => this.canonical(a) === this.canonical(b);

  /**
   * Makes new atoms, which stand for the bits of a state from now on, so that later functions have few atoms. A cell
   * whose bits have few atoms already keeps these. So does a bit that lacks an atom of its column of `inputs`, or has at
   * most three. Bit i of the state has the place `place` + i, which `seen` reports when the same bit is made again.
   */
  define(state: Bits, place: number, inputs: readonly Bits[] = []): void {
    for (let at = 0; at < state.length; at += 8) {
      const literals = state.slice(at, at + 8).map((bit) => this.#sumLiteral(bit));
      const sums = Array.from(literals, (bit) => this.#sumAt(this.canonical(bit)));
      if (this.#products.atomsIn(sums, 8)) continue;
      const news = this.byte();
      for (const [i, literal] of literals.entries()) {
        const column = inputs.map((row) => this.#sumAt(row[(at + i) % row.length]!));
        const few = column.length && Math.max(3, this.#products.atomsIn(column, maxProducts)!.size - 1);
        if (this.#products.atomsIn([this.#sumAt(literal)], few)) continue;
        const term = literal >> 1;
        if (this.#isAtom(this.canonical(literal))) continue;
        this.#atomOf[term] = news[i]! ^ (literal & 1);
        this.#places[term] = place + at + i;
        this.defined.push(place + at + i);
      }
    }
  }

  /**
   * Marks these bits as the input of a linear layer. Inside the layer `xor` adds their sums, even if an atom stands for
   * one of them. An atom does if the bit is also a bit of the state that the layer makes.
   */
  beginLayer(bits: Bits): void {
    const layer = this.#lastLayer++;
    for (const bit of bits) {
      if (isConstant(bit)) continue;
      const term = this.#sumLiteral(bit) >> 1;
      this.#layers[term] = [...(this.#layers[term] ?? []), layer];
    }
  }

  /** The literal that stands for all terms that equal this one. */
  canonical(a: Literal): Literal {
    const sum = this.#sumLiteral(a);
    const atom = this.#atomOf[sum >> 1]!;
    return atom < 0 ? sum : atom ^ (sum & 1);
  }

  #isAtom(a: Literal): boolean {
    const products = this.#sums[a >> 1]!;
    return products.length === 1 && this.#products.onlyAtom(products[0]!) >= 0;
  }

  #sumAt = (a: Literal): Sum => ({ products: this.#sums[a >> 1]!, complement: a & 1 });

  /** True if one sum has an atom of its own, and the other has none and is a function of the same atoms. */
  #isInner(a: Literal, b: Literal): boolean {
    const [named, other] = this.#atomOf[a >> 1]! < 0 ? [b, a] : [a, b];
    if (this.#atomOf[named >> 1]! < 0 || this.#atomOf[other >> 1]! >= 0 || this.#isAtom(other)) return false;
    const [atoms, others] = [named, other].map((sum) => this.#products.atomsIn([this.#sumAt(sum)], 8 * maxProducts)!);
    return [...others!].every((atom) => atoms!.has(atom));
  }

  #commonLayers(a: Literal, b: Literal): readonly number[] | undefined {
    const [one, other] = [this.#layers[a >> 1], this.#layers[b >> 1]];
    if (!one || !other || one === other) return one && other;
    const common = one.filter((layer) => other.includes(layer));
    return common.length > 0 ? common : undefined;
  }

  #term(): number {
    this.#factors.push(undefined);
    this.#sumOf.push(-1);
    this.#atomOf.push(-1);
    this.#places.push(-1);
    this.#layers.push(undefined);
    return this.#sums.push(undefined) - 1;
  }

  #sum(products: Int32Array): Literal {
    // A longer sum becomes a bit that may be anything. A proof for all values of that bit also holds for the sum.
    if (products.length > maxProducts) return this.byte()[0]!;
    const number = this.#sumLists.intern(products);
    const known = this.#sumTerms[number];
    if (known !== undefined) {
      if (this.#places[known]! >= 0) this.seen?.(this.#places[known]!);
      return 2 * known;
    }
    const term = this.#term();
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
    if (this.#sumOf[term]! < 0) this.#sumOf[term] = this.#expand(term);
    return this.#sumOf[term]! ^ (a & 1);
  }

  /** The factors of a conjunction. Any other literal is its own only factor. */
  #factorsOf = (a: Literal): Iterable<Literal> => (a & 1 ? undefined : this.#factors[a >> 1]) ?? [a];

  /** Multiplies a conjunction out if it has few atoms. Otherwise it becomes an atom, the same for equal factors. */
  #expand(term: number): Literal {
    const literals = Array.from(this.#factors[term]!, (factor) => this.#sumLiteral(factor));
    const factors = literals.map((factor) =>
      literals.some((other) => this.#isInner(factor, other)) ? factor : this.canonical(factor),
    );
    const sums = factors.map((factor) => this.#sumAt(factor));
    const isOpaque = sums.some(({ products }) => this.#opaqueTerm(products) !== undefined);
    const product = isOpaque ? undefined : this.#products.multiplied(sums);
    return product ? this.#sum(product.products) ^ product.complement : this.#made(factors);
  }

  /** Returns the conjunction for which the newest atom of a sum stands. Undefined if the atom stands for none. */
  #opaqueTerm(products: Int32Array): number | undefined {
    const newest = products.at(-1);
    if (newest === undefined) return undefined;
    const atom = this.#products.onlyAtom(newest);
    return atom < 0 ? undefined : this.#opaque.get(byteOf(atom));
  }

  /** Makes an atom that stands for the conjunction of these factors. */
  #made(factors: readonly Literal[]): Literal {
    const flat = new Set(factors.flatMap((factor) => [...this.#factorsOf(factor)]));
    // The newest atom of a sum is replaced by 1 if it stands for a conjunction whose factors are all here.
    for (const factor of factors) {
      const term = this.#opaqueTerm(this.#sums[factor >> 1]!);
      if (term === undefined || factor >> 1 === term || !this.#factors[term]!.every((other) => flat.has(other)))
        continue;
      flat.delete(factor);
      return this.#sumLiteral(this.conjunction([...flat, not(this.xor(factor, 2 * term))]));
    }
    const conjunction = this.conjunction(flat);
    const term = conjunction >> 1;
    if (isConstant(conjunction) || this.#factors[term] === undefined || this.#sumOf[term]! >= 0)
      return this.#sumLiteral(conjunction);
    const byte = this.#products.byte();
    this.#opaque.set(byte, term);
    this.#setSum(term, this.#sumLists.intern(Int32Array.of(this.#products.atom(byte, 0))));
    return 2 * term;
  }
}

/** The functions of the algebra that execution and definition use. verify/proof/circuit.ts is another algebra. */
export type Logic = Pick<
  Terms,
  'byte' | 'bytes' | 'xor' | 'sum' | 'and' | 'or' | 'conjunction' | 'canonical' | 'equal' | 'define' | 'beginLayer'
>;
