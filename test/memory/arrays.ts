/** The arrays that come into being during a call. */

/** Every Uint8Array that is constructed or cut out while `call` runs, but for views of what is there already. */
export async function made(call: () => Promise<unknown>): Promise<{ arrays: Uint8Array[]; outcome: unknown }> {
  const arrays: Uint8Array[] = [];
  const Original = Uint8Array;
  const { slice } = Original.prototype;
  Original.prototype.slice = function (...range) {
    const array = slice.apply(this, range);
    arrays.push(array);
    return array;
  };
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
    // It was inherited.
    Reflect.deleteProperty(Original.prototype, 'slice');
  }
}

/** What is behind every array in a value. */
export const buffersOf = (value: unknown): unknown[] => {
  if (ArrayBuffer.isView(value)) return [value.buffer];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersOf) : [];
};
