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

// pad(X) for 0 to 16 bytes: a whole block is itself, a shorter one gets zeros and its length in the last byte
// [romulus 2.1].
inline Block pad(Block block, std::size_t length) {
  return length == block_length ? block : (block & common::first_bytes(length)) | Block{0, std::uint64_t{length} << 56};
}

inline Block pad(const std::uint8_t* bytes, std::size_t length) { return pad(common::load(bytes), length); }

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

// ctr(i), the block counter: 2^i in GF(2^56) modulo x^56 + x^7 + x^4 + x^2 + 1 [romulus 2.2].
class Counter {
 public:
  // In bytes.
  static constexpr std::size_t length = 7;

  // The counter as the first half of TK1, with the domain in its last byte [romulus 2.3].
  std::uint64_t with_domain(std::uint64_t domain) const { return value_ | domain << 56; }

  std::uint64_t value() const { return value_; }
  void set(std::uint64_t half) { value_ = half & bits; }

  void step() { value_ = ((value_ << 1) & bits) ^ (value_ >> 55) * reduction; }

  // The step of a counter with its domain.
  static std::uint64_t stepped(std::uint64_t half) {
    return ((half << 1) & bits) ^ (half >> 55 & 1) * reduction ^ (half & ~bits);
  }

  // Back to ctr(0).
  void reset() { value_ = 1; }

  // No counter: seven zeros.
  void clear() { value_ = 0; }

  // The first half of TK1 without a counter.
  static constexpr std::uint64_t none_with_domain(std::uint64_t domain) { return domain << 56; }

  // Whether the counter is at ctr(0); it does not come back there within 2^56 - 2 steps.
  bool at_start() const { return value_ == 1; }

 private:
  // The 56 bits, and what x^56 is in the field.
  static constexpr std::uint64_t bits = 0x00ffffffffffffff, reduction = 0x95;

  std::uint64_t value_;
};

}  // namespace romulus
