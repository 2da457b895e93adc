#pragma once

#include <wasm_simd128.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "compiler.hpp"

namespace simd {

using V = v128_t;

// One in memory.
struct alignas(16) Vector {
  std::uint8_t at[16];
};

INLINE V get(const void* at) { return wasm_v128_load(at); }
INLINE void put(void* at, V x) { wasm_v128_store(at, x); }

// Keeps what was loaded before from being held, and in the end spilled, for a later use.
INLINE void forget() { asm volatile("" : : : "memory"); }

// The 16 bits at equal places in two vectors beside each other: of the first halves, or of the second.
INLINE V low_16(V a, V b) { return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
INLINE V high_16(V a, V b) { return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }

}  // namespace simd
