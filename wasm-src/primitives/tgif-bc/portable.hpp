// The portable kernel of TGIF-BC. A word of 32 bits holds a word of each half. No data decides a branch or an address.
#pragma once

#include "../../common/compiler.hpp"
#include "rounds.hpp"

namespace tgif_bc {

namespace portable {

// The right half is in even nibbles, and the left in odd ones. So a rotation by bytes rotates both halves by nibbles.
using Word = std::uint32_t;
inline constexpr Word right_words = 0x0f0f0f0f;

constexpr Word spread(Word x) {
  x = (x | x << 8) & 0x00ff00ff;
  return (x | x << 4) & right_words;
}

constexpr Word joined(Word right, Word left) { return right | left << nibble_bits; }

constexpr std::uint16_t gather(Word x) {
  x &= right_words;
  x = (x | x >> 4) & 0x00ff00ff;
  return static_cast<std::uint16_t>(x | x >> 8);
}

struct RoundConstants {
  Word at[pairs_of_steps][rounds_of_a_step] = {};

  constexpr RoundConstants() {
    for (unsigned pair = 0; pair < pairs_of_steps; pair++)
      for (unsigned r = 0; r < rounds_of_a_step; r++) {
        const std::uint16_t* first = &tgif_bc::round_constants[rounds_of_a_pair * pair + r];
        at[pair][r] = joined(spread(*first), spread(first[rounds_of_a_step]));
      }
  }
};
inline constexpr RoundConstants round_constants;

struct Nibbles {
  using Word = portable::Word;

  template <unsigned by>
  INLINE Word rotate_nibbles(Word x) {
    return (x >> by & staying<by>) | (x << (nibble_bits - by) & ~staying<by>);
  }

  template <unsigned by>
  INLINE Word rotate_words(Word x) {
    return std::rotr(x, 2 * nibble_bits * by);
  }

  template <unsigned bit>
  INLINE Word bits_from(Word low, Word high) {
    constexpr unsigned in_nibble = bit % nibble_bits, by = 2 * bit - in_nibble;
    const Word moved = shifted<by>(low, high);
    if constexpr (in_nibble == 0) return moved;
    return (moved & staying<in_nibble>) | (shifted<by + nibble_bits>(low, high) & ~staying<in_nibble>);
  }

  INLINE Word right(Word x) { return x & right_words; }
  INLINE Word left_to_right(Word x) { return x >> nibble_bits & right_words; }
  INLINE Word right_to_left(Word x) { return (x & right_words) << nibble_bits; }
  INLINE Word joined(Word right, Word left) { return (right & right_words) | (left & ~right_words); }
  INLINE Word key_constant() { return portable::joined(spread(tgif_bc::key_constant), spread(tgif_bc::key_constant)); }
  INLINE Word round_constant(unsigned pair, unsigned r) { return round_constants.at[pair][r]; }

 private:
  // A mask of the bits that come from their own nibble when a word is shifted to the right by `by`.
  template <unsigned by>
  static constexpr Word staying = 0x11111111 * (0xfU >> by);

  template <unsigned by>
  INLINE Word shifted(Word low, Word high) {
    return low >> by | high << (32 - by);
  }
};

}  // namespace portable

class Portable {
  using Word = portable::Word;

 public:
  using Call = tgif_bc::Call;

  [[gnu::noinline]] static void encrypt(Block key, Block& text) {
    Word k[2 * words], s[words];
    UNROLLED(unsigned i = 0; i < 2 * words; i++) k[i] = portable::joined(word(key, i), word(key, i));
    UNROLLED(unsigned i = 0; i < words; i++) s[i] = portable::joined(word(text, words + i), word(text, i));
    Rounds<portable::Nibbles>::run({}, k, s);
    text = Block{0, 0};
    UNROLLED(unsigned i = 0; i < words; i++) {
      const auto put = [i](Word word) { return std::uint64_t{portable::gather(word)} << word_bits * i; };
      text |= Block{put(s[i] >> nibble_bits), put(s[i])};
    }
  }

  INLINE void encrypt_both(Call first, Call second) {
    encrypt(first.key, first.text);
    encrypt(second.key, second.text);
  }

 private:
  INLINE Word word(Block block, unsigned i) {
    return portable::spread(static_cast<std::uint16_t>(block[i / words] >> word_bits * (i % words)));
  }
};

static_assert(BlockCipher<Portable>);

}  // namespace tgif_bc
