// The kernel of Spongent-pi for as many blocks as a word has bits. It has a word for each bit of the state.
#pragma once

#include "rounds.hpp"

namespace spongent {

template <class Pi>
class Blocks64Or128 : Rounds<Pi, Pi::width, Blocks64Or128<Pi>> {
 public:
  [[gnu::noinline]] void permute(columns::Columns<Pi::length>& blocks) {
    Word* const words = this->words_[0];
    for (std::size_t c = 0; c < Pi::length; c++) enter(words + 8 * c, blocks.at[c]);
    this->permute_words();
    for (std::size_t c = 0; c < Pi::length; c++) leave(blocks.at[c], words + 8 * c);
    this->wipe();
  }

 private:
  using Word = columns::Word;
  friend Rounds<Pi, Pi::width, Blocks64Or128>;

  [[gnu::noinline]] static void enter(Word* words, const std::uint8_t* column) {
    Word x[8];
    UNROLLED(unsigned i = 0; i < 8; i++) x[i] = columns::get(column + columns::group * i);
    common::transpose_bits(x, columns::where_clear);
    UNROLLED(unsigned i = 0; i < 8; i++) words[i] = x[i];
  }

  [[gnu::noinline]] static void leave(std::uint8_t* column, const Word* words) {
    Word x[8];
    UNROLLED(unsigned i = 0; i < 8; i++) x[i] = words[i];
    common::transpose_bits(x, columns::where_clear);
    UNROLLED(unsigned i = 0; i < 8; i++) columns::put(column + columns::group * i, x[i]);
  }

  INLINE void add_counter(Word* words, unsigned counter) {
    for (unsigned b = 0; b < 7; b++) {
      const Word bits = columns::splat(0 - std::uint64_t{counter >> b & 1});
      words[b] ^= bits;
      words[Pi::width - 1 - b] ^= bits;
    }
  }

  INLINE void to_bits(Word&, Word&, Word&, Word&) {}
};

}  // namespace spongent
