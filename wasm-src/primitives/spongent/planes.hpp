// The kernel of Spongent-pi for as many blocks as a word has bits: a word for each bit of the state, so that the bit
// permutation [spongent 2.3] is nothing but the order in which words are written.
#pragma once

#include "spongent.hpp"

namespace spongent {

template <class Pi>
class Planes {
 public:
  // As many blocks as there are lanes.
  [[gnu::noinline]] void permute(columns::Columns<Pi::length>& blocks) {
    for (std::size_t c = 0; c < Pi::length; c++) enter(planes_[0] + 8 * c, blocks.at[c]);
    unsigned counter = Pi::counter;
    for (unsigned r = 0; r < Pi::rounds; r += 2) {
      round(planes_[1], planes_[0], counter);
      counter = next(counter);
      round(planes_[0], planes_[1], counter);
      counter = next(counter);
    }
    for (std::size_t c = 0; c < Pi::length; c++) leave(blocks.at[c], planes_[0] + 8 * c);
    for (std::size_t i = 0; i < Pi::width; i++) planes_[0][i] = planes_[1][i] = columns::splat(0);
  }

 private:
  using Word = columns::Word;

  static_assert(Pi::rounds % 2 == 0);

  // Transposes the 8x8 bits that bytes at equal places in eight words form: bit b of word g <-> bit g of word b.
  INLINE void transpose(Word (&x)[8]) {
    const auto swap = [&x](unsigned i, unsigned by, std::uint64_t mask) __attribute__((always_inline)) {
      const Word t = ((x[i] >> by) ^ x[i + by]) & columns::splat(mask);
      x[i + by] ^= t;
      x[i] ^= t << by;
    };
    UNROLLED(unsigned i = 0; i < 4; i++) swap(i, 4, 0x0f0f0f0f0f0f0f0f);
    UNROLLED(unsigned i = 0; i < 8; i += i % 4 == 1 ? 3 : 1) swap(i, 2, 0x3333333333333333);
    UNROLLED(unsigned i = 0; i < 8; i += 2) swap(i, 1, 0x5555555555555555);
  }

  [[gnu::noinline]] static void enter(Word* planes, const std::uint8_t* column) {
    Word x[8];
    UNROLLED(unsigned i = 0; i < 8; i++) x[i] = columns::get(column + columns::group * i);
    transpose(x);
    UNROLLED(unsigned i = 0; i < 8; i++) planes[i] = x[i];
  }

  [[gnu::noinline]] static void leave(std::uint8_t* column, const Word* planes) {
    Word x[8];
    UNROLLED(unsigned i = 0; i < 8; i++) x[i] = planes[i];
    transpose(x);
    UNROLLED(unsigned i = 0; i < 8; i++) columns::put(column + columns::group * i, x[i]);
  }

  INLINE void round(Word* to, Word* from, unsigned counter) {
    constexpr std::size_t quarter = Pi::width / 4;
    for (unsigned b = 0; b < 7; b++) {
      const Word bits = columns::splat(0 - std::uint64_t{counter >> b & 1});
      from[b] ^= bits;
      from[Pi::width - 1 - b] ^= bits;
    }
    for (std::size_t k = 0; k < quarter; k++) {
      Word x0 = from[0], x1 = from[1], x2 = from[2], x3 = from[3];
      substitute(x0, x1, x2, x3);
      to[0] = x0;
      to[quarter] = x1;
      to[2 * quarter] = x2;
      to[3 * quarter] = x3;
      from += 4;
      to++;
    }
  }

  Word planes_[2][Pi::width];
};

}  // namespace spongent
