/** The work on records: in the engine's lanes, where it has some and a record fits one; else as a list of messages. */
import type { LaneCost } from '../../suites.mjs';
import { type BatchOperation, BatchWork } from '../batch.js';
import { type Bytes, copyOf, viewOf } from '../bytes.js';
import type { Engine, StateRange } from '../engine/engine.js';
import type { Loader } from '../engine/loader.js';
import type { Message } from '../engine/message.js';
import { Area, type RecordAreas, RecordLanes, type RecordShape } from '../engine/record-lanes.js';
import { manySliceBytes } from '../event-loop.js';
import type { Work } from '../slicing.js';

/** Records whose arguments are checked; the arrays have whole numbers of them. */
export interface Records {
  readonly operation: BatchOperation;
  readonly count: number;
  readonly shape: RecordShape;
  readonly key: Uint8Array;
  readonly ad: Uint8Array;
  readonly nonces: Uint8Array;
  readonly texts: Uint8Array;
}

/** The results one behind the other, and the numbers of the records that are not authentic, in whose places are zeros. */
export interface RecordResults {
  readonly results: Bytes;
  readonly refused: readonly number[];
}

type Inputs = Pick<Records, 'key' | 'ad' | 'nonces' | 'texts'>;

export class RecordsWork implements Work<RecordResults> {
  readonly loader: Loader;
  readonly total: number;
  readonly sliceBytes = manySliceBytes;
  readonly #records: Records;
  readonly #results: Bytes;
  readonly #areas: RecordAreas;
  #inputs: Inputs;
  #list: BatchWork | undefined;

  constructor(records: Records) {
    const { operation, count, shape } = records;
    this.loader = operation.loader;
    this.total = count * (shape.adLength + shape.inputLength);
    this.#records = records;
    this.#results = new Uint8Array(count * shape.resultLength);
    this.#inputs = records;
    this.#areas = { ...areasOf(records), results: new Area(this.#results) };
  }

  state(engine: Engine): StateRange {
    return engine.batchState;
  }

  *steps(engine: Engine): Generator<number, RecordResults> {
    const { shape, count, operation } = this.#records;
    const { lanes } = engine;
    const longest = Math.min(lanes?.pieceLimit ?? 0, operation.laneLimit ?? Number.POSITIVE_INFINITY);
    let ended = false;
    try {
      const refused =
        lanes && shape.adLength + shape.textLength <= longest
          ? yield* new RecordLanes(lanes, shape, this.#areas).steps(this.#width(), count)
          : yield* this.#asList(engine);
      ended = true;
      return { results: this.#results, refused };
    } finally {
      if (!ended) this.#results.fill(0);
    }
  }

  copyInputs(copies: Bytes[]): void {
    if (this.#list) {
      this.#list.copyInputs(copies);
      return;
    }
    const copied = (bytes: Uint8Array) => {
      const copy = copyOf(bytes, bytes.length);
      copies.push(copy);
      return copy;
    };
    const { key, ad, nonces, texts } = this.#inputs;
    this.#inputs = { key: copied(key), ad: copied(ad), nonces: copied(nonces), texts: copied(texts) };
    Object.assign(this.#areas, areasOf(this.#inputs));
  }

  /** So many side by side as take the least time for what they do. */
  #width(): number {
    const { operation, count } = this.#records;
    const timeOf = ([width, cost]: LaneCost) => cost / Math.min(width, count);
    return operation.laneCosts.reduce((best, other) => (timeOf(other) < timeOf(best) ? other : best))[0];
  }

  *#asList(engine: Engine): Generator<number, number[]> {
    const { operation, shape } = this.#records;
    const { resultLength } = shape;
    const placeOf = (i: number) => this.#results.subarray(i * resultLength, (i + 1) * resultLength);
    this.#list = new BatchWork({ ...operation, placeOf }, this.#messages());
    const results = yield* this.#list.steps(engine);
    return results.flatMap((result, i) => (result ? [] : i));
  }

  #messages(): Message[] {
    const { count, shape } = this.#records;
    const { key, ad, nonces, texts } = this.#inputs;
    const { adLength, nonceLength, inputLength } = shape;
    return Array.from({ length: count }, (_, i) => ({
      key,
      nonce: viewOf(nonces, i * nonceLength, (i + 1) * nonceLength),
      ad,
      adLength,
      text: viewOf(texts, i * inputLength, (i + 1) * inputLength),
      textLength: inputLength,
      tag: undefined,
    }));
  }
}

const areasOf = ({ key, ad, nonces, texts }: Inputs) => ({
  key: new Area(key),
  ad: new Area(ad),
  nonces: new Area(nonces),
  texts: new Area(texts),
});
