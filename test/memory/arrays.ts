/** The arrays that come into being during a call. */

interface Made {
  arrays: Uint8Array[];
  outcome: unknown;
}

/** Every Uint8Array that is constructed while `call` runs, but for views of what is there already. */
export async function made(call: () => Promise<unknown>): Promise<Made> {
  const arrays: Uint8Array[] = [];
  const Original = Uint8Array;
  globalThis.Uint8Array = new Proxy(Original, {
    construct(target, values) {
      const array = Reflect.construct(target, values) as Uint8Array;
      if (array.buffer !== values[0]) arrays.push(array);
      return array;
    },
  });
  try {
    const outcome = await call().catch((error: unknown) => error);
    return { arrays, outcome };
  } finally {
    globalThis.Uint8Array = Original;
  }
}

/** Those that are cut out of others too. */
export async function madeOrCut(call: () => Promise<unknown>): Promise<Made> {
  const cut: Uint8Array[] = [];
  const { slice } = Uint8Array.prototype;
  const { prototype } = Uint8Array;
  prototype.slice = function (...range) {
    const array = slice.apply(this, range);
    cut.push(array);
    return array;
  };
  try {
    const { arrays, outcome } = await made(call);
    return { arrays: [...arrays, ...cut], outcome };
  } finally {
    // It was inherited.
    Reflect.deleteProperty(prototype, 'slice');
  }
}

/** What is behind every array in a value. */
export const buffersOf = (value: unknown): unknown[] => {
  if (ArrayBuffer.isView(value)) return [value.buffer];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersOf) : [];
};
