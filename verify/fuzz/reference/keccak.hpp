// Keccak-p from its specification, for any width.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Of a permutation to compare with: the fuzzer would take a way through it for news, at many times the cost.
#define UNSEEN [[clang::no_sanitize("coverage", "address", "undefined")]]

namespace fuzz {

// The round constants of lanes of 1 << log bits: bit 2^j - 1 is bit j + 7 * round of a shift register's stream.
template <class Lane, unsigned log>
constexpr std::array<Lane, 12 + 2 * log> keccak_constants() {
  std::array<Lane, 12 + 2 * log> constants{};
  unsigned bits = 1;
  for (Lane& constant : constants)
    for (unsigned j = 0; j < 7; j++) {
      if (j <= log && (bits & 1) != 0) constant = static_cast<Lane>(constant | 1U << ((1U << j) - 1));
      bits = bits << 1 ^ (bits & 0x80 ? 0x171 : 0);
    }
  return constants;
}

template <class Lane>
UNSEEN Lane rotated(unsigned lane, unsigned by) {
  constexpr unsigned width = 8 * sizeof(Lane);
  return static_cast<Lane>(lane << by % width | lane >> (width - by % width));
}

// The last `rounds` rounds on 25 lanes, little-endian, lane (x, y) as number x + 5 y.
template <class Lane>
UNSEEN void keccak(std::uint8_t* state, unsigned rounds) {
  constexpr unsigned log = sizeof(Lane) == 1 ? 3 : sizeof(Lane) == 2 ? 4 : 0;
  static_assert(log != 0);
  static constexpr auto constants = keccak_constants<Lane, log>();
  Lane a[25];
  std::memcpy(a, state, sizeof a);
  for (std::size_t round = constants.size() - rounds; round < constants.size(); round++) {
    unsigned parity[5];
    for (unsigned x = 0; x < 5; x++) parity[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (unsigned i = 0; i < 25; i++)
      a[i] = static_cast<Lane>(a[i] ^ parity[(i + 4) % 5] ^ rotated<Lane>(parity[(i + 1) % 5], 1));
    // From lane to lane on the way of pi, each rotated by the next triangular number.
    Lane moving = a[1];
    for (unsigned t = 1, x = 1, y = 0; t <= 24; t++) {
      const unsigned next_y = (2 * x + 3 * y) % 5;
      x = y;
      y = next_y;
      const Lane there = a[x + 5 * y];
      a[x + 5 * y] = rotated<Lane>(moving, t * (t + 1) / 2);
      moving = there;
    }
    for (unsigned y = 0; y < 25; y += 5) {
      Lane row[5];
      std::memcpy(row, a + y, sizeof row);
      for (unsigned x = 0; x < 5; x++) a[x + y] = static_cast<Lane>(row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]));
    }
    a[0] ^= constants[round];
  }
  std::memcpy(state, a, sizeof a);
}

}  // namespace fuzz
