// Spongent-pi as its designers define it: the S-box (also as a circuit), the counter and the bit permutation.
#pragma once

#include <array>

#include "../../common/columns.hpp"

namespace spongent {

// [spongent 2.2]
inline constexpr std::array<std::uint8_t, 16> s_box = {0xe, 0xd, 0xb, 0x0, 0x2, 0x1, 0x4, 0xf,
                                                       0x7, 0xa, 0x8, 0x5, 0x9, 0xc, 0x3, 0x6};

// Two of the widths [spongent 1]. A round [spongent 2] adds the counter to the lowest bits, and the reversed counter to
// the highest bits. Then it applies the S-box to every four bits in a row. At last, it moves bit j of S-box k to place
// k + j * width / 4.
template <std::size_t bits, unsigned count, unsigned first>
struct Pi {
  static constexpr std::size_t width = bits, length = bits / 8;
  static constexpr unsigned rounds = count, counter = first;
};
using Pi160 = Pi<160, 80, 0x75>;
using Pi176 = Pi<176, 90, 0x45>;

// The counter of seven bits [spongent 2.1].
constexpr unsigned next(unsigned counter) { return (counter << 1 | ((counter >> 6 ^ counter >> 5) & 1)) & 0x7f; }

constexpr unsigned reversed(unsigned bits) {
  return (bits >> 3 & 1) | (bits >> 1 & 2) | (bits << 1 & 4) | (bits << 3 & 8);
}

// Applies the S-box to bits 0 to 3 of many cells, in fourteen operations: the fewest in place, by exhaustive search.
template <class Word>
INLINE constexpr void substitute(Word& x0, Word& x1, Word& x2, Word& x3) {
  x0 ^= x1 | x2;
  x1 ^= x3 & ~x0;
  x1 = ~x1;
  x2 ^= x1;
  x0 ^= x2;
  x3 ^= x0;
  x2 ^= x3 & x0;
  x0 ^= x1 & x2;
  x2 ^= x3;
  x1 ^= x3;
  const Word bit_0 = x1;
  x1 = x3;
  x3 = x0;
  x0 = bit_0;
}

static_assert(
    [] {
      for (unsigned cell = 0; cell < 16; cell++) {
        unsigned x0 = cell & 1, x1 = cell >> 1 & 1, x2 = cell >> 2 & 1, x3 = cell >> 3 & 1;
        substitute(x0, x1, x2, x3);
        if (((x0 & 1) | (x1 & 1) << 1 | (x2 & 1) << 2 | (x3 & 1) << 3) != s_box[cell]) return false;
      }
      return true;
    }(),
    "the circuit is the S-box");

}  // namespace spongent
