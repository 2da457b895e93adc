/** Gives equal lists of integers the same number. */
export class Lists {
  readonly at: Int32Array[] = [];
  #table = new Int32Array(1 << 16).fill(-1);
  readonly #hashes: number[] = [];

  /** Returns the number of the list, new or known. The list may be a view of an array that changes later. */
  intern(list: Int32Array): number {
    let hash = list.length;
    for (let i = 0; i < list.length; i++) hash ^= mixed(list[i]!);
    const mask = this.#table.length - 1;
    let slot = hash & mask;
    for (; this.#table[slot] !== -1; slot = (slot + 1) & mask) {
      const known = this.#table[slot]!;
      if (this.#hashes[known] === hash && areEqual(this.at[known]!, list)) return known;
    }
    const number = this.at.push(list.slice()) - 1;
    this.#hashes.push(hash);
    this.#table[slot] = number;
    if (number * 2 > mask) this.#grow();
    return number;
  }

  #grow(): void {
    const table = new Int32Array(this.#table.length * 4).fill(-1);
    const mask = table.length - 1;
    for (let number = 0; number < this.#hashes.length; number++) {
      let slot = this.#hashes[number]! & mask;
      while (table[slot] !== -1) slot = (slot + 1) & mask;
      table[slot] = number;
    }
    this.#table = table;
  }
}

export function mixed(x: number): number {
  let h = Math.imul(x ^ 0x51ed27, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return h ^ (h >>> 13);
}

function areEqual(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
