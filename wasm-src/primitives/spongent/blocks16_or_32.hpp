// The kernel of Spongent-pi for thirty-two blocks with SIMD, and for sixteen without. A byte of a word belongs to four
// blocks, and the four quarters of a word hold the four bits of an S-box. A transposition of four words turns four
// S-boxes into their bits. After the substitution, these bits are already S-boxes of the next round.
#pragma once

#include "rounds.hpp"

namespace spongent {

namespace cells {

using columns::Word;

// Transposes the 8x8 bits of eight consecutive bytes: bit i of byte j <-> bit j of byte i.
INLINE Word transpose_bits(Word x) {
  using common::exchange_places;
  return exchange_places<2, 5>(exchange_places<1, 4>(exchange_places<0, 3>(x)));
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

// `join` makes the words of two S-boxes from two groups of bytes, and `part` does the reverse. Of every eight bytes of
// a group, byte i has bit i.
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

// `apart` spreads four bytes to every second byte of eight, and `together` does the reverse.
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

// A table of words, indexed by four bits. Quarter i of a word is all ones if bit i of the index is set.
struct Ones {
  alignas(16) std::uint8_t at[16][columns::group];
};

inline constexpr Ones ones = [] {
  Ones ones{};
  for (unsigned bits = 0; bits < 16; bits++)
    for (std::size_t i = 0; i < columns::group; i++)
      ones.at[bits][i] = (bits >> 4 * i / columns::group & 1) != 0 ? 0xff : 0;
  return ones;
}();

}  // namespace cells

template <class Pi>
class Blocks16Or32 : Rounds<Pi, Pi::width / 4, Blocks16Or32<Pi>> {
 public:
  static constexpr std::size_t most = 2 * columns::group;

  // Permutes `most` states, from `block` on.
  [[gnu::noinline]] void permute(columns::Columns<Pi::length>& blocks, std::size_t block) {
    Word* const words = this->words_[0];
    for (std::size_t c = 0; c < Pi::length; c++)
      cells::join(cells::transpose_bits(columns::get(blocks.at[c] + block)),
                  cells::transpose_bits(columns::get(blocks.at[c] + block + columns::group)), words[2 * c],
                  words[2 * c + 1]);
    this->permute_words();
    for (std::size_t c = 0; c < Pi::length; c++) {
      Word a, b;
      cells::part(words[2 * c], words[2 * c + 1], a, b);
      columns::put(blocks.at[c] + block, cells::transpose_bits(a));
      columns::put(blocks.at[c] + block + columns::group, cells::transpose_bits(b));
    }
    this->wipe();
  }

 private:
  using Word = columns::Word;
  friend Rounds<Pi, Pi::width / 4, Blocks16Or32>;
  static constexpr std::size_t count = Pi::width / 4;
  INLINE Word ones(unsigned bits) { return columns::get(cells::ones.at[bits]); }

  INLINE void add_counter(Word* words, unsigned counter) {
    words[0] ^= ones(counter & 0xf);
    words[1] ^= ones(counter >> 4);
    words[count - 2] ^= ones(reversed(counter >> 4));
    words[count - 1] ^= ones(reversed(counter & 0xf));
  }

  INLINE void to_bits(Word& x0, Word& x1, Word& x2, Word& x3) { cells::transpose_quarters(x0, x1, x2, x3); }
};

}  // namespace spongent
