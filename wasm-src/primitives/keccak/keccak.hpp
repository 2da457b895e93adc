// Keccak-p as its designers define it. A word, which they call a lane, is little-endian. Word x + 5y is in column x of
// plane y [keccak 2].
#pragma once

#include <array>

#include "../../common/compiler.hpp"

namespace keccak {

// [keccak 1]
inline constexpr std::size_t words = 25;

// The rotations to the left by rho, modulo the length of a word [keccak 3.2], and the places to which pi moves words
// [keccak 3.3]. Both follow a walk that begins at (1, 0) and goes from (x, y) to (y, 2x + 3y). Step t rotates by the
// t-th triangular number.
struct Moves {
  std::array<unsigned, words> rotation, target;
};

inline constexpr Moves moves = [] {
  Moves moves{};
  unsigned x = 1, y = 0;
  for (unsigned t = 1; t < words; t++) {
    const unsigned next = (2 * x + 3 * y) % 5;
    moves.rotation[x + 5 * y] = t * (t + 1) / 2;
    moves.target[x + 5 * y] = y + 5 * next;
    x = y;
    y = next;
  }
  return moves;
}();

// iota [keccak 3.5]. An LFSR with x^8 + x^6 + x^5 + x^4 + 1 gives seven bits for each round. Bit j of the seven is bit
// (2^j - 1) of the round's constant. A shorter word takes only the bits that it has.
inline constexpr auto round_constants = [] {
  constexpr unsigned polynomial = 0x171;
  std::array<std::uint16_t, 20> constants{};
  unsigned lfsr = 1;
  for (auto& constant : constants)
    for (unsigned j = 0; j < 7; j++) {
      const unsigned bit = (1U << j) - 1;
      if (bit < 16) constant = static_cast<std::uint16_t>(constant | (lfsr & 1) << bit);
      lfsr = lfsr << 1 ^ (lfsr & 0x80 ? polynomial : 0);
    }
  return constants;
}();

static_assert(round_constants[0] == 0x0001 && round_constants[1] == 0x8082 && round_constants[19] == 0x000a);

// Keccak-p[400] has words of 16 bits [keccak 1], and a sponge over it absorbs into the first nine words. A permutation
// with fewer rounds runs the last ones.
inline constexpr std::size_t length = 50, rate = 18;
inline constexpr unsigned word_bits = 16, rounds = 20;
static_assert(round_constants.size() == rounds);

// A round [keccak 3] without iota, on words in any form that a kernel has. `rotate` rotates a word to the left.
template <class Word, class Rotate>
INLINE void round(Word (&a)[words], Rotate rotate) {
  Word b[words], c[5], d[5];
  UNROLLED(std::size_t x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
  UNROLLED(std::size_t x = 0; x < 5; x++) d[x] = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1);
  UNROLLED(std::size_t i = 0; i < words; i++) b[moves.target[i]] = rotate(a[i] ^ d[i % 5], moves.rotation[i]);
  UNROLLED(std::size_t y = 0; y < words; y += 5)
  UNROLLED(std::size_t x = 0; x < 5; x++) a[y + x] = b[y + x] ^ (b[y + (x + 2) % 5] & ~b[y + (x + 1) % 5]);
}

}  // namespace keccak
