/** The types of tools/build/emscripten.mjs, for verify/constant-time/. */
export const moduleFlags: readonly string[];
export const kernelFlags: Readonly<Record<'portable' | 'simd128', readonly string[]>>;
export const environment: NodeJS.ProcessEnv;
export function requireEmscripten(why: string): void;
