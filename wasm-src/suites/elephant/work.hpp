// The memory of a call of Elephant, and the comparison of tags in it: blocks in columns for the permutation, the same
// blocks in rows, and the masks.
#pragma once

#include "../../common/block.hpp"
#include "../../common/columns.hpp"

namespace elephant {

using common::copy, common::Direction;

// [elephant 1]
inline constexpr std::size_t key_length = 16, nonce_length = 12;

// The definition of a suite: the permutation, the length of a tag, and the step of the mask. The mask is a shift
// register of bytes, as long as a block. `next` computes the byte that enters at the end.
template <class S>
concept Suite = columns::BlockPermutation<typename S::Permutation> && requires(const std::uint8_t* mask) {
  { S::tag_length } -> std::convertible_to<std::size_t>;
  { S::next(mask) } -> std::same_as<std::uint8_t>;
};

// The greatest number of blocks in a piece of text.
inline constexpr std::size_t most_blocks = 880;

INLINE std::size_t least(std::size_t a, std::size_t b) { return a < b ? a : b; }

// Copies word by word. The compiler knows the number of bytes.
template <std::size_t count>
INLINE void copy(std::uint8_t* to, const std::uint8_t* from) {
  __builtin_memcpy(to, from, count);
}

[[gnu::noinline]] inline void clear(std::uint8_t* at, std::size_t count) {
  std::size_t i = 0;
  for (; i + columns::group <= count; i += columns::group) columns::put(at + i, columns::splat(0));
  for (; i < count; i++) at[i] = 0;
}

INLINE void add_bytes(std::uint8_t* to, const std::uint8_t* from, std::size_t count) {
  std::size_t i = 0;
  for (; i + columns::group <= count; i += columns::group)
    columns::put(to + i, columns::get(to + i) ^ columns::get(from + i));
  for (; i < count; i++) to[i] ^= from[i];
}

// Returns 1 if two tags are the same, else 0, in a time that does not depend on their bytes.
INLINE std::uint32_t equal(const std::uint8_t* a, const std::uint8_t* b, std::size_t count) {
  std::uint32_t difference = 0;
  for (std::size_t c = 0; c < count; c++) difference |= std::uint32_t{a[c]} ^ b[c];
  return (difference - 1) >> 31;
}

// [elephant 3]
template <std::size_t length>
INLINE void pad(std::uint8_t* block, std::size_t count) {
  block[count] = 1;
  for (std::size_t i = count + 1; i < length; i++) block[i] = 0;
}

// The memory of a call. It is all zeros before and after the call.
template <Suite S>
struct Work {
  static constexpr std::size_t length = S::Permutation::length;

  typename S::Permutation permutation;
  columns::Columns<length> blocks;
  std::uint8_t stream[(columns::batch + columns::group) * length];
  // The bytes of all masks in a row. The mask of block i has the bytes i to i + length - 1.
  std::uint8_t masks[most_blocks + 3 + length + columns::group];
  std::uint8_t padded[length];
  // The number of waiting blocks, and the greatest parts of columns and masks that were filled since the last wipe.
  std::size_t count, most_count, most_masks;

  void permute() {
    const std::size_t permuted = permutation.permute(blocks, count);
    if (permuted > most_count) most_count = permuted;
    count = 0;
  }

  // Writes `masks_wanted` masks in a row, beginning with `mask`.
  [[gnu::noinline]] void step_masks(const std::uint8_t* mask, std::size_t masks_wanted) {
    std::uint8_t* at = masks;
    copy<length>(at, mask);
    for (std::size_t i = 1; i < masks_wanted; i++, at++) at[length] = S::next(at);
    if (length + masks_wanted > most_masks) most_masks = length + masks_wanted;
  }

  // Clears the work, with the bytes that groups write beyond their blocks.
  void wipe() {
    const std::size_t filled = most_count + columns::group;
    columns::fill(blocks, 0, filled, [](std::size_t, std::size_t) { return columns::splat(0); });
    clear(stream, filled * length);
    clear(masks, most_masks);
    clear(padded, length);
    count = most_count = most_masks = 0;
  }
};

// The module defines this function.
template <Suite S>
Work<S>& work_of();

}  // namespace elephant
