// Keccak-p[400]: words of 16 bits [keccak 1], of which a block of a sponge takes the first nine.
#pragma once

#include "keccak.hpp"

namespace keccak {

inline constexpr std::size_t length = 50, rate = 18;
inline constexpr unsigned word_bits = 16, rounds = 20;

// Fewer rounds are the last ones.
static_assert(round_constants.size() == rounds);

}  // namespace keccak
