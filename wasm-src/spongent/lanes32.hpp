// The kernel of Spongent-pi for thirty-two blocks: the four bits of an S-box are the four 32-bit words of a vector.
#pragma once

#include "lanes.hpp"

namespace spongent {

template <class Pi>
class Lanes32 {
 public:
  static constexpr std::size_t lanes = 32;

  // Of the lanes from `lane`.
  [[gnu::noinline]] void permute(columns::Columns<Pi::length>& blocks, std::size_t lane) {
    for (std::size_t c = 0; c < Pi::length; c++) enter(cells_[0] + 2 * c, blocks.at[c] + lane);
    unsigned counter = Pi::counter;
    for (unsigned r = 0; r < Pi::rounds; r += 2) {
      round(cells_[1], cells_[0], counter);
      counter = next(counter);
      round(cells_[0], cells_[1], counter);
      counter = next(counter);
    }
    for (std::size_t c = 0; c < Pi::length; c++) leave(blocks.at[c] + lane, cells_[0] + 2 * c);
    for (std::size_t i = 0; i < count; i++) cells_[0][i] = cells_[1][i] = columns::splat(0);
  }

 private:
  using Vector = cells::Vector;
  using Bytes = cells::Bytes;
  using Words = cells::Words;

  static constexpr std::size_t count = Pi::width / 4;
  static_assert(Pi::rounds % 2 == 0 && count % 4 == 0);

  // Two S-boxes from a byte of all lanes.
  INLINE void enter(Vector* cell, const std::uint8_t* column) {
    const auto x = (Bytes)cells::transpose_bits(columns::get(column)),
               y = (Bytes)cells::transpose_bits(columns::get(column + 16));
    cell[0] = (Vector)__builtin_shufflevector(x, y, 0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27);
    cell[1] = (Vector)__builtin_shufflevector(x, y, 4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31);
  }

  INLINE void leave(std::uint8_t* column, const Vector* cell) {
    const auto x = (Bytes)cell[0], y = (Bytes)cell[1];
    const auto a = (Vector)__builtin_shufflevector(x, y, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const auto b = (Vector)__builtin_shufflevector(x, y, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    columns::put(column, cells::transpose_bits(a));
    columns::put(column + 16, cells::transpose_bits(b));
  }

  // All ones where the counter has these bits.
  INLINE Vector ones(unsigned counter, Words bits) {
    const Words c = {counter, counter, counter, counter};
    return (Vector)((c & bits) == bits);
  }

  INLINE void round(Vector* to, Vector* from, unsigned counter) {
    from[0] ^= ones(counter, Words{1, 2, 4, 8});
    from[1] ^= ones(counter, Words{16, 32, 64, 128});
    from[count - 2] ^= ones(counter, Words{128, 64, 32, 16});
    from[count - 1] ^= ones(counter, Words{8, 4, 2, 1});
    for (std::size_t k = 0; k < count; k += 4) {
      Vector x0 = from[0], x1 = from[1], x2 = from[2], x3 = from[3];
      cells::transpose_words(x0, x1, x2, x3);
      substitute(x0, x1, x2, x3);
      to[0] = x0;
      to[count / 4] = x1;
      to[count / 2] = x2;
      to[count / 4 * 3] = x3;
      from += 4;
      to++;
    }
  }

  Vector cells_[2][count];
};

}  // namespace spongent
