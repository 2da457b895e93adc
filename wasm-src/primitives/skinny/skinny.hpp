// The SKINNY-128 family as its designers define it: S8, the tweakey permutation and LFSRs, the round constants, and the
// contract that every kernel fulfils that the modes call [skinny 1].
#pragma once

#include <array>
#include <concepts>

#include "../../common/block.hpp"

namespace skinny {

using common::Block;

// The members with cells of a byte: how many words of 16 bytes a tweakey has, TK1 first, and the rounds [skinny 1].
template <unsigned words, unsigned count>
struct Member {
  static constexpr unsigned tweakey_words = words, rounds = count;
};
using Skinny128_384Plus = Member<3, 40>;
using Skinny128_384 = Member<3, 56>;
using Skinny128_256 = Member<2, 48>;
using Skinny128_128 = Member<1, 40>;

// Of the member that the vector kernels compute.
inline constexpr unsigned rounds = Skinny128_384Plus::rounds;

// S8 on one cell, four NOR steps with a bit permutation between them [skinny 3.1]; kernels are proven against it at
// compile time.
constexpr std::uint8_t s8(std::uint8_t cell) {
  unsigned x = cell;
  const auto bit = [&x](unsigned i) { return x >> i & 1U; };
  for (unsigned step = 0; step < 4; step++) {
    x ^= (~(bit(7) | bit(6)) & 1U) << 4;
    x ^= ~(bit(3) | bit(2)) & 1U;
    x = step < 3
            ? bit(2) << 7 | bit(1) << 6 | bit(7) << 5 | bit(6) << 4 | bit(4) << 3 | bit(0) << 2 | bit(3) << 1 | bit(5)
            : (x & 0xf9U) | bit(1) << 2 | bit(2) << 1;
  }
  return static_cast<std::uint8_t>(x);
}

static_assert(s8(0) == 0x65 && s8(1) == 0x4c && s8(2) == 0x6a && s8(3) == 0x42 && s8(7) == 0x6b);

// AddConstants [skinny 3.2]. On cell 8 the constant is the same in every round, and each kernel adds it by itself.
inline constexpr unsigned cell_8_constant = 2;

// On rows 0 and 1: the 6-bit LFSR's low four bits on cell 0, its high two on cell 4.
template <unsigned count>
constexpr std::array<std::uint64_t, count> make_round_constants() {
  std::array<std::uint64_t, count> constants{};
  std::uint64_t rc = 0;
  for (auto& constant : constants) {
    rc = (rc << 1 & 0x3f) | ((rc >> 5 ^ rc >> 4 ^ 1) & 1);
    constant = (rc & 0xf) | rc >> 4 << 32;
  }
  return constants;
}

inline constexpr std::array<std::uint64_t, rounds> round_constants = make_round_constants<rounds>();

// The tweakey permutation P [skinny 4.1] moves the first half of a tweakey (cells 0 to 7) unchanged to the second, and
// the second half, permuted, to the first, so two rounds apply this one permutation to both halves: cell i comes from
// the cell given here. A round uses only the first half.
inline constexpr std::array<unsigned, 8> half_permutation = {1, 7, 0, 5, 2, 6, 4, 3};

// The kernel of a tweakable block cipher with a 384-bit tweakey TK1 || TK2 || TK3, as the modes see it.
//
// Schedules are built from the outside in, so that a part is worked once for as long as it stays: the key once a
// message, a nonce likewise, a block of associated data or of a message for one call. Blocks are encrypted in place.
// Where the modes have calls that do not wait for each other they make them together, and a kernel may work them so.
template <class Cipher>
concept TweakableBlockCipher = requires(typename Cipher::Schedule& schedule, const typename Cipher::Schedule& base,
                                        std::uint64_t half, Block block, Block& text) {
  // The schedule of TK3 alone, TK2 = 0, with the round constants.
  { Cipher::set_tweakey3(schedule, block) } -> std::same_as<void>;
  // The schedule of `base` with TK2 added; `base` has none. Both may be the same.
  { Cipher::add_tweakey2(schedule, base, block) } -> std::same_as<void>;
  // One block; TK1 has `half` as its first eight bytes and zeros behind.
  { Cipher::encrypt(base, half, text) } -> std::same_as<void>;
  // Two blocks under the whole of a common TK1: a step of Romulus-H.
  { Cipher::encrypt_pair(base, block, text, text) } -> std::same_as<void>;
  // Two blocks that differ only in TK1, without TK2: a step of Romulus-T.
  { Cipher::encrypt_fork(base, half, text, half, text) } -> std::same_as<void>;
  // Such a fork, and a pair of another schedule: a step of Romulus-T beside one of its hash.
  { Cipher::encrypt_fork_and_pair(base, half, text, half, text, base, block, text, text) } -> std::same_as<void>;
  // Two blocks of two schedules: a call of Romulus-M's decryption beside one of its MAC.
  { Cipher::encrypt_both(base, half, text, base, half, text) } -> std::same_as<void>;
};

}  // namespace skinny
