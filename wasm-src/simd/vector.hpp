// Vectors of 16 bytes, and how loops over them and functions on them are compiled.
#pragma once

#include <wasm_simd128.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#define INLINE [[gnu::always_inline]] static inline
#define LOOP _Pragma("clang loop unroll(disable)") for
#define UNROLLED _Pragma("clang loop unroll(full)") for

namespace simd {

using V = v128_t;

INLINE V get(const void* at) { return wasm_v128_load(at); }
INLINE void put(void* at, V x) { wasm_v128_store(at, x); }

// Keeps what was loaded before from being held, and in the end spilled, for a later use.
INLINE void forget() { asm volatile("" : : : "memory"); }

// The bytes of two vectors at equal places beside each other: the first halves, or the second.
INLINE V low_8(V a, V b) { return wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23); }
INLINE V high_8(V a, V b) {
  return wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

// The same of 16 bits, 32 bits, and 64 bits.
INLINE V low_16(V a, V b) { return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
INLINE V high_16(V a, V b) { return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
INLINE V low_32(V a, V b) { return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5); }
INLINE V high_32(V a, V b) { return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7); }
INLINE V low_64(V a, V b) { return wasm_i64x2_shuffle(a, b, 0, 2); }
INLINE V high_64(V a, V b) { return wasm_i64x2_shuffle(a, b, 1, 3); }

}  // namespace simd
