// The block counter, which is part of every tweakey [romulus 2.2].
#pragma once

#include "../../common/compiler.hpp"

namespace romulus {

// The block counter. ctr(i) is 2^i in GF(2^width) modulo x^width + polynomial. In Romulus v1.3, this modulus is x^56 +
// x^7 + x^4 + x^2 + 1 [romulus 2.2]. The counter does not come back to ctr(0) within 2^width - 2 steps.
template <unsigned width, std::uint64_t polynomial>
struct BlockCounter {
  static constexpr std::size_t length = width / 8;

  // ctr(0), and the zeros of a call without a counter.
  static constexpr std::uint64_t first = 1, none = 0;

  static constexpr std::uint64_t next(std::uint64_t counter) {
    const auto carried = counter >> (width - 1);
    if constexpr (common::for_javascript)
      return ((counter << 1) & bits) ^ ((0 - static_cast<std::uint32_t>(carried)) & std::uint32_t{polynomial});
    return ((counter << 1) & bits) ^ carried * polynomial;
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

using Romulus13Counter = BlockCounter<56, 0x95>;

}  // namespace romulus
