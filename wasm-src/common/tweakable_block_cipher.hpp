// The contract of a tweakable block cipher whose tweakey has words of a block's length, TK1 to TK3, and their LFSRs.
#pragma once

#include <array>
#include <concepts>

#include "block.hpp"

namespace common {

// The LFSRs of TK2, which shifts to the left, and of TK3, which undoes it [skinny 4.2], [deoxys 2.4]. Each takes in the
// exclusive or of the bit that leaves and of one more: bit lfsr_tap - 1 in TK2, bit lfsr_tap in TK3.
template <unsigned cell_bits>
inline constexpr unsigned lfsr_tap = cell_bits == 8 ? 6 : 3;

template <unsigned cell_bits>
constexpr std::uint8_t stepped2(std::uint8_t x) {
  return static_cast<std::uint8_t>((x << 1 & ((1 << cell_bits) - 1)) |
                                   ((x >> (cell_bits - 1) ^ x >> (lfsr_tap<cell_bits> - 1)) & 1));
}

template <unsigned cell_bits>
constexpr std::uint8_t stepped3(std::uint8_t x) {
  return static_cast<std::uint8_t>(x >> 1 | ((x ^ x >> lfsr_tap<cell_bits>)&1) << (cell_bits - 1));
}

template <unsigned cell_bits>
constexpr bool steps_are_inverse() {
  for (unsigned x = 0; x < 1U << cell_bits; x++)
    if (stepped3<cell_bits>(stepped2<cell_bits>(static_cast<std::uint8_t>(x))) != x) return false;
  return true;
}
static_assert(steps_are_inverse<8>() && steps_are_inverse<4>());

// The cells from which those of a tweakey come after a permutation was applied `times` times.
template <std::size_t count>
constexpr std::array<unsigned, count> power(const std::array<unsigned, count>& permutation, unsigned times) {
  std::array<unsigned, count> from{};
  for (unsigned i = 0; i < count; i++) {
    from[i] = i;
    for (unsigned t = 0; t < times; t++) from[i] = permutation[from[i]];
  }
  return from;
}

// A call of a kernel. TK1 comes with each call; a schedule holds the other words. Blocks are encrypted in place.
template <class Schedule, class Block>
struct Call {
  const Schedule& schedule;
  Block tweakey1;
  Block& text;
};

// The kernel of a cipher with this number of tweakey words.
//
// A schedule is built from `bare` word by word, so each part is made only when it changes: the key and the nonce once
// for a message, a block of associated data for each call.
template <class Cipher, unsigned tweakey_words>
concept TweakableBlockCipher = requires(typename Cipher::Schedule& schedule, const typename Cipher::Schedule& base,
                                        typename Cipher::Block tweakey, typename Cipher::Block& text,
                                        typename Cipher::Call call) {
  // The schedule in which all words are zero: nothing but the round constants.
  { Cipher::bare } -> std::convertible_to<typename Cipher::Schedule>;
  { Cipher::encrypt(base, tweakey, text) } -> std::same_as<void>;
  // Two calls that do not wait for each other.
  { Cipher::encrypt_both(call, call) } -> std::same_as<void>;
}
&&(tweakey_words < 2 || requires(typename Cipher::Schedule & schedule, const typename Cipher::Schedule& base,
                                 typename Cipher::Block tweakey) {
  // The schedule of `base` with TK2 or TK3 added, which is zero in `base`. Both may be the same object.
  { Cipher::template add_tweakey<tweakey_words>(schedule, base, tweakey) } -> std::same_as<void>;
});

}  // namespace common
