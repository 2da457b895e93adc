// The SKINNY family as its designers define it, and the contracts that the kernels fulfil.
#pragma once

#include <array>
#include <type_traits>

#include "../../common/tweakable_block_cipher.hpp"

namespace skinny {

// A member of the family [skinny 1].
template <unsigned bits, unsigned words, unsigned count>
struct Member {
  static constexpr unsigned cell_bits = bits, tweakey_words = words, rounds = count;
  // Sixteen cells: a block, or a word of the tweakey.
  using Block = std::conditional_t<bits == 8, common::Block, std::uint64_t>;
};
using Skinny128_384Plus = Member<8, 3, 40>;
using Skinny128_384 = Member<8, 3, 56>;
using Skinny128_256 = Member<8, 2, 48>;
using Skinny128_128 = Member<8, 1, 40>;
using Skinny64_128 = Member<4, 2, 36>;

// The rest is the definition on one cell. Kernels are proven against it at compile time where the language allows it.

// S8 and S4 [skinny 3.1] have four steps of NORs. S8 permutes the bits after each step, and S4 rotates them between.
template <unsigned cell_bits>
constexpr std::uint8_t substituted(std::uint8_t cell) {
  unsigned x = cell;
  const auto bit = [&x](unsigned i) { return x >> i & 1U; };
  for (unsigned step = 0; step < 4; step++) {
    if constexpr (cell_bits == 4) {
      x ^= ~(bit(3) | bit(2)) & 1U;
      if (step < 3) x = bit(2) << 3 | bit(1) << 2 | bit(0) << 1 | bit(3);
    } else {
      x ^= (~(bit(7) | bit(6)) & 1U) << 4;
      x ^= ~(bit(3) | bit(2)) & 1U;
      x = step < 3
              ? bit(2) << 7 | bit(1) << 6 | bit(7) << 5 | bit(6) << 4 | bit(4) << 3 | bit(0) << 2 | bit(3) << 1 | bit(5)
              : (x & 0xf9U) | bit(1) << 2 | bit(2) << 1;
    }
  }
  return static_cast<std::uint8_t>(x);
}

static_assert(substituted<8>(0) == 0x65 && substituted<8>(1) == 0x4c && substituted<8>(2) == 0x6a &&
              substituted<8>(3) == 0x42 && substituted<8>(7) == 0x6b);
static_assert(substituted<4>(0) == 0xc && substituted<4>(1) == 0x6 && substituted<4>(2) == 0x9 &&
              substituted<4>(3) == 0x0 && substituted<4>(7) == 0xb);

using common::lfsr_tap, common::stepped2, common::stepped3;

// AddConstants [skinny 3.2]. On cell 8 the constant is the same in every round, and each kernel adds it by itself.
inline constexpr unsigned cell_8_constant = 2;

// The constants for rows 0 and 1, a byte for each cell. Cells 0 and 4 get the low four and high two bits of an LFSR.
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

// The tweakey permutation P [skinny 4.1] moves the first half of a tweakey (cells 0 to 7) unchanged to the second half.
// It moves the second half, permuted, to the first half. So two rounds apply this one permutation to both halves: cell
// i comes from the cell given here. A round uses only the first half.
inline constexpr std::array<unsigned, 8> half_permutation = {1, 7, 0, 5, 2, 6, 4, 3};
static_assert(common::power(half_permutation, 8) == common::power(half_permutation, 0),
              "round r + 16 takes the cells of round r");

using common::Call;

// Two blocks that a kernel encrypts together under the same tweakey.
template <class Schedule>
struct Pair {
  const Schedule& schedule;
  common::Block tweakey1;
  common::Block &first, &second;
};

// Two blocks to encrypt under one TK3, without TK2. Each has its own TK1, whose second half is zero and not given.
template <class Schedule>
struct Fork {
  const Schedule& schedule;
  std::uint64_t tweakey1_first;
  common::Block& first;
  std::uint64_t tweakey1_second;
  common::Block& second;
};

template <class Cipher>
concept TweakableBlockCipher = common::TweakableBlockCipher<Cipher, Cipher::Member::tweakey_words>;

// A kernel that also encrypts a pair, for a hash of twice the block length, or a fork, for a stream of keys.
template <class Cipher>
concept PairedBlockCipher = TweakableBlockCipher<Cipher> &&
    requires(const typename Cipher::Schedule& schedule, std::uint64_t half, common::Block tweakey, common::Block& text,
             typename Cipher::Pair pair, typename Cipher::Fork fork) {
  { Cipher::encrypt_pair(schedule, tweakey, text, text) } -> std::same_as<void>;
  { Cipher::encrypt_fork(schedule, half, text, half, text) } -> std::same_as<void>;
  { Cipher::encrypt_fork_and_pair(fork, pair) } -> std::same_as<void>;
};

}  // namespace skinny
