// The kernel of Spongent-pi for one block without SIMD. Each of four words holds one bit of all S-boxes.
#pragma once

#include "spongent.hpp"

namespace spongent {

template <class Pi>
class Block1 {
 public:
  // Permutes the block with this index.
  [[gnu::noinline]] static void permute(columns::Columns<Pi::length>& blocks, std::size_t block) {
    Word x[4] = {};
    for (std::size_t c = Pi::length; c-- > 0;) {
      const Word byte = blocks.at[c][block];
      UNROLLED(unsigned b = 0; b < 4; b++) x[b] = x[b] << 2 | (byte >> (3 + b) & 2) | (byte >> b & 1);
    }
    unsigned counter = Pi::counter;
    for (unsigned r = 0; r < Pi::rounds; r++) {
      // Adds the counter to the first S-boxes, and its bits in reverse order to the last S-boxes.
      UNROLLED(unsigned b = 0; b < 4; b++)
      x[b] ^= (counter >> b & 1) | (b < 3 ? counter >> (3 + b) & 2 : 0) |
              Word{(counter >> (3 - b) & 1) << 1 | (b > 0 ? counter >> (7 - b) & 1 : 0)} << (count - 2);
      counter = next(counter);
      substitute(x[0], x[1], x[2], x[3]);
      Word y[4];
      UNROLLED(unsigned b = 0; b < 4; b++) y[b] = sort(x[b]);
      UNROLLED(unsigned b = 0; b < 4; b++) x[b] = join(y, b);
    }
    for (std::size_t c = 0; c < Pi::length; c++) {
      Word byte = 0;
      UNROLLED(unsigned b = 0; b < 4; b++) {
        byte |= (x[b] & 1) << b | (x[b] & 2) << (3 + b);
        x[b] >>= 2;
      }
      blocks.at[c][block] = static_cast<std::uint8_t>(byte);
    }
  }

 private:
  using Word = std::uint64_t;
  static constexpr unsigned count = Pi::width / 4, quarter = count / 4;

  // Moves bit 4t + i to place t of the i-th group of sixteen bits.
  INLINE Word sort(Word x) {
    using common::exchange_places;
    return exchange_places<3, 5>(exchange_places<1, 3>(exchange_places<2, 4>(exchange_places<0, 2>(x))));
  }

  // Makes the word of bit i of the next round's S-boxes. It joins the i-th group of sixteen bits of each word. Only the
  // first `quarter` bits of a group are in use.
  INLINE Word join(const Word (&x)[4], unsigned i) {
    constexpr Word mask = (Word{1} << quarter) - 1;
    Word joined = 0;
    UNROLLED(unsigned b = 0; b < 4; b++) joined |= (x[b] >> 16 * i & mask) << b * quarter;
    return joined;
  }
};

}  // namespace spongent
