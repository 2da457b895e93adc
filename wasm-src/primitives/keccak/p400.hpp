// Keccak-p[400]: words of 16 bits.
#pragma once

#include "keccak.hpp"

namespace keccak {

// [keccak 1], and of a sponge over it the first nine words.
inline constexpr std::size_t length = 50, rate = 18;
inline constexpr unsigned word_bits = 16, rounds = 20;

// Fewer rounds are the last ones.
static_assert(round_constants.size() == rounds);

}  // namespace keccak
