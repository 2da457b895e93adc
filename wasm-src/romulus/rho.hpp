// What the modes share: padding, the state update rho, and the block counter.
#pragma once

#include "../skinny/skinny.hpp"

namespace romulus {

using skinny::Block;
using skinny::block_length;

enum class Direction : std::uint32_t { encrypt, decrypt };

// Whether a string ends in a whole block; the empty string has one block, an empty one.
inline bool ends_whole(std::size_t length) { return length != 0 && length % block_length == 0; }

// pad(X) for 0 to 16 bytes: a whole block is itself, a shorter one gets zeros and its length in the last byte.
inline Block pad(Block block, std::size_t length) {
  return length == block_length ? block : (block & skinny::first_bytes(length)) | Block{0, std::uint64_t{length} << 56};
}

inline Block pad(const std::uint8_t* bytes, std::size_t length) { return pad(skinny::load(bytes), length); }

// G(S): each byte x becomes (x7 ^ x0) x7 x6 .. x1.
inline Block g(Block s) {
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f, high = ~low;
  return (s >> 1 & low) | ((s ^ s << 7) & high);
}

// rho, or its inverse, on a whole block of text in place: the text becomes its exclusive or with G(S), and S takes in
// the plaintext.
template <Direction direction>
void rho(Block& s, std::uint8_t* text) {
  const Block in = skinny::load(text), out = in ^ g(s);
  skinny::store(text, out);
  s ^= direction == Direction::encrypt ? in : out;
}

// The same on the last 0 to 16 bytes of a text.
template <Direction direction>
void rho_last(Block& s, std::uint8_t* text, std::size_t length) {
  const Block in = skinny::load(text), out = in ^ g(s);
  skinny::store_short(text, out, length);
  s ^= pad(direction == Direction::encrypt ? in : out, length);
}

// ctr(i), the block counter: 2^i in GF(2^56) modulo x^56 + x^7 + x^4 + x^2 + 1.
class Counter {
 public:
  // The counter as the first half of TK1, with the domain in its last byte.
  std::uint64_t with_domain(std::uint64_t domain) const { return value_ | domain << 56; }

  std::uint64_t value() const { return value_; }
  void set(std::uint64_t half) { value_ = half & 0x00ffffffffffffff; }

  void step() { value_ = ((value_ << 1) & 0x00ffffffffffffff) ^ (value_ >> 55) * 0x95; }

  // The step of a counter with its domain.
  static std::uint64_t stepped(std::uint64_t half) {
    return ((half << 1) & 0x00ffffffffffffff) ^ (half >> 55 & 1) * 0x95 ^ (half & 0xff00000000000000);
  }

  // Back to ctr(0).
  void reset() { value_ = 1; }

  // No counter: seven zeros.
  void clear() { value_ = 0; }

  // Whether the counter is at ctr(0); it does not come back there within 2^56 - 2 steps.
  bool at_start() const { return value_ == 1; }

 private:
  std::uint64_t value_;
};

}  // namespace romulus
