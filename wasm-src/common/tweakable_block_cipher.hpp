// The contract of a tweakable block cipher, and the LFSRs of its tweakey. A tweakey has up to three words, TK1 to TK3,
// each as long as a block.
#pragma once

#include <array>
#include <concepts>

#include "block.hpp"

namespace common {

// The LFSR of TK2 shifts to the left, and the LFSR of TK3 undoes this [skinny 4.2], [deoxys 2.4]. The bit that enters
// is the exclusive or of the bit that leaves and another bit: bit lfsr_tap - 1 in TK2, bit lfsr_tap in TK3.
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

// Returns, for each cell of a tweakey, the cell from which it comes when the permutation is applied `times` times.
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
// A schedule is built from `bare`, one tweakey word after another, so that each part is made only when it changes.
template <class Cipher, unsigned tweakey_words>
concept TweakableBlockCipher = requires(typename Cipher::Schedule& schedule, const typename Cipher::Schedule& base,
                                        typename Cipher::Block tweakey, typename Cipher::Block& text,
                                        typename Cipher::Call call) {
  // The schedule in which all words are zero. It has only the round constants.
  { Cipher::bare } -> std::convertible_to<typename Cipher::Schedule>;
  { Cipher::encrypt(base, tweakey, text) } -> std::same_as<void>;
  // Makes two calls that do not wait for each other.
  { Cipher::encrypt_both(call, call) } -> std::same_as<void>;
}
&&(tweakey_words < 2 || requires(typename Cipher::Schedule & schedule, const typename Cipher::Schedule& base,
                                 typename Cipher::Block tweakey) {
  // Makes the schedule of `base` with TK2 or TK3 added, which is zero in `base`. Both schedules may be one object.
  { Cipher::template add_tweakey<tweakey_words>(schedule, base, tweakey) } -> std::same_as<void>;
});

}  // namespace common
