/**
 * Products of atoms. Eight atoms make a byte. A product of atoms of one byte is a number: a mask of these atoms in the
 * low eight bits, and the number of the byte above. Any other product is the number of a list of atoms.
 */
export type Product = number;
/** A bit of a byte: eight times the number of the byte, plus the number of the bit. */
export type Atom = number;
export const byteOf = (atom: Atom) => atom >> 3;

/** A product of one byte's bits is 256 times its number, plus a mask. Any other is this number plus a list's. */
const firstList = 2 ** 30;
/** The most products of a sum. */
export const maxProducts = 800;
/** The most atoms of a function that is multiplied out. */
const maxAtoms = 10;
const allMasks = Int32Array.from({ length: 2 ** maxAtoms }, (_, mask) => mask);

/** A sum of products, and whether 1 is added. */
export interface Sum {
  products: Int32Array;
  complement: number;
}

/** Gives equal lists of integers the same number. */
export class Lists {
  readonly at: Int32Array[] = [];
  /** The numbers of lists by their hashes. A list whose hash is taken gets the next free one. */
  readonly #numbers = new Map<number, number>();

  /** Returns the number of the list, new or known. The list may be a view of an array that changes later. */
  intern(list: Int32Array): number {
    let hash = list.length;
    for (let i = 0; i < list.length; i++) hash ^= mixed(list[i]!);
    for (let known = this.#numbers.get(hash); known !== undefined; known = this.#numbers.get(++hash))
      if (this.at[known]!.length === list.length && list.every((x, i) => x === this.at[known]![i])) return known;
    this.#numbers.set(hash, this.at.length);
    return this.at.push(list.slice()) - 1;
  }
}

export function mixed(x: number): number {
  let h = Math.imul(x ^ 0x51ed27, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return h ^ (h >>> 13);
}

export class Products {
  #bytes = 0;
  readonly #lists = new Lists();
  readonly #parity = new Uint8Array(2 ** maxAtoms);

  /** Makes a new byte, and returns its number. Its bits are atoms. */
  byte(): number {
    if (this.#bytes >= firstList / 256) throw new Error('there are too many atoms');
    return this.#bytes++;
  }

  atom(byte: number, bit: number): Product {
    return (byte << 8) | (1 << bit);
  }

  atomsOf(product: Product): ArrayLike<Atom> {
    if (product >= firstList) return this.#lists.at[product - firstList]!;
    const atoms: Atom[] = [];
    for (let bit = 0; bit < 8; bit++) if ((product >> bit) & 1) atoms.push(8 * (product >> 8) + bit);
    return atoms;
  }

  /** The atom that equals this product. -1 if the product has several atoms. */
  onlyAtom(product: Product): Atom {
    const mask = product & 255;
    return product >= firstList || (mask & (mask - 1)) !== 0 ? -1 : 8 * (product >> 8) + 31 - Math.clz32(mask);
  }

  /** The product of sums. Undefined if they have too many atoms. */
  multiplied(factors: readonly Sum[]): Sum | undefined {
    const atoms = [...(this.atomsIn(factors, maxAtoms) ?? [])].sort((a, b) => a - b);
    if (atoms.length === 0) return undefined;
    const maskOf = (product: Product) =>
      Array.from(this.atomsOf(product)).reduce((mask, atom) => mask | (1 << atoms.indexOf(atom)), 0);
    const parity = this.#parity.subarray(0, 1 << atoms.length);
    let masks: Int32Array = Int32Array.of(0);
    for (const { products, complement } of factors) {
      parity.fill(0);
      if (complement) for (const mask of masks) parity[mask]! ^= 1;
      for (const product of products) {
        const other = maskOf(product);
        for (let i = 0; i < masks.length; i++) parity[masks[i]! | other]! ^= 1;
      }
      masks = allMasks.subarray(0, parity.length).filter((mask) => parity[mask]);
    }
    const complement = masks[0] === 0 ? 1 : 0;
    const productOf = (mask: number) => this.#productOf(atoms.filter((_, i) => (mask >> i) & 1));
    return { products: masks.subarray(complement).map(productOf).sort(), complement };
  }

  /** The atoms in sums. Undefined if there are more than `most`. */
  atomsIn(sums: readonly Sum[], most: number): Set<Atom> | undefined {
    const atoms = new Set<Atom>();
    for (const { products } of sums)
      for (const product of products) {
        const some = this.atomsOf(product);
        for (let i = 0; i < some.length; i++) atoms.add(some[i]!);
        if (atoms.size > most) return undefined;
      }
    return atoms;
  }

  #productOf(atoms: Atom[]): Product {
    const byte = byteOf(atoms[0]!);
    if (atoms.every((atom) => byteOf(atom) === byte))
      return atoms.reduce((mask, atom) => mask | (1 << (atom % 8)), byte << 8);
    return firstList + this.#lists.intern(Int32Array.from(atoms));
  }
}

/** Writes the products that are in exactly one of two sums, and returns their number. */
export function merged(a: Int32Array, b: Int32Array, out: Int32Array): number {
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
  return n;
}
