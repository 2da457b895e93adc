// The contract that the permutations under ISAP fulfil where messages are worked side by side.
#pragma once

#include <concepts>

#include "../simd/vector.hpp"
#include "permutation.hpp"

namespace isap {

// A permutation on one state in each of its lanes, all with as many rounds. States lie in planes, in a form of the
// kernel's own; what enters and leaves are bytes, for each lane at a pointer. All of it works on memory.
template <class K>
concept LanesPermutation = requires(K& kernel, const std::uint8_t* const* from, std::uint8_t* const* to, unsigned i,
                                    unsigned rounds) {
  { K::lanes } -> std::convertible_to<unsigned>;
  { K::length } -> std::convertible_to<std::size_t>;
  { K::rate } -> std::convertible_to<std::size_t>;
  // The whole states, `length` bytes each.
  { kernel.spread(from) } -> std::same_as<void>;
  { kernel.gather(to) } -> std::same_as<void>;
  { kernel.permute(rounds) } -> std::same_as<void>;
  // Adds a block to each state; adds each state to a block in place.
  { kernel.add_blocks(from) } -> std::same_as<void>;
  { kernel.crypt_blocks(to) } -> std::same_as<void>;
  // Takes strings of 16 bytes; adds bit i of each to the first bit of its state, the highest bit of a byte first.
  { kernel.spread_strings(from) } -> std::same_as<void>;
  { kernel.add_bits(i) } -> std::same_as<void>;
};

}  // namespace isap
