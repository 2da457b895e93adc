// What the kernels of Spongent-pi for few blocks share: a state in cells. Four lanes' worth of bits of an S-box lie in
// a row; S-boxes change rows and columns to be worked, and what they give are again cells, of the next round.
#pragma once

#include <wasm_simd128.h>

#include "spongent.hpp"

namespace spongent::cells {

// On these the operators are those of the whole vector's bits.
using Vector = columns::Word;
using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Words = std::uint32_t __attribute__((vector_size(16)));

// The 8x8 bits of eight bytes in a row: bit i of byte j <-> bit j of byte i.
INLINE Vector transpose_bits(Vector x) {
  const auto swap = [&x](unsigned by, std::uint64_t mask) __attribute__((always_inline)) {
    const Vector t = (x ^ x >> by) & columns::splat(mask);
    x ^= t ^ t << by;
  };
  swap(7, 0x00aa00aa00aa00aa);
  swap(14, 0x0000cccc0000cccc);
  swap(28, 0x00000000f0f0f0f0);
  return x;
}

// Transposes four rows of four 32-bit words.
INLINE void transpose_words(Vector& x0, Vector& x1, Vector& x2, Vector& x3) {
  const auto low = [](Vector a, Vector b) __attribute__((always_inline)) {
    return (Vector)__builtin_shufflevector((Words)a, (Words)b, 0, 4, 1, 5);
  };
  const auto high = [](Vector a, Vector b) __attribute__((always_inline)) {
    return (Vector)__builtin_shufflevector((Words)a, (Words)b, 2, 6, 3, 7);
  };
  const Vector a = low(x0, x1), b = high(x0, x1), c = low(x2, x3), d = high(x2, x3);
  x0 = Vector{a[0], c[0]};
  x1 = Vector{a[1], c[1]};
  x2 = Vector{b[0], d[0]};
  x3 = Vector{b[1], d[1]};
}

}  // namespace spongent::cells
