// The kernel of Spongent-pi for four blocks in a byte of a word, thirty-two with SIMD and sixteen without: a word holds
// the four bits of an S-box, in four quarters; four S-boxes in a row change places with their bits to be worked, and
// what they give are again S-boxes of the next round.
#pragma once

#include "spongent.hpp"

namespace spongent {

namespace cells {

using columns::Word;

// The 8x8 bits of eight bytes in a row: bit i of byte j <-> bit j of byte i.
INLINE Word transpose_bits(Word x) {
  const auto swap = [&x](unsigned by, std::uint64_t mask) __attribute__((always_inline)) {
    const Word t = (x ^ x >> by) & columns::splat(mask);
    x ^= t ^ t << by;
  };
  swap(7, 0x00aa00aa00aa00aa);
  swap(14, 0x0000cccc0000cccc);
  swap(28, 0x00000000f0f0f0f0);
  return x;
}

#if defined(__wasm_simd128__)

using Bytes = columns::Bytes;
using Words = std::uint32_t __attribute__((vector_size(16)));

// Transposes four rows of four quarters.
INLINE void transpose_quarters(Word& x0, Word& x1, Word& x2, Word& x3) {
  const auto low = [](Word a, Word b) __attribute__((always_inline)) {
    return (Word)__builtin_shufflevector((Words)a, (Words)b, 0, 4, 1, 5);
  };
  const auto high = [](Word a, Word b) __attribute__((always_inline)) {
    return (Word)__builtin_shufflevector((Words)a, (Words)b, 2, 6, 3, 7);
  };
  const Word a = low(x0, x1), b = high(x0, x1), c = low(x2, x3), d = high(x2, x3);
  x0 = Word{a[0], c[0]};
  x1 = Word{a[1], c[1]};
  x2 = Word{b[0], d[0]};
  x3 = Word{b[1], d[1]};
}

// From two groups of bytes, of which each has its bits in eight bytes, two S-boxes; and back.
INLINE void join(Word a, Word b, Word& even, Word& odd) {
  const auto x = (Bytes)a, y = (Bytes)b;
  even = (Word)__builtin_shufflevector(x, y, 0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27);
  odd = (Word)__builtin_shufflevector(x, y, 4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31);
}

INLINE void part(Word even, Word odd, Word& a, Word& b) {
  const auto x = (Bytes)even, y = (Bytes)odd;
  a = (Word)__builtin_shufflevector(x, y, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
  b = (Word)__builtin_shufflevector(x, y, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
}

#else

INLINE void transpose_quarters(Word& x0, Word& x1, Word& x2, Word& x3) {
  const auto swap = [](Word & x, Word & y, unsigned by, Word mask) __attribute__((always_inline)) {
    const Word t = (x >> by ^ y) & mask;
    y ^= t;
    x ^= t << by;
  };
  swap(x0, x2, 32, 0x00000000ffffffff);
  swap(x1, x3, 32, 0x00000000ffffffff);
  swap(x0, x1, 16, 0x0000ffff0000ffff);
  swap(x2, x3, 16, 0x0000ffff0000ffff);
}

// Four bytes to every second of eight, and back.
INLINE Word apart(Word x) {
  x = (x | x << 16) & 0x0000ffff0000ffff;
  return (x | x << 8) & 0x00ff00ff00ff00ff;
}

INLINE Word together(Word x) {
  x &= 0x00ff00ff00ff00ff;
  x = (x | x >> 8) & 0x0000ffff0000ffff;
  return (x | x >> 16) & 0x00000000ffffffff;
}

INLINE void join(Word a, Word b, Word& even, Word& odd) {
  even = apart(a & 0xffffffff) | apart(b & 0xffffffff) << 8;
  odd = apart(a >> 32) | apart(b >> 32) << 8;
}

INLINE void part(Word even, Word odd, Word& a, Word& b) {
  a = together(even) | together(odd) << 32;
  b = together(even >> 8) | together(odd >> 8) << 32;
}

#endif

// For each four bits, a word with all ones in the quarters of those that are set.
struct Ones {
  alignas(16) std::uint8_t at[16][columns::group];
};

constexpr Ones make_ones() {
  Ones ones{};
  for (unsigned bits = 0; bits < 16; bits++)
    for (std::size_t i = 0; i < columns::group; i++)
      ones.at[bits][i] = (bits >> 4 * i / columns::group & 1) != 0 ? 0xff : 0;
  return ones;
}

inline constexpr Ones ones = make_ones();

}  // namespace cells

template <class Pi>
class Cells {
 public:
  static constexpr std::size_t lanes = 2 * columns::group;

  // Of the lanes from `lane`.
  [[gnu::noinline]] void permute(columns::Columns<Pi::length>& blocks, std::size_t lane) {
    for (std::size_t c = 0; c < Pi::length; c++)
      cells::join(cells::transpose_bits(columns::get(blocks.at[c] + lane)),
                  cells::transpose_bits(columns::get(blocks.at[c] + lane + columns::group)), cells_[0][2 * c],
                  cells_[0][2 * c + 1]);
    unsigned counter = Pi::counter;
    for (unsigned r = 0; r < Pi::rounds; r += 2) {
      round(cells_[1], cells_[0], counter);
      counter = next(counter);
      round(cells_[0], cells_[1], counter);
      counter = next(counter);
    }
    for (std::size_t c = 0; c < Pi::length; c++) {
      Word a, b;
      cells::part(cells_[0][2 * c], cells_[0][2 * c + 1], a, b);
      columns::put(blocks.at[c] + lane, cells::transpose_bits(a));
      columns::put(blocks.at[c] + lane + columns::group, cells::transpose_bits(b));
    }
    for (std::size_t i = 0; i < count; i++) cells_[0][i] = cells_[1][i] = columns::splat(0);
  }

 private:
  using Word = columns::Word;

  static constexpr std::size_t count = Pi::width / 4;
  static_assert(Pi::rounds % 2 == 0 && count % 4 == 0);

  INLINE Word ones(unsigned bits) { return columns::get(cells::ones.at[bits]); }

  INLINE void round(Word* to, Word* from, unsigned counter) {
    from[0] ^= ones(counter & 0xf);
    from[1] ^= ones(counter >> 4);
    from[count - 2] ^= ones(reversed(counter >> 4));
    from[count - 1] ^= ones(reversed(counter & 0xf));
    for (std::size_t k = 0; k < count; k += 4) {
      Word x0 = from[0], x1 = from[1], x2 = from[2], x3 = from[3];
      cells::transpose_quarters(x0, x1, x2, x3);
      substitute(x0, x1, x2, x3);
      to[0] = x0;
      to[count / 4] = x1;
      to[count / 2] = x2;
      to[count / 4 * 3] = x3;
      from += 4;
      to++;
    }
  }

  Word cells_[2][count];
};

}  // namespace spongent
