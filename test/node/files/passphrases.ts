/** scrypt as the package finds it in Node: watched, held back or taken away. */
import { onTestFinished, vi } from 'vitest';

type Scrypt = (...given: [...unknown[], callback: (error: Error | null, key: Uint8Array) => void]) => void;

/** The module that the package asks for by name. */
export const nodeCrypto = process.getBuiltinModule('node:crypto') as unknown as { scrypt: Scrypt };

const original: Scrypt = nodeCrypto.scrypt.bind(nodeCrypto);

/** Shows each derived key, in the array in which the package gets it. */
export const watchScrypt = (onKey: (key: Uint8Array) => void) =>
  vi.spyOn(nodeCrypto, 'scrypt').mockImplementation((...given) => {
    const callback = given.pop() as Parameters<Scrypt>[0] & ((error: Error | null, key: Uint8Array) => void);
    original(...given, (error, key) => {
      if (key) onKey(key);
      callback(error, key);
    });
  });

/** Makes each derivation of a test wait until the test ends it, with these bytes or an error. */
export function heldScrypt() {
  const held: { end(): Uint8Array; fail(error: Error): void }[] = [];
  const spy = vi.spyOn(nodeCrypto, 'scrypt').mockImplementation((...given) => {
    const callback = given.at(-1) as (error: Error | null, key?: Uint8Array) => void;
    const end = () => {
      const key = new Uint8Array(32).fill(5);
      callback(null, key);
      return key;
    };
    held.push({ end, fail: callback });
  });
  onTestFinished(() => spy.mockRestore());
  return held;
}
