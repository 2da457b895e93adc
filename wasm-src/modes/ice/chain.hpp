// The state into which blocks are absorbed, with a call of the masked cipher for each block.
#pragma once

#include "domains.hpp"
#include "specification.hpp"

namespace ice {

// True if a string ends in a whole block. The empty string has one block, an empty one [remus 2.1].
template <Specification S>
constexpr bool ends_whole(std::size_t length) {
  return length != 0 && length % text_length<S> == 0;
}

// Returns the length of the string's last block if this piece contains it, else zero.
template <Specification S>
constexpr std::size_t last_length(std::size_t length, bool last) {
  return !last ? 0 : ends_whole<S>(length) ? text_length<S> : length % text_length<S>;
}

// The progress of a message of M: the domain of the MAC's next call, or zero, and whether the encryption has begun.
// Branches depend on these values. All modes begin with this base class, so no mode has a secret at its place.
class Progress {
 protected:
  std::uint64_t due_;
  bool begun_;
};

template <Specification S>
struct Chain {
  using Text = typename S::Text;

  Masks<S> masks;
  Text s;

  // Advances the counter by one and calls the cipher.
  [[gnu::always_inline]] void call(std::uint64_t domain) {
    masks.step();
    masks.call(domain, s);
  }

  // Absorbs a piece of a string [remus 5.1].
  void absorb(const std::uint8_t* bytes, std::size_t length, bool last, const domains::String& domains) {
    const bool whole = ends_whole<S>(length);
    const std::size_t rest = last_length<S>(length, last);
    for (; length != rest; bytes += text_length<S>, length -= text_length<S>) {
      s ^= common::load_as<Text>(bytes);
      call(domains.inner);
    }
    if (!last) return;
    s ^= common::pad(common::load_as<Text>(bytes), rest);
    call(whole ? domains.last : domains.last_short);
  }

  // The tag. Zeros follow a short tag.
  [[gnu::always_inline]] Block tag() const { return as_block(common::g(s)); }
};

}  // namespace ice
