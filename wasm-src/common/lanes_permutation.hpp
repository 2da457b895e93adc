// The contract of a permutation (permutation.hpp) for messages side by side.
#pragma once

#include "permutation.hpp"
#include "vector.hpp"

namespace common {

// Consecutive blocks of each lane: the address of the next block, and the distance to the block behind it.
template <unsigned lanes>
struct Blocks {
  std::uint8_t* at[lanes];
  std::size_t stride[lanes];

  void advance(unsigned count) {
    for (unsigned i = 0; i < lanes; i++) at[i] += count * stride[i];
  }
};

// A permutation of one state in each lane, with the same number of rounds in all lanes. The kernel keeps the states in
// its own memory, in planes of a form that it chooses. Functions that read or write bytes get a pointer for each lane.
// A kernel may read 16 bytes where fewer are meant, but it may not write them.
template <class K>
concept LanesPermutation = requires(K& kernel, std::uint8_t* const* state, Blocks<K::lanes>& blocks,
                                    const std::uint8_t* const* strings, unsigned rounds, unsigned count) {
  { K::lanes } -> std::convertible_to<unsigned>;
  { K::length } -> std::convertible_to<std::size_t>;
  { K::rate } -> std::convertible_to<std::size_t>;
  // The number of states that a kernel for one state could permute in the time that this kernel takes, rounded down.
  { K::cost } -> std::convertible_to<unsigned>;
  // These read and write the whole states. Each pointer has room for the longest state of any kernel.
  { kernel.spread(state) } -> std::same_as<void>;
  { kernel.gather(state) } -> std::same_as<void>;
  { kernel.permute(rounds) } -> std::same_as<void>;
  // Adds a block to each state and permutes them, `count` times.
  { kernel.absorb(blocks, count, rounds) } -> std::same_as<void>;
  // Permutes the states and adds each to a block in place, `count` times.
  { kernel.crypt(blocks, count, rounds) } -> std::same_as<void>;
  // Adds the bits of a string of 16 bytes, one by one, to the first bit of each state. It begins with the highest bit
  // of each byte. Between two bits it permutes the states.
  { kernel.absorb_bits(strings, rounds) } -> std::same_as<void>;
};

}  // namespace common
