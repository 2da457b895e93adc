/** The hostile inputs of the matrix, and how each is laid into a call. */
import { expect } from 'vitest';
import type { RomulusSync } from '../../../ts/index.js';
import { GrowableSharedArrayBuffer, ResizableArrayBuffer } from '../../fixtures/arrays.js';
import { concatenate, text } from '../../fixtures/bytes.js';
import { type ByteCall, type Parameters, withBytes } from '../../fixtures/calls.js';
import { Foreign, node } from '../../fixtures/runtime.js';

type Act = () => void;

const traps = Object.getOwnPropertyNames(Reflect) as (keyof ProxyHandler<object>)[];

/** A proxy of a request, a list or a class that acts before it answers any access. */
const acting = <Target extends object>(target: Target, act: Act): Target => {
  const actFirst =
    (trap: keyof typeof Reflect) =>
    (...values: [never, never, never]) => {
      act();
      return (Reflect[trap] as (...values: unknown[]) => unknown)(...values);
    };
  return new Proxy(target, Object.fromEntries(traps.map((trap) => [trap, actFirst(trap as never)])));
};

const prototypes = [Uint8Array.prototype, Object.getPrototypeOf(Uint8Array.prototype), Object.prototype];
/** The names of properties. Conversions, `await` and `JSON.stringify` also ask for names that no prototype has. */
const names = new Set<PropertyKey>([
  ...prototypes.flatMap((prototype) => Reflect.ownKeys(prototype)),
  ...[Symbol.toPrimitive, Symbol.species, 'then', 'toJSON'],
]);

/** A copy of the bytes in a subclass of Uint8Array. Every read of a property acts, also of its buffer and species. */
export function hostileArray(bytes: Uint8Array, act: Act): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const define = (object: object, name: PropertyKey, read: (self: unknown) => unknown) =>
    Object.defineProperty(object, name, {
      get() {
        act();
        return read(this);
      },
    });
  define(copy.buffer, 'constructor', () => acting(ArrayBuffer, act));
  define(copy.buffer, 'slice', () => ArrayBuffer.prototype.slice);
  define(copy.buffer, 'byteLength', () => bytes.length);
  const prototype = Object.create(Uint8Array.prototype);
  for (const name of names)
    define(prototype, name, (self) => {
      const value = Reflect.get(Uint8Array.prototype, name, self);
      return name === 'constructor' ? acting(Uint8Array, act) : value;
    });
  return Object.setPrototypeOf(copy, prototype);
}

/** Options of long work. Each of them acts when it is read. */
const hostileOptions = (act: Act) => {
  const signal = { aborted: false, throwIfAborted: act, addEventListener: act, removeEventListener: act };
  return acting({ onProgress: act, signal: acting(signal, act) }, act);
};

/** Calls a module again, which uses its window and wipes it. Counts the calls that came in the middle of another. */
export function reentry(sync: RomulusSync) {
  const message = text(200);
  const list = Array.from({ length: 3 }, () => text(40));
  let acts = false;
  const watched = {
    calls: 0,
    inTheMiddle: 0,
    act() {
      if (acts) return;
      acts = true;
      watched.calls++;
      try {
        sync.romulusH(message);
        sync.hashMany(list);
      } catch (error) {
        expect(error).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
        watched.inTheMiddle++;
      } finally {
        acts = false;
      }
    },
  };
  return watched;
}

/** One way to make a call: its parameters and its options. */
export interface Trial {
  given: Parameters;
  /** The list, in place of one of the parameters. */
  list?: unknown[];
  options?: object;
  /** Runs right after the call, or when a function that reads a chunk later has it. */
  taken?(): void;
  /** Its request runs the caller's code, whatever reads it. */
  acts?: boolean;
  /** Arrays that must be as before afterwards, with all the memory around them. */
  inputs: Uint8Array[];
}

export interface Hostile {
  name: string;
  /** Lays the hostile inputs into a call; what is hostile may act. */
  trialOf(call: ByteCall, act: Act): Trial;
  /** All calls begin before the first one is awaited: most still wait when their inputs change. */
  together?: boolean;
  /** It is tried with arrays of no bytes too. The others would have nothing to change or to lie about. */
  triesEmpty?: boolean;
  /** `npm test` tries it in every form; of the others it tries one. */
  inEveryForm?: boolean;
}

/** A subclass whose constructor takes other parameters than Uint8Array's, and whose properties are the caller's. */
class Lying extends Uint8Array {
  constructor(given: { bytes: ArrayLike<number> }) {
    super(given.bytes);
    for (const method of ['entries', 'values', 'set', 'fill', 'slice', 'subarray', 'copyWithin', 'forEach', 'at'])
      Object.defineProperty(this, method, { value: () => [] });
    Object.defineProperty(this, 'buffer', { value: new ArrayBuffer(given.bytes.length) });
    Object.defineProperty(this, 'length', { value: 3 });
  }
}

export type Make = (bytes: Uint8Array) => Uint8Array;

/** An array over the empty rest of a growable buffer; it grows with the buffer. */
function tracking<Buffer extends ArrayBufferLike>(
  Growing: new (length: number, options: { maxByteLength: number }) => Buffer,
  lengthen: (buffer: Buffer, length: number) => void,
): Make {
  return (bytes) => {
    const buffer = new Growing(4, { maxByteLength: bytes.length + 99 });
    const view = new Uint8Array(buffer, 4);
    lengthen(buffer, bytes.length + 4);
    view.set(bytes);
    return view;
  };
}

export const kinds: Record<string, Make> = {
  'a Uint8Array of its own': (bytes) => bytes.slice(),
  'a subarray': (bytes) => concatenate(text(13), bytes, text(7)).subarray(13, 13 + bytes.length),
  ...(node && { 'a Buffer': (bytes) => Buffer.from(concatenate(text(13), bytes).buffer, 13) }),
  'over a SharedArrayBuffer': (bytes) => {
    const view = new Uint8Array(new SharedArrayBuffer(bytes.length + 9), 9);
    view.set(bytes);
    return view;
  },
  'tracking a resizable ArrayBuffer': tracking(ResizableArrayBuffer, (buffer, n) => buffer.resize(n)),
  'tracking a growable SharedArrayBuffer': tracking(GrowableSharedArrayBuffer, (buffer, n) => buffer.grow(n)),
  'of another realm': (bytes) => new Foreign(bytes),
  'of a subclass that lies': (bytes) => new Lying({ bytes }),
};

const getterOf = (name: string) => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name)!;
/** The memory and the place of an array by the platform's getters, which tell the truth. */
export const memoryOf = (bytes: Uint8Array) => new Uint8Array(getterOf('buffer').get!.call(bytes) as ArrayBufferLike);
export const byteOffsetOf = (bytes: Uint8Array): number => getterOf('byteOffset').get!.call(bytes);

/** Parameters with new arrays, and a list of these. */
function withNew(given: Parameters, make: Make): [given: Parameters, made: Uint8Array<ArrayBuffer>[]] {
  const made: Uint8Array<ArrayBuffer>[] = [];
  return [withBytes(given, (bytes) => made[made.push(make(bytes) as (typeof made)[0]) - 1]), made];
}

const ofKind = ([name, make]: [string, Make]): Hostile => ({
  name,
  trialOf(call) {
    const [given, inputs] = withNew(call.given, make);
    return { given, inputs };
  },
});

/** Inputs that change right after the call; a request also loses its names. */
const spoiled = (name: string, spoil: (bytes: Uint8Array<ArrayBuffer>) => void): Hostile => ({
  name: `${name} right after`,
  together: true,
  trialOf(call) {
    const [given, arrays] = withNew(call.given, (bytes) => bytes.slice());
    const taken = () => {
      arrays.forEach(spoil);
      for (const name of Object.keys(given)) delete given[name];
    };
    return { given, taken, inputs: [] };
  },
});

const calling: Hostile = {
  name: 'that call the package again',
  inEveryForm: true,
  trialOf(call, act) {
    const [given, inputs] = withNew(call.given, (bytes) => hostileArray(bytes, act));
    if (call.input === 'bytes' || call.input === 'chunks') return { given, inputs };
    const request = acting(given, act);
    if (call.input !== 'list') return { given: request, inputs, acts: true };
    // A list of requests repeats one; the messages to hash have names.
    const list = call.argument ? call.expected.map(() => request) : Object.values(request);
    return { given: request, list: acting(list, act), inputs, acts: true };
  },
};

const callingOptions: Hostile = {
  name: 'with options that call the package again',
  inEveryForm: true,
  trialOf: ({ given }, act) => ({ given, options: hostileOptions(act), inputs: [] }),
};

export const hostiles: Hostile[] = [
  ...Object.entries(kinds)
    .map(ofKind)
    .map((hostile, i, { length }) => ({ ...hostile, triesEmpty: i === 0, inEveryForm: i === 0 || i === length - 1 })),
  spoiled('overwritten', (bytes) => bytes.fill(0xa5)),
  spoiled('transferred away', (bytes) => structuredClone(bytes, { transfer: [bytes.buffer] })),
  calling,
  callingOptions,
];
