// Dumbo, Jumbo and Delirium [elephant 1]. `next` computes the byte that a mask gets at its end [elephant 2.2].
#pragma once

#include "work.hpp"

namespace elephant {

enum class Mode : std::uint32_t { dumbo, jumbo, delirium };

// Rotates a byte to the left. The result may have other bits above the byte.
constexpr unsigned rotated(unsigned byte, unsigned by) { return byte << by | byte >> (8 - by); }

template <columns::BlockPermutation Spongent160>
struct Dumbo {
  using Permutation = Spongent160;
  static constexpr std::size_t tag_length = 8;
  static std::uint8_t next(const std::uint8_t* mask) {
    return static_cast<std::uint8_t>(rotated(mask[0], 3) ^ unsigned{mask[3]} << 7 ^ mask[13] >> 7);
  }
};

template <columns::BlockPermutation Spongent176>
struct Jumbo {
  using Permutation = Spongent176;
  static constexpr std::size_t tag_length = 8;
  static std::uint8_t next(const std::uint8_t* mask) {
    return static_cast<std::uint8_t>(rotated(mask[0], 1) ^ unsigned{mask[3]} << 7 ^ mask[19] >> 7);
  }
};

template <columns::BlockPermutation KeccakF200>
struct Delirium {
  using Permutation = KeccakF200;
  static constexpr std::size_t tag_length = 16;
  static std::uint8_t next(const std::uint8_t* mask) {
    return static_cast<std::uint8_t>(rotated(mask[0], 1) ^ rotated(mask[2], 1) ^ unsigned{mask[13]} << 1);
  }
};

}  // namespace elephant
