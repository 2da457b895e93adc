// The key schedule and the rounds of TGIF-BC, for all kernels. A kernel defines the layout of its words.
//
// A step applies four rounds to the right half and adds the result to the rotated left half. The old left half becomes
// the next right half [tgif-bc 2]. So the next step's rounds do not depend on this step's result. Two steps make a
// pair, whose rounds run side by side: the first step's on the right half, and the second step's on the left half.
#pragma once

#include "tgif-bc.hpp"

namespace tgif_bc {

inline constexpr unsigned pairs_of_steps = steps / 2, rounds_of_a_pair = 2 * rounds_of_a_step;
// The number of pairs after which the key has its first value again. The next pairs use the key in the same way.
inline constexpr unsigned pairs_of_a_period = key_period / rounds_of_a_pair;
static_assert(key_period % rounds_of_a_pair == 0 && pairs_of_steps % pairs_of_a_period == 0);

// The layout of a kernel's words of 16 bits. A Word holds one word of the right half and one of the left half.
template <class L>
concept Layout = requires(const L& layout, typename L::Word x) {
  // rotate_nibbles rotates each nibble to the right by bits. rotate_words rotates each word to the right by nibbles.
  { layout.template rotate_nibbles<1>(x) } -> std::same_as<typename L::Word>;
  { layout.template rotate_words<1>(x) } -> std::same_as<typename L::Word>;
  // These take 16 bits out of a word (the first argument) and the word above it, beginning at this bit.
  { layout.template bits_from<right_rotation>(x, x) } -> std::same_as<typename L::Word>;
  { layout.template bits_from<key_rotation>(x, x) } -> std::same_as<typename L::Word>;
  // The first keeps the right words, the second moves the left words to their places, and the third does the reverse.
  { layout.right(x) } -> std::same_as<typename L::Word>;
  { layout.left_to_right(x) } -> std::same_as<typename L::Word>;
  { layout.right_to_left(x) } -> std::same_as<typename L::Word>;
  // Joins the right words of the first argument and the left words of the second.
  { layout.joined(x, x) } -> std::same_as<typename L::Word>;
  // The constants of the key schedule, and those of AddConstant for a round of a pair.
  { layout.key_constant() } -> std::same_as<typename L::Word>;
  { layout.round_constant(0U, 0U) } -> std::same_as<typename L::Word>;
};

template <Layout L>
class Rounds {
  using Word = typename L::Word;

 public:
  // TK0 to TK3, each as its low half and its high half.
  static constexpr unsigned key_words = 2 * words;

  // Runs all steps on words that hold both halves. A Word of the key has the same value in both halves.
  INLINE void run(const L& layout, Word (&key)[key_words], Word (&s)[words]) {
    // The left half runs one step ahead of the right half, so its key does, too.
    Word ahead[key_words];
    UNROLLED(unsigned i = 0; i < key_words; i++) ahead[i] = key[i];
    step_key(layout, ahead);
    UNROLLED(unsigned i = 0; i < key_words; i++) key[i] = layout.joined(key[i], ahead[i]);

    Word keys[pairs_of_a_period][key_words];
    UNROLLED(unsigned pair = 0; pair < pairs_of_a_period; pair++) {
      if (pair > 0) step_key(layout, key);
      if (pair > 0) step_key(layout, key);
      // The S-box leaves a complement in S0. The next round's key removes it.
      UNROLLED(unsigned i = 0; i < key_words; i++) keys[pair][i] = i % 2 == 0 && i > 0 ? ~key[i] : key[i];
    }
    LOOP(unsigned first = 0; first < pairs_of_steps; first += pairs_of_a_period)
    UNROLLED(unsigned pair = 0; pair < pairs_of_a_period; pair++) run_pair(layout, first + pair, keys[pair], s);
  }

 private:
  // Runs the key schedule's rounds for one step [tgif-bc 4].
  INLINE void step_key(const L& layout, Word (&key)[key_words]) {
    UNROLLED(unsigned i = 0; i < key_words; i += 2) {
      const Word last_low = key[(i + 6) % key_words], last_high = key[(i + 7) % key_words];
      key[i] ^= key[(i + 2) % key_words] ^ layout.template bits_from<key_rotation>(last_high, last_low) ^
                layout.key_constant();
      key[i + 1] ^= key[(i + 3) % key_words] ^ layout.template bits_from<key_rotation>(last_low, last_high);
    }
  }

  INLINE void run_pair(const L& layout, unsigned pair, const Word (&key)[key_words], Word (&s)[words]) {
    Word before[words], right[words];
    UNROLLED(unsigned i = 0; i < words; i++) before[i] = rotated(layout, s, i);
    round<0>(layout, pair, key, s);
    round<1>(layout, pair, key, s);
    round<2>(layout, pair, key, s);
    round<3>(layout, pair, key, s);
    s[0] = ~s[0];
    // The right words, now the first step's result, are rotated and added to the second step's result on the left.
    UNROLLED(unsigned i = 0; i < words; i++) {
      s[i] ^= layout.left_to_right(before[i]);
      right[i] = layout.right(s[i]);
    }
    UNROLLED(unsigned i = 0; i < words; i++) s[i] ^= layout.right_to_left(rotated(layout, right, i));
  }

  // A word of the half after rotation by right_rotation. S0 is the highest word [tgif-bc 2].
  INLINE Word rotated(const L& layout, const Word (&s)[words], unsigned i) {
    return layout.template bits_from<right_rotation>(s[i], s[(i + words - 1) % words]);
  }

  // [tgif-bc 3]
  template <unsigned r>
  INLINE void round(const L& layout, unsigned pair, const Word (&key)[key_words], Word (&s)[words]) {
    s[0] ^= key[2 * r];
    s[1] ^= key[2 * r + 1];
    s[3] ^= layout.round_constant(pair, r);
    substitute(s);
    s[1] = permute<r, 1>(layout, s[1]);
    s[2] = permute<r, 2>(layout, s[2]);
    s[3] = permute<r, 3>(layout, s[3]);
  }

  // PermBits [tgif-bc 3.4].
  template <unsigned r, unsigned i>
  INLINE Word permute(const L& layout, Word x) {
    constexpr unsigned by = r < 2 ? i : words - i;
    if constexpr (r % 2 == 0)
      return layout.template rotate_nibbles<by>(x);
    else
      return layout.template rotate_words<by>(x);
  }
};

}  // namespace tgif_bc
