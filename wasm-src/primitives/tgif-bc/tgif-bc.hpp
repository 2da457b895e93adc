// TGIF-BC, the block cipher of TGIF, as its designers define it, and the contract that the kernels fulfil.
#pragma once

#include <array>
#include <concepts>

#include "../../common/block.hpp"

namespace tgif_bc {

using common::Block;

// [tgif-bc 1]
inline constexpr unsigned steps = 18, rounds_of_a_step = 4, rounds = steps * rounds_of_a_step;
// Half a block consists of words of nibbles. A key has the same number of words, each twice as long.
inline constexpr unsigned words = 4, word_bits = 16, nibble_bits = 4;

// A step rotates the left half to the left by left_rotation bits, or to the right by right_rotation bits [tgif-bc 2].
inline constexpr unsigned left_rotation = 55, right_rotation = words * word_bits - left_rotation;

// AddConstant adds these to S3 in each round: the highest bit, and a register of seven bits [tgif-bc 3.2].
inline constexpr std::uint16_t constant_bit = 0x8000, register_bits = 0x7f;

// [tgif-bc 3.2]
inline constexpr auto round_constants = [] {
  std::array<std::uint16_t, rounds> constants{};
  unsigned c = 1;
  for (auto& constant : constants) {
    constant = static_cast<std::uint16_t>(constant_bit ^ c);
    c = (c << 1 & register_bits) ^ (c >> 6) * 3;
  }
  return constants;
}();

// The key schedule rotates the last word to the left by key_rotation bits. It adds 1 before and 1 after the rotation.
// key_constant is the sum of both, which is in the low half of the word [tgif-bc 4].
inline constexpr unsigned key_rotation = 8;
inline constexpr std::uint16_t key_constant = 1 << key_rotation | 1;
// The key has its first value again after this number of rounds [tgif-bc 4].
inline constexpr unsigned key_period = 24;

// The S-box on a column, in which the bit of S0 is the lowest [tgif-bc 3.3].
inline constexpr std::array<std::uint8_t, 16> s_box = {0x1, 0xa, 0x4, 0xc, 0x6, 0xf, 0x3, 0x9,
                                                       0x2, 0xd, 0xb, 0x7, 0x5, 0x0, 0x8, 0xe};

// Applies the S-box to all columns at once, in a chain of six operations. S0 becomes the complement of its result.
template <class Word>
INLINE constexpr void substitute(Word (&s)[words]) {
  const Word early = s[2] ^ s[3];
  const Word s1 = s[1] ^ (s[0] & s[2]);
  const Word s0 = s[0] ^ (s1 & s[3]);
  const Word either = s0 | s1;
  s[2] = (s1 ^ s[2]) ^ (s0 & early);
  s[0] = early ^ either;
  s[1] = (s1 ^ early) ^ either;
  s[3] = s0;
}

static_assert(
    [] {
      for (unsigned in = 0; in < s_box.size(); in++) {
        unsigned s[words] = {in, in >> 1, in >> 2, in >> 3};
        substitute(s);
        if (((~s[0] & 1) | (s[1] & 1) << 1 | (s[2] & 1) << 2 | (s[3] & 1) << 3) != s_box[in]) return false;
      }
      return true;
    }(),
    "the circuit is the S-box");

// Calls of a kernel. Blocks are encrypted in place.
struct Call {
  Block key;
  Block& text;
};

// A kernel. A key is used once, so a kernel keeps nothing of the key.
template <class Cipher>
concept BlockCipher = requires(Block key, Block& text, Call call) {
  { Cipher::encrypt(key, text) } -> std::same_as<void>;
  // Makes two calls that do not wait for each other.
  { Cipher::encrypt_both(call, call) } -> std::same_as<void>;
};

}  // namespace tgif_bc
