// The kernel of Spongent-pi for one block without SIMD: a word for each bit of the S-box, in it that bit of all
// S-boxes.
#pragma once

#include "spongent.hpp"

namespace spongent {

template <class Pi>
class Block1 {
 public:
  // The one at this place.
  [[gnu::noinline]] static void permute(columns::Columns<Pi::length>& blocks, std::size_t block) {
    Word x0 = 0, x1 = 0, x2 = 0, x3 = 0;
    for (std::size_t c = Pi::length; c-- > 0;) {
      const Word byte = blocks.at[c][block];
      x0 = x0 << 2 | (byte >> 3 & 2) | (byte & 1);
      x1 = x1 << 2 | (byte >> 4 & 2) | (byte >> 1 & 1);
      x2 = x2 << 2 | (byte >> 5 & 2) | (byte >> 2 & 1);
      x3 = x3 << 2 | (byte >> 6 & 2) | (byte >> 3 & 1);
    }
    unsigned counter = Pi::counter;
    for (unsigned r = 0; r < Pi::rounds; r++) {
      // The counter upwards from S-box 0, and downwards from the last.
      x0 ^= (counter & 1) | (counter >> 3 & 2) | Word{counter >> 3 & 1} << (count - 1);
      x1 ^= (counter >> 1 & 1) | (counter >> 4 & 2) | Word{(counter >> 2 & 1) << 1 | (counter >> 6 & 1)} << (count - 2);
      x2 ^= (counter >> 2 & 1) | (counter >> 5 & 2) | Word{(counter >> 1 & 1) << 1 | (counter >> 5 & 1)} << (count - 2);
      x3 ^= (counter >> 3 & 1) | Word{(counter & 1) << 1 | (counter >> 4 & 1)} << (count - 2);
      counter = next(counter);
      substitute(x0, x1, x2, x3);
      x0 = sort(x0);
      x1 = sort(x1);
      x2 = sort(x2);
      x3 = sort(x3);
      const Word y0 = join<0>(x0, x1, x2, x3), y1 = join<1>(x0, x1, x2, x3), y2 = join<2>(x0, x1, x2, x3);
      x3 = join<3>(x0, x1, x2, x3);
      x0 = y0;
      x1 = y1;
      x2 = y2;
    }
    for (std::size_t c = 0; c < Pi::length; c++) {
      blocks.at[c][block] = static_cast<std::uint8_t>((x0 & 1) | (x1 & 1) << 1 | (x2 & 1) << 2 | (x3 & 1) << 3 |
                                                      (x0 & 2) << 3 | (x1 & 2) << 4 | (x2 & 2) << 5 | (x3 & 2) << 6);
      x0 >>= 2;
      x1 >>= 2;
      x2 >>= 2;
      x3 >>= 2;
    }
  }

 private:
  using Word = std::uint64_t;

  static constexpr unsigned count = Pi::width / 4, quarter = count / 4;

  // Exchanges bits a and b (a < b) of the places of all bits.
  template <unsigned a, unsigned b>
  INLINE Word exchange(Word x) {
    constexpr Word mask = [] {
      Word places = 0;
      for (unsigned i = 0; i < 64; i++)
        if ((i >> a & 1) == 1 && (i >> b & 1) == 0) places |= Word{1} << i;
      return places;
    }();
    constexpr unsigned by = (1U << b) - (1U << a);
    const Word t = (x ^ x >> by) & mask;
    return x ^ t ^ t << by;
  }

  // Bit 4t + i to place t of the i-th sixteen.
  INLINE Word sort(Word x) { return exchange<3, 5>(exchange<1, 3>(exchange<2, 4>(exchange<0, 2>(x)))); }

  // Bit i of the next round's S-boxes: of each word the i-th sixteen, of which a quarter of the S-boxes are in use.
  template <unsigned i>
  INLINE Word join(Word x0, Word x1, Word x2, Word x3) {
    constexpr Word mask = (Word{1} << quarter) - 1;
    return (x0 >> 16 * i & mask) | (x1 >> 16 * i & mask) << quarter | (x2 >> 16 * i & mask) << 2 * quarter |
           (x3 >> 16 * i & mask) << 3 * quarter;
  }
};

}  // namespace spongent
