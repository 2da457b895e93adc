// A domain is the byte of a call's key that tells the calls of the modes apart [remus 4].
#pragma once

#include <cstdint>

namespace ice::domains {

// The domains of a string: for a block before the last, for a whole last block, and for a short last block.
struct String {
  std::uint64_t inner, last, last_short;
};

// [remus 4]
inline constexpr String ad = {4, 12, 13};
// N: the text.
inline constexpr String text = {2, 10, 11};
// M: the message that is authenticated, and its encryption.
inline constexpr String authenticated = {6, 14, 15};
inline constexpr std::uint64_t encryption = 2;

// The members N1, M1, N2, M2 and N3 add these to all domains [remus 4].
inline constexpr std::uint64_t n1 = 0, m1 = 32, n2 = 64, m2 = 96, n3 = 128;

}  // namespace ice::domains
