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
// x^56 + x^7 + x^4 + x^2 + 1 [romulus 2.2].
template <unsigned width, std::uint64_t polynomial>
class BlockCounter {
 public:
  // In bytes.
  static constexpr std::size_t length = width / 8;

  // The counter as the first bytes of TK1, with the domain in the byte behind it [romulus 2.3].
  constexpr std::uint64_t with_domain(std::uint64_t domain) const { return value_ | domain << width; }

  std::uint64_t value() const { return value_; }
  void set(std::uint64_t half) { value_ = half & bits; }

  void step() { value_ = ((value_ << 1) & bits) ^ (value_ >> (width - 1)) * polynomial; }

  // The step of a counter with its domain.
  static std::uint64_t stepped(std::uint64_t half) {
    return ((half << 1) & bits) ^ (half >> (width - 1) & 1) * polynomial ^ (half & ~bits);
  }

  // Back to ctr(0).
  void reset() { value_ = 1; }

  // No counter: seven zeros.
  void clear() { value_ = 0; }

  // The first bytes of TK1 without a counter.
  static constexpr std::uint64_t none_with_domain(std::uint64_t domain) { return domain << width; }

  // Whether the counter is at ctr(0); it does not come back there within 2^width - 2 steps.
  bool at_start() const { return value_ == 1; }

 private:
  static constexpr std::uint64_t bits = (std::uint64_t{1} << width) - 1;

  std::uint64_t value_;
};

}  // namespace romulus
