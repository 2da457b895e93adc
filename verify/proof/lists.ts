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
