/** Loads the package once the page is seen, so that the package does not delay the page on a slow line. */
import type { RomulusSync } from 'romulus-wasm';
import { onMounted, ref, shallowRef } from 'vue';

export function useRomulus() {
  const romulus = shallowRef<RomulusSync & { key: Uint8Array; generateNonce(): Uint8Array }>();
  const problem = ref('');
  onMounted(async () => {
    try {
      const { generateKey, generateNonce, load } = await import('romulus-wasm');
      romulus.value = { ...(await load()), key: generateKey(), generateNonce };
    } catch (error) {
      problem.value = `This browser cannot run it: ${(error as Error).message}`;
    }
  });
  return { romulus, problem };
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
