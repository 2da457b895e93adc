// Transpositions of bits.
#pragma once

#include "compiler.hpp"

namespace common {

// A mask of the bits whose position, as a number, has this bit clear. For bit 0, these are all even positions.
constexpr std::uint64_t where_clear(unsigned bit) { return ~0ULL / ((std::uint64_t{1} << (1U << bit)) + 1); }

// Moves each bit of x. Its new position is its old position with the bits `low` and `high` exchanged.
template <unsigned low, unsigned high, class Word>
INLINE constexpr Word exchange_places(Word x) {
  constexpr unsigned distance = (1U << high) - (1U << low);
  constexpr std::uint64_t mask = where_clear(high) & ~where_clear(low);
  const Word difference = (x ^ x >> distance) & mask;
  return x ^ difference ^ difference << distance;
}

// Transposes squares of 8x8 bits: bit b of x[g] <-> bit g of x[b]. The bytes at one place of the eight words form a
// square. A Word may be a vector. `mask_of(bit)` returns where_clear(bit), repeated in a Word.
template <class Word, class MaskOf>
INLINE void transpose_bits(Word (&x)[8], MaskOf mask_of) {
  const auto swap = [&x](unsigned i, unsigned by, Word mask) __attribute__((always_inline)) {
    const Word t = (x[i] >> by ^ x[i + by]) & mask;
    x[i + by] ^= t;
    x[i] ^= t << by;
  };
  const Word mask_4 = mask_of(2), mask_2 = mask_of(1), mask_1 = mask_of(0);
  UNROLLED(unsigned i = 0; i < 4; i++) swap(i, 4, mask_4);
  UNROLLED(unsigned i = 0; i < 8; i += i % 4 == 1 ? 3 : 1) swap(i, 2, mask_2);
  UNROLLED(unsigned i = 0; i < 8; i += 2) swap(i, 1, mask_1);
}

}  // namespace common
