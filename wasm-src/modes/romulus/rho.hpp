// What the modes share beside the update of the state: where strings end, and the block counter [romulus 2].
#pragma once

#include "../../common/rho.hpp"
#include "../../primitives/skinny/skinny.hpp"
#include "domains.hpp"

namespace romulus {

using common::Block;
using common::block_length;

using common::Direction;
using common::g;
using common::pad;
using common::rho;
using common::rho_last;

// Whether a string ends in a whole block; the empty string has one block, an empty one [romulus 2.1].
inline bool ends_whole(std::size_t length) { return length != 0 && length % block_length == 0; }

// ctr(i), the block counter: 2^i in GF(2^width) modulo x^width + polynomial; for Romulus v1.3 this is
// x^56 + x^7 + x^4 + x^2 + 1 [romulus 2.2]. It does not come back to ctr(0) within 2^width - 2 steps.
template <unsigned width, std::uint64_t polynomial>
struct BlockCounter {
  // In bytes.
  static constexpr std::size_t length = width / 8;

  // ctr(0); and no counter, which is zeros.
  static constexpr std::uint64_t first = 1, none = 0;

  static constexpr std::uint64_t next(std::uint64_t counter) {
    return ((counter << 1) & bits) ^ (counter >> (width - 1)) * polynomial;
  }

  // The first bytes of TK1: the counter, with the domain in the byte behind it [romulus 2.3].
  static constexpr std::uint64_t with_domain(std::uint64_t counter, std::uint64_t domain) {
    return counter | domain << width;
  }

  static constexpr std::uint64_t next_with_domain(std::uint64_t both) {
    return ((both << 1) & bits) ^ (both >> (width - 1) & 1) * polynomial ^ (both & ~bits);
  }

  static constexpr std::uint64_t without_domain(std::uint64_t both) { return both & bits; }

 private:
  static constexpr std::uint64_t bits = (std::uint64_t{1} << width) - 1;
};

}  // namespace romulus
