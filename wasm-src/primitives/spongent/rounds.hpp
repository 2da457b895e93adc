// The rounds of Spongent-pi on many words in memory, each with some bits of many blocks.
#pragma once

#include "spongent.hpp"

namespace spongent {

// The rounds on `count` words. `Contents` adds the counter, and turns four words in a row into bits 0 to 3 of S-boxes.
template <class Pi, std::size_t count, class Contents>
class Rounds {
 protected:
  using Word = columns::Word;

  void permute_words() {
    unsigned counter = Pi::counter;
    for (unsigned r = 0; r < Pi::rounds; r += 2) {
      round(words_[1], words_[0], counter);
      counter = next(counter);
      round(words_[0], words_[1], counter);
      counter = next(counter);
    }
  }

  void wipe() {
    for (std::size_t i = 0; i < count; i++) words_[0][i] = words_[1][i] = columns::splat(0);
  }

  Word words_[2][count];

 private:
  static_assert(Pi::rounds % 2 == 0 && count % 4 == 0);

  // The order in which words are written is the bit permutation [spongent 2.3].
  INLINE void round(Word* to, Word* from, unsigned counter) {
    Contents::add_counter(from, counter);
    for (std::size_t k = 0; k < count; k += 4) {
      Word x0 = from[0], x1 = from[1], x2 = from[2], x3 = from[3];
      Contents::to_bits(x0, x1, x2, x3);
      substitute(x0, x1, x2, x3);
      to[0] = x0;
      to[count / 4] = x1;
      to[count / 2] = x2;
      to[count / 4 * 3] = x3;
      from += 4;
      to++;
    }
  }
};

}  // namespace spongent
