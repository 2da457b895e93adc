// The contract of a permutation for a sponge whose keys are derived bit by bit.
#pragma once

#include <concepts>

#include "block.hpp"

namespace common {

// The bit that add_domain adds to a state's last byte [isap 5], and the number of bits from which a key is derived.
inline constexpr std::uint8_t domain_bit = 1;
inline constexpr unsigned string_bits = 128;

// A permutation of one state, which a kernel holds in its own form. Text and the first `rate` bytes of the state are
// added to each other. All functions are inlined, so that a loop over blocks can hold a state in local variables.
template <class P>
concept Permutation = requires(typename P::State& state, const typename P::State& done, const std::uint8_t* in,
                               std::uint8_t* out, std::uint32_t bit, unsigned rounds) {
  { P::length } -> std::convertible_to<std::size_t>;
  { P::rate } -> std::convertible_to<std::size_t>;
  // These read and write the whole state of `length` bytes.
  { P::load(state, in) } -> std::same_as<void>;
  { P::store(out, done) } -> std::same_as<void>;
  // Applies the last `rounds` rounds of the permutation.
  { P::permute(state, rounds) } -> std::same_as<void>;
  // These add a block to the state, 0 or 1 to its first bit, and domain_bit to its last byte.
  { P::add_block(state, in) } -> std::same_as<void>;
  { P::add_bit(state, bit) } -> std::same_as<void>;
  { P::add_domain(state) } -> std::same_as<void>;
  // Adds the state to a block in place.
  { P::crypt_block(out, done) } -> std::same_as<void>;
};

}  // namespace common
