/** The types of build/emscripten.mjs, for constant-time/. */
export const moduleFlags: readonly string[];
export const kernelFlags: Readonly<Record<'portable' | 'simd128', readonly string[]>>;
export const environment: NodeJS.ProcessEnv;
export function requireEmscripten(why: string): void;
