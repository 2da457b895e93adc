// SIMD vectors, in local variables and in memory, and lookups in them.
#pragma once

#include <wasm_simd128.h>

#include <utility>

#include "compiler.hpp"

namespace simd {

using V = v128_t;

// A vector in memory.
struct alignas(16) Vector {
  std::uint8_t at[16];
};

constexpr std::uint8_t byte(unsigned x) { return static_cast<std::uint8_t>(x); }

constexpr Vector repeated(unsigned x) {
  Vector vector{};
  for (std::uint8_t& each : vector.at) each = byte(x);
  return vector;
}

INLINE V get(const void* at) { return wasm_v128_load(at); }
INLINE V get(const Vector& vector) { return get(&vector); }
INLINE void put(void* at, V x) { wasm_v128_store(at, x); }

// Looks up 16 nibbles at once in constant time: i8x16.swizzle does not use its secret indices as addresses of memory.
INLINE V lookup(const Vector& table, V nibbles) { return wasm_i8x16_swizzle(get(table), nibbles); }
INLINE V shuffle(V bytes, const Vector& from) { return wasm_i8x16_swizzle(bytes, get(from)); }

// True if no index lies in 16..127. Then all engines give the same result, even for a relaxed swizzle.
constexpr bool agrees(std::uint8_t index) { return index < 16 || index >= 128; }
constexpr bool agrees(const Vector& indices);
template <class Indices, std::size_t count>
constexpr bool agrees(const Indices (&all)[count]) {
  for (const Indices& each : all)
    if (!agrees(each)) return false;
  return true;
}
constexpr bool agrees(const Vector& indices) { return agrees(indices.at); }

// Returns the low nibbles of bytes. The tables have a mask for them, `nibble`.
template <class Tables>
INLINE V low_nibbles(const Tables* t, V x) {
  return wasm_v128_and(x, get(t->nibble));
}
template <class Tables>
INLINE V high_nibbles(const Tables* t, V x) {
  return low_nibbles(t, wasm_u16x8_shr(x, 4));
}

// Forbids the compiler to keep loaded values for a later use, because it would have to spill them.
INLINE void forget() { asm volatile("" : : : "memory"); }

// Interleaves words of 16 bits of two vectors: of their first halves, or of their second halves.
INLINE V low_16(V a, V b) { return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
INLINE V high_16(V a, V b) { return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }

}  // namespace simd
