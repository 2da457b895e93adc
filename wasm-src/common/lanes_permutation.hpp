// The contract of such a permutation for messages side by side.
#pragma once

#include "permutation.hpp"
#include "vector.hpp"

namespace common {

// Blocks of each lane: where the next one is, and how far on the one behind it.
template <unsigned lanes>
struct Blocks {
  std::uint8_t* at[lanes];
  std::size_t stride[lanes];

  void advance(unsigned count) {
    for (unsigned i = 0; i < lanes; i++) at[i] += count * stride[i];
  }
};

// A permutation on one state in each of its lanes, all with as many rounds. States lie in planes, in a form of the
// kernel's own; what enters and leaves are bytes, for each lane at a pointer. All of it works on memory. A kernel may
// read, though not write, 16 bytes where fewer are meant.
template <class K>
concept LanesPermutation = requires(K& kernel, std::uint8_t* const* state, Blocks<K::lanes>& blocks,
                                    const std::uint8_t* const* strings, unsigned rounds, unsigned count) {
  { K::lanes } -> std::convertible_to<unsigned>;
  { K::length } -> std::convertible_to<std::size_t>;
  { K::rate } -> std::convertible_to<std::size_t>;
  // The number of states that a kernel for one state works in the same time, rounded down.
  { K::cost } -> std::convertible_to<unsigned>;
  // The whole states, in room for the longest that there is.
  { kernel.spread(state) } -> std::same_as<void>;
  { kernel.gather(state) } -> std::same_as<void>;
  { kernel.permute(rounds) } -> std::same_as<void>;
  // Adds a block to each state and permutes them, `count` times.
  { kernel.absorb(blocks, count, rounds) } -> std::same_as<void>;
  // Permutes the states and adds each to a block in place, `count` times.
  { kernel.crypt(blocks, count, rounds) } -> std::same_as<void>;
  // Adds the bits of strings of 16 bytes, the highest of a byte first, each to the first bit of the state; between two
  // of them it permutes the states.
  { kernel.absorb_bits(strings, rounds) } -> std::same_as<void>;
};

}  // namespace common
