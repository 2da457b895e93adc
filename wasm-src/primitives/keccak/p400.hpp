// Keccak-p[400] as its designers define it: 25 lanes of 16 bits in little-endian order, lane x + 5y in column x of
// plane y [keccak 2]. The rate is what ISAP takes [isap 1].
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace keccak {

// [keccak 1], and of a sponge [isap 1]
inline constexpr std::size_t lanes = 25, length = 50, rate = 18;
inline constexpr unsigned lane_bits = 16, rounds = 20;

// How far rho rotates each lane to the left [keccak 3.2], and where pi brings it [keccak 3.3]: the walk that takes
// (x, y) to (y, 2x + 3y), from (1, 0), on which step t moves by the t-th triangular number.
struct Moves {
  std::array<unsigned, lanes> rotation, target;
};

constexpr Moves make_moves() {
  Moves moves{};
  unsigned x = 1, y = 0;
  for (unsigned t = 1; t < lanes; t++) {
    const unsigned next = (2 * x + 3 * y) % 5;
    moves.rotation[x + 5 * y] = t * (t + 1) / 2 % lane_bits;
    moves.target[x + 5 * y] = y + 5 * next;
    x = y;
    y = next;
  }
  return moves;
}

inline constexpr Moves moves = make_moves();

// iota [keccak 3.5]: bit 2^j - 1 of a round's constant is the next bit of an LFSR with x^8 + x^6 + x^5 + x^4 + 1, seven
// of them a round.
constexpr std::array<std::uint16_t, rounds> make_round_constants() {
  constexpr unsigned polynomial = 0x171;
  std::array<std::uint16_t, rounds> constants{};
  unsigned lfsr = 1;
  for (auto& constant : constants)
    for (unsigned j = 0; j < 7; j++) {
      const unsigned bit = (1U << j) - 1;
      if (bit < lane_bits) constant = static_cast<std::uint16_t>(constant | (lfsr & 1) << bit);
      lfsr = lfsr << 1 ^ (lfsr & 0x80 ? polynomial : 0);
    }
  return constants;
}

// Fewer rounds are the last ones.
inline constexpr std::array<std::uint16_t, rounds> round_constants = make_round_constants();

static_assert(round_constants[0] == 0x0001 && round_constants[1] == 0x8082 && round_constants[19] == 0x000a);

}  // namespace keccak
