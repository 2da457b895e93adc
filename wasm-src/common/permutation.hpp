// The contract of a permutation under a sponge that derives keys bit by bit.
#pragma once

#include <concepts>

#include "block.hpp"

namespace common {

// The bit that add_domain adds to the last byte of a state [isap 5], and the number of bits that a key is derived by.
inline constexpr std::uint8_t domain_bit = 1;
inline constexpr unsigned string_bits = 128;

// A permutation on one state, which a kernel holds in a form of its own. Texts go in and out at the first `rate` bytes.
// All of it is inlined, so that a loop over blocks can hold a state in local variables.
template <class P>
concept Permutation = requires(typename P::State& state, const typename P::State& done, const std::uint8_t* in,
                               std::uint8_t* out, std::uint32_t bit, unsigned rounds) {
  { P::length } -> std::convertible_to<std::size_t>;
  { P::rate } -> std::convertible_to<std::size_t>;
  // The whole state, `length` bytes.
  { P::load(state, in) } -> std::same_as<void>;
  { P::store(out, done) } -> std::same_as<void>;
  // Applies the last `rounds` rounds of the permutation.
  { P::permute(state, rounds) } -> std::same_as<void>;
  // Adds a block to the state; 0 or 1 to the first bit; domain_bit to the last byte.
  { P::add_block(state, in) } -> std::same_as<void>;
  { P::add_bit(state, bit) } -> std::same_as<void>;
  { P::add_domain(state) } -> std::same_as<void>;
  // Adds the state to a block in place.
  { P::crypt_block(out, done) } -> std::same_as<void>;
};

}  // namespace common
