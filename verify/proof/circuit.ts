/**
 * A second algebra for the proof, which shares nothing with terms.ts. Bits are nodes of a circuit of AND and XOR, and a
 * SAT solver says whether two nodes are equal. Each bit of a state between two rounds of the definition becomes a
 * variable. If a node of the module's execution agrees with such a bit on random inputs, the variable takes the node's
 * place. The solver then says whether the two are equal for all inputs.
 */
import { roundOf, stateOf } from './cipher.js';
import { mixed } from './products.js';
import type { Bits, Literal, Logic } from './terms.js';

const kinds = { variable: 0, and: 1, xor: 2 } as const;

/** Asks whether two bits are equal. `state` is the number of their state, and undefined for the bits of a result. */
export interface Question {
  state: number | undefined;
  made: Literal;
  meant: Literal;
}

/** The number of words of random inputs with which a node is tried. Each word has one bit for each of 32 inputs. */
const words = 4;
/** The most nodes. The key of a gate, a kind and two literals of nodes, must be a safe integer. */
const mostNodes = 2 ** 24;

export class Circuit implements Logic {
  readonly questions: Question[] = [];
  isWatching = false;
  readonly #kinds = new Uint8Array(mostNodes);
  readonly #left = new Int32Array(mostNodes);
  readonly #right = new Int32Array(mostNodes);
  readonly #tried = new Int32Array(words * mostNodes);
  #size = 1;
  #random = 0;
  /** The variables that stand for nodes of the definition, and the nodes for which variables stand. */
  readonly #cutOf = new Map<number, Literal>();
  readonly #definitions = new Map<number, { literal: Literal; state: number }>();
  readonly #gates = new Map<number, Literal>();
  readonly #cutsTried = new Map<number, Literal[]>();

  byte = (): Bits => this.bytes(1);

  bytes(length: number): Bits {
    return Int32Array.from({ length: 8 * length }, () => 2 * this.#variable(() => mixed(this.#random++)));
  }

  xor(first: Literal, second: Literal): Literal {
    const [a, b] = [this.canonical(first), this.canonical(second)];
    if (a < 2 || b < 2 || a >> 1 === b >> 1) return a >> 1 === b >> 1 ? (a ^ b) & 1 : a < 2 ? a ^ b : b ^ a;
    return this.#gate(kinds.xor, a & ~1, b & ~1) ^ ((a ^ b) & 1);
  }

  and(first: Literal, second: Literal): Literal {
    const [a, b] = [this.canonical(first), this.canonical(second)];
    if (a === 0 || b === 0 || a === (b ^ 1)) return 0;
    return a === 1 || a === b ? b : b === 1 ? a : this.#gate(kinds.and, a, b);
  }

  or = (a: Literal, b: Literal): Literal => this.and(a ^ 1, b ^ 1) ^ 1;
  sum = (literals: readonly Literal[]): Literal => literals.reduce((total, literal) => this.xor(total, literal), 0);
  conjunction = (literals: Iterable<Literal>): Literal => [...literals].reduce((all, one) => this.and(all, one), 1);
  beginLayer(): void {}

  equal(a: Literal, b: Literal): boolean {
    const [made, meant] = [this.canonical(a), this.canonical(b)];
    if (made === meant) return true;
    if (!this.#agree(made, meant)) return false;
    this.questions.push({ state: undefined, made, meant });
    return true;
  }

  define(state: Bits, place: number): void {
    for (const literal of state) {
      const node = this.canonical(literal) >> 1;
      if (node === 0 || this.#kinds[node] === kinds.variable) continue;
      const known = this.#matched(node);
      const cut = known ?? 2 * this.#variable((i) => this.#valueOf(2 * node, i));
      this.#cutOf.set(node, cut);
      if (known !== undefined) continue;
      this.#definitions.set(cut >> 1, { literal: 2 * node, state: stateOf(place) });
      const key = this.#keyOf(node);
      this.#cutsTried.set(key, [...(this.#cutsTried.get(key) ?? []), cut]);
    }
  }

  /** A formula in DIMACS: at least one of these questions, which belong to one state, has the answer no. */
  formulaOf(questions: readonly Question[], rounds: number): string {
    const numbers = new Map<number, number>();
    const clauses: number[][] = [];
    const open: number[] = [];
    const variable = (literal: Literal): number => {
      const node = literal >> 1;
      if (!numbers.has(node)) {
        numbers.set(node, numbers.size + 1);
        open.push(node);
      }
      return literal & 1 ? -numbers.get(node)! : numbers.get(node)!;
    };
    const exclusive = (c: number, a: number, b: number) =>
      clauses.push([-c, a, b], [-c, -a, -b], [c, -a, b], [c, a, -b]);
    clauses.push([-variable(0)]);
    clauses.push(
      questions.map(({ made, meant }) => {
        const differs = numbers.set(-1 - numbers.size, numbers.size + 1).size;
        exclusive(differs, variable(made), variable(meant));
        return differs;
      }),
    );
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const c = variable(2 * node);
      const definition = this.#definitions.get(node);
      // A result is a function of the state after the last round, or of the state before that round.
      const asked = questions[0]!.state;
      if (definition && roundOf(definition.state) === (asked === undefined ? rounds : roundOf(asked))) {
        const d = variable(definition.literal);
        clauses.push([-c, d], [c, -d]);
      }
      if (node === 0 || this.#kinds[node] === kinds.variable) continue;
      const [a, b] = [variable(this.#left[node]!), variable(this.#right[node]!)];
      if (this.#kinds[node] === kinds.xor) exclusive(c, a, b);
      else clauses.push([-c, a], [-c, b], [c, -a, -b]);
    }
    return `p cnf ${numbers.size} ${clauses.length}\n${clauses.map((clause) => `${clause.join(' ')} 0\n`).join('')}`;
  }

  /** Returns the variable that stands for a node, or the node itself. */
  canonical(literal: Literal): Literal {
    const cut = this.#cutOf.get(literal >> 1);
    return cut === undefined ? literal : cut ^ (literal & 1);
  }

  #valueOf = (literal: Literal, word: number): number => this.#tried[words * (literal >> 1) + word]! ^ -(literal & 1);
  #agree(a: Literal, b: Literal): boolean {
    for (let i = 0; i < words; i++) if (this.#valueOf(a, i) !== this.#valueOf(b, i)) return false;
    return true;
  }

  /** A key that a node and its complement share. */
  #keyOf = (node: number): number => this.#valueOf(2 * node, 0) ^ -(this.#valueOf(2 * node, 0) & 1);

  #variable(tried: (word: number) => number): number {
    const node = this.#size++;
    if (node === mostNodes) throw new Error('the circuit has too many nodes');
    for (let i = 0; i < words; i++) this.#tried[words * node + i] = tried(i);
    return node;
  }

  #gate(kind: 1 | 2, one: Literal, other: Literal): Literal {
    const [a, b] = one < other ? [one, other] : [other, one];
    const key = (2 * kind * mostNodes + a) * 2 * mostNodes + b;
    const known = this.#gates.get(key);
    if (known !== undefined) return this.canonical(known);
    const node = this.#variable((i) =>
      kind === kinds.and ? this.#valueOf(a, i) & this.#valueOf(b, i) : this.#valueOf(a, i) ^ this.#valueOf(b, i),
    );
    this.#kinds[node] = kind;
    this.#left[node] = a;
    this.#right[node] = b;
    const made = (this.isWatching ? this.#matched(node) : undefined) ?? 2 * node;
    this.#gates.set(key, made);
    return this.canonical(made);
  }

  /** Returns the cut that a node seems to equal, and asks about it. */
  #matched(node: number): Literal | undefined {
    for (const cut of this.#cutsTried.get(this.#keyOf(node)) ?? []) {
      const meant = cut ^ ((this.#valueOf(2 * node, 0) ^ this.#valueOf(cut, 0)) & 1);
      if (!this.#agree(2 * node, meant)) continue;
      this.questions.push({ state: this.#definitions.get(cut >> 1)!.state, made: 2 * node, meant });
      return meant;
    }
    return undefined;
  }
}
