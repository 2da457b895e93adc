/** The relaxed module, made of the simd128 one: they differ only in the opcode of the swizzles. */

/** Of a module as a binary string. Only swizzles have these bytes: build/wasm.mjs pads them so, and checks it. */
export const relax = (simd128: string): string => simd128.replaceAll('\xfd\x8e\x00', '\xfd\x80\x02');
