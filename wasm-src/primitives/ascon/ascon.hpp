// Ascon-p as its designers define it, on big-endian words. A block of a sponge is added to the first word.
#pragma once

#include <array>

#include "../../common/compiler.hpp"

namespace ascon {

// [ascon 1], [ascon 2]
inline constexpr std::size_t words = 5, length = 40, rate = 8;
inline constexpr unsigned rounds = 12;

// A permutation with fewer rounds runs the last ones [ascon 3].
constexpr std::uint64_t round_constant(unsigned round) { return (0xf - round) << 4 | round; }

// The difference between the constants of two rounds, and the number after the last constant [ascon 3].
inline constexpr std::uint64_t constant_step = 15;
inline constexpr std::uint64_t constants_end = round_constant(rounds - 1) - constant_step;
static_assert(round_constant(0) - round_constant(1) == constant_step);

constexpr std::uint64_t first_constant(unsigned count) { return constants_end + count * constant_step; }

// The linear layer [ascon 5]. To each word, it adds the word rotated right by each of these numbers of bits.
struct Rotations {
  unsigned first, second;
};
inline constexpr std::array<Rotations, words> rotations = {{{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}}};

// The S-box on five bits. The bit of word 0 is the highest [ascon 4].
inline constexpr std::array<std::uint8_t, 32> s_box = {0x04, 0x0b, 0x1f, 0x14, 0x1a, 0x15, 0x09, 0x02, 0x1b, 0x05, 0x08,
                                                       0x12, 0x1d, 0x03, 0x06, 0x1c, 0x1e, 0x13, 0x07, 0x0e, 0x00, 0x0d,
                                                       0x11, 0x18, 0x10, 0x0c, 0x01, 0x19, 0x16, 0x0a, 0x0f, 0x17};

// Applies the S-box to all columns of the words at once, in sixteen operations: the sums of the polynomials of its five
// bits share terms. Word 2 becomes the complement of its result.
template <class Word>
INLINE constexpr void substitute(Word (&x)[words]) {
  const Word x04 = x[0] ^ x[4], x12 = x[1] ^ x[2], x34 = x[3] ^ x[4], both = (x[1] | x04) ^ x34,
             y1 = x04 ^ (x[1] & x[2]) ^ (x[3] | x12), y2 = x12 ^ (x[4] & x34), y3 = x12 ^ (x[0] | x34);
  x[0] = both ^ (x[2] & x12);
  x[1] = y1;
  x[2] = y2;
  x[3] = y3;
  x[4] = both ^ x04;
}

static_assert(
    [] {
      for (unsigned in = 0; in < s_box.size(); in++) {
        unsigned x[words] = {in >> 4, in >> 3, in >> 2, in >> 1, in};
        substitute(x);
        if (((x[0] & 1) << 4 | (x[1] & 1) << 3 | (~x[2] & 1) << 2 | (x[3] & 1) << 1 | (x[4] & 1)) != s_box[in])
          return false;
      }
      return true;
    }(),
    "the circuit is the S-box");

}  // namespace ascon
