// The kernel of Spongent-pi for eight blocks. A byte holds a bit of the state of each block, and the four bits of an
// S-box are four bytes in a row. The whole state is in ten or eleven vectors that never need to go to memory.
#pragma once

#include <utility>

#include "blocks16_or_32.hpp"

namespace spongent {

template <class Pi>
class Blocks8 {
 public:
  static constexpr std::size_t most = 8;

  // Permutes `most` states, from `block` on.
  [[gnu::noinline]] static void permute(columns::Columns<Pi::length>& blocks, std::size_t block) {
    Vector x[count];
    UNROLLED(unsigned i = 0; i < count; i++) {
      std::uint64_t even, odd;
      __builtin_memcpy(&even, blocks.at[2 * i] + block, 8);
      __builtin_memcpy(&odd, blocks.at[2 * i + 1] + block, 8);
      x[i] = cells::transpose_bits(Vector{even, odd});
    }
    unsigned counter = Pi::counter;
    for (unsigned r = 0; r < Pi::rounds; r++) {
      round(x, counter, std::make_index_sequence<count>{});
      counter = next(counter);
    }
    UNROLLED(unsigned i = 0; i < count; i++) {
      const Vector y = cells::transpose_bits(x[i]);
      const std::uint64_t even = y[0], odd = y[1];
      __builtin_memcpy(blocks.at[2 * i] + block, &even, 8);
      __builtin_memcpy(blocks.at[2 * i + 1] + block, &odd, 8);
    }
  }

 private:
  using Vector = columns::Word;
  using Bytes = cells::Bytes;
  using Words = cells::Words;

  // The number of vectors. Each holds four S-boxes.
  static constexpr unsigned count = Pi::width / 16;
  static_assert(count > 8 && count < 12);

  // Transposes four S-boxes of four bits, so that each of the four bits has the four S-boxes in a row.
  INLINE Vector by_bits(Vector x) {
    const auto y = (Bytes)x;
    return (Vector)__builtin_shufflevector(y, y, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  }

  // Substitutes sixteen S-boxes, or fewer at the end of the state.
  template <unsigned present>
  INLINE void substitute_all(Vector x0, Vector x1, Vector x2, Vector x3, Vector (&y)[4]) {
    const Vector zero = {0, 0};
    y[0] = by_bits(x0);
    y[1] = by_bits(x1);
    y[2] = present > 2 ? by_bits(x2) : zero;
    y[3] = present > 3 ? by_bits(x3) : zero;
    cells::transpose_quarters(y[0], y[1], y[2], y[3]);
    substitute(y[0], y[1], y[2], y[3]);
  }

  // The source of an S-box of the next round: the 32-bit word number `word` of y[third][bit].
  struct Place {
    unsigned third, bit, word;
  };

  static constexpr Place place(unsigned k) { return {k % count / 4, k / count, k % count % 4}; }

  // The vector of the S-boxes 4q to 4q + 3. Their bits come from at most two vectors.
  template <unsigned q>
  INLINE Vector pick(const Vector (&y)[3][4]) {
    constexpr Place a = place(4 * q), b = place(4 * q + 1), c = place(4 * q + 2), d = place(4 * q + 3);
    constexpr auto same = [](Place p, Place r) { return p.third == r.third && p.bit == r.bit; };
    static_assert((same(b, a) || same(b, d)) && (same(c, a) || same(c, d)));
    return (Vector)__builtin_shufflevector((Words)y[a.third][a.bit], (Words)y[d.third][d.bit], a.word,
                                           b.word + (same(b, a) ? 0 : 4), c.word + (same(c, a) ? 0 : 4), d.word + 4);
  }

  template <std::size_t... q>
  INLINE void round(Vector (&x)[count], unsigned counter, std::index_sequence<q...>) {
    // The first half of the counter has its bits in ascending order, and the second half in descending order.
    const Bytes bits = {1, 2, 4, 8, 16, 32, 64, 128, 128, 64, 32, 16, 8, 4, 2, 1};
    const auto ones = (Vector)(((Bytes)columns::splat_byte(static_cast<std::uint8_t>(counter)) & bits) == bits);
    x[0] ^= ones & Vector{~std::uint64_t{0}, 0};
    x[count - 1] ^= ones & Vector{0, ~std::uint64_t{0}};
    Vector y[3][4];
    substitute_all<4>(x[0], x[1], x[2], x[3], y[0]);
    substitute_all<4>(x[4], x[5], x[6], x[7], y[1]);
    substitute_all<count - 8>(x[8], x[9], x[count - 1], x[0], y[2]);
    ((x[q] = pick<q>(y)), ...);
  }
};

}  // namespace spongent
