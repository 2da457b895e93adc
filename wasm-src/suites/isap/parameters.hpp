// The parameters of the four members of ISAP v2, and the strings that a state begins with [isap 1].
#pragma once

#include "../../common/block.hpp"
#include "../../common/permutation.hpp"

namespace isap {

using common::copy, common::Direction, common::domain_bit, common::Permutation;

enum class Mode : std::uint32_t { a128a, a128, k128a, k128 };

// Tells Ascon-p from Keccak-p[400].
constexpr bool is_ascon(Mode mode) { return mode == Mode::a128a || mode == Mode::a128; }

// The numbers of rounds sH, sB, sE and sK [isap 1]: after each absorbed block, after each bit in the derivation of a
// key, before each block of the stream, and at both ends of a derivation.
struct Rounds {
  std::uint8_t hash, bit, stream, key;
};

constexpr Rounds rounds_of(Mode mode) {
  switch (mode) {
    case Mode::a128a: return {12, 1, 6, 12};
    case Mode::a128: return {12, 12, 12, 12};
    case Mode::k128a: return {16, 1, 8, 8};
    case Mode::k128: return {20, 12, 12, 12};
  }
  __builtin_unreachable();
}

// [isap 1]
inline constexpr std::size_t key_length = 16, nonce_length = 16, tag_length = 16;

// The length of a block. Blocks are added to the first bytes of a state [isap 1].
constexpr std::size_t rate_of(Mode mode) { return is_ascon(mode) ? 8 : 18; }

// A key is derived with a string of the same length, whose bits go in one by one [isap 3].
inline constexpr unsigned derivation_bits = 8 * key_length, derivation_rate = 1;
static_assert(derivation_bits == common::string_bits);

// The use of a state [isap 2.1].
enum class Use : std::uint8_t { mac = 1, mac_key = 2, stream_key = 3 };

// Returns eight bytes: the use; the lengths in bits of the key, of a block, and of a step of a derivation; and the
// numbers of rounds [isap 2.1].
constexpr std::uint64_t initial_value(Use use, std::size_t rate, const Rounds& rounds) {
  return static_cast<std::uint64_t>(use) | std::uint64_t{8 * key_length} << 8 | std::uint64_t{8 * rate} << 16 |
         std::uint64_t{derivation_rate} << 24 | std::uint64_t{rounds.hash} << 32 | std::uint64_t{rounds.bit} << 40 |
         std::uint64_t{rounds.stream} << 48 | std::uint64_t{rounds.key} << 56;
}

// The byte behind a string that is absorbed [isap 2.3].
inline constexpr std::uint8_t padding = 0x80;

// Makes the last block of an absorbed string: the bytes behind the whole blocks, a one bit, and zeros [isap 2.3].
inline void pad(std::uint8_t* block, const std::uint8_t* rest, std::size_t length, std::size_t rate) {
  copy(block, rest, length);
  block[length] = padding;
  for (std::size_t i = length + 1; i < rate; i++) block[i] = 0;
}

// Keys, nonces, tags and strings of a derivation all have 16 bytes.
inline void copy_16(std::uint8_t* to, const std::uint8_t* from) { __builtin_memcpy(to, from, 16); }
static_assert(key_length == 16 && nonce_length == 16 && tag_length == 16);

// Makes the first value of a state: 16 bytes, the initial value, and zeros [isap 2.2].
template <std::size_t length>
void lay_state(std::uint8_t (&state)[length], const std::uint8_t* first, std::uint64_t value) {
  copy_16(state, first);
  __builtin_memcpy(state + key_length, &value, sizeof value);
  __builtin_memset(state + key_length + sizeof value, 0, length - key_length - sizeof value);
}

}  // namespace isap
