// What the modes share: padding, the state update rho, and the block counter [romulus 2].
#pragma once

#include "../../primitives/skinny/skinny.hpp"
#include "domains.hpp"

namespace romulus {

using common::Block;
using common::block_length;

enum class Direction : std::uint32_t { encrypt, decrypt };

// Whether a string ends in a whole block; the empty string has one block, an empty one [romulus 2.1].
inline bool ends_whole(std::size_t length) { return length != 0 && length % block_length == 0; }

// pad(X) for a block of 16 bytes, or a shorter one of more than 8: if it is whole it is itself, else it gets zeros and
// its length in the last byte [romulus 2.1].
template <std::size_t whole_length = block_length>
inline Block pad(Block block, std::size_t length) {
  constexpr unsigned last_byte = 8 * (whole_length - 9);
  return length == whole_length ? block
                                : (block & common::first_bytes(length)) | Block{0, std::uint64_t{length} << last_byte};
}

template <std::size_t whole_length = block_length>
inline Block pad(const std::uint8_t* bytes, std::size_t length) {
  return pad<whole_length>(common::load(bytes), length);
}

// G(S): each byte x becomes (x7 ^ x0) x7 x6 .. x1 [romulus 2.4].
inline Block g(Block s) {
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f, high = ~low;
  return (s >> 1 & low) | ((s ^ s << 7) & high);
}

// rho, or its inverse, on a whole block of text in place: the text becomes its exclusive or with G(S), and S takes in
// the plaintext [romulus 2.4]. Inlined: where the direction is known, S need not wait for G(S) to encrypt.
[[gnu::always_inline]] inline void rho(Direction direction, Block& s, std::uint8_t* text) {
  const std::uint64_t takes_out = 0 - std::uint64_t{direction == Direction::decrypt};
  const Block in = common::load(text), key = g(s);
  common::store(text, in ^ key);
  s ^= in ^ (key & takes_out);
}

// The same on the last 0 to 16 bytes of a text.
[[gnu::noinline]] inline void rho_last(Direction direction, Block& s, std::uint8_t* text, std::size_t length) {
  const Block in = common::load(text), out = in ^ g(s);
  common::store_short(text, out, length);
  s ^= pad(direction == Direction::encrypt ? in : out, length);
}

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
