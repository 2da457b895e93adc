// Transpositions of bits.
#pragma once

#include "compiler.hpp"

namespace common {

// The places that have this bit clear in their number.
constexpr std::uint64_t where_clear(unsigned bit) { return ~std::uint64_t{0} / ((std::uint64_t{1} << (1U << bit)) + 1); }

// Exchanges bits `low` and `high` of the places of all bits.
template <unsigned low, unsigned high>
INLINE constexpr std::uint64_t exchange_places(std::uint64_t x) {
  constexpr unsigned distance = (1U << high) - (1U << low);
  const std::uint64_t difference = (x ^ x >> distance) & where_clear(high) & ~where_clear(low);
  return x ^ difference ^ difference << distance;
}

// Transposes the 8x8 bits that bytes at equal places in eight vectors or words form: bit b of x[g] <-> bit g of x[b].
// `splat` repeats a byte in a vector or word.
template <class Word, class Splat>
INLINE void transpose_bits(Word (&x)[8], Splat splat) {
  const auto swap = [&x](unsigned i, unsigned by, Word mask) __attribute__((always_inline)) {
    const Word t = (x[i] >> by ^ x[i + by]) & mask;
    x[i + by] ^= t;
    x[i] ^= t << by;
  };
  const Word mask_4 = splat(0x0f), mask_2 = splat(0x33), mask_1 = splat(0x55);
  UNROLLED(unsigned i = 0; i < 4; i++) swap(i, 4, mask_4);
  UNROLLED(unsigned i = 0; i < 8; i += i % 4 == 1 ? 3 : 1) swap(i, 2, mask_2);
  UNROLLED(unsigned i = 0; i < 8; i += 2) swap(i, 1, mask_1);
}

}  // namespace common
