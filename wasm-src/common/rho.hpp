// The steps of the Romulus family on a block of sixteen bytes, or of eight: padding, G, and rho [romulus 2].
#pragma once

#include <type_traits>

#include "block.hpp"

namespace common {

// pad(X) [romulus 2.1]: a whole block has 9 to 16 bytes. A shorter one gets zeros, and its length in the last byte.
template <std::size_t whole_length = block_length>
inline Block pad(Block block, std::size_t length) {
  constexpr unsigned last_byte = 8 * (whole_length - 9);
  return length == whole_length ? block : (block & first_bytes(length)) | Block{0, std::uint64_t{length} << last_byte};
}

template <std::size_t whole_length = block_length>
inline Block pad(const std::uint8_t* bytes, std::size_t length) {
  return pad<whole_length>(load(bytes), length);
}

inline SmallBlock pad(SmallBlock block, std::size_t length) {
  return length == sizeof block ? block : first_bytes_of(block, length) | SmallBlock{length} << 56;
}

// G(S): each byte x becomes (x7 ^ x0) x7 x6 .. x1 [romulus 2.4].
struct G {
  template <class Bytes>
  INLINE constexpr Bytes of(Bytes s) {
    using Word = std::conditional_t<sizeof s == 4, std::uint32_t, std::uint64_t>;
    constexpr auto low = static_cast<Word>(0x7f7f7f7f7f7f7f7f), high = static_cast<Word>(~low);
    return (s >> 1 & low) | ((s ^ s << 7) & high);
  }
};

template <class B>
inline B g(B s) {
  return of_bytes<G>(s);
}

// Applies rho, or its inverse, to a whole block of text in place [romulus 2.4]: adds G(S) to the text, and the
// plaintext to S. It is inlined. If the compiler then knows the direction `encrypt`, S need not wait for G(S).
template <class B>
INLINE_UNLESS_JAVASCRIPT void rho(Direction direction, B& s, std::uint8_t* text) {
  const std::uint64_t takes_out = 0 - std::uint64_t{direction == Direction::decrypt};
  const B in = load_as<B>(text), key = g(s);
  store(text, in ^ key);
  s ^= in ^ (key & takes_out);
}

// Applies rho to the last bytes of a text, which are a block or less.
template <class B>
[[gnu::noinline]] inline void rho_last(Direction direction, B& s, std::uint8_t* text, std::size_t length) {
  const B in = load_as<B>(text), out = in ^ g(s);
  store_short(text, out, length);
  s ^= pad(direction == Direction::encrypt ? in : out, length);
}

}  // namespace common
