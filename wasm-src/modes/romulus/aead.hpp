// The contract that the modes of authenticated encryption fulfil: a message goes through one piece at a time.
#pragma once

#include <concepts>

#include "specification.hpp"

namespace romulus {

// The modes of the family, in the order of their numbers.
enum class Mode : std::uint32_t { n, m, t, h };

// Whether a text is read before it is crypted.
constexpr bool reads_first(Mode mode, Direction direction) {
  return mode == (direction == Direction::encrypt ? Mode::m : Mode::t);
}

// The calls for a message, in this order: start; absorb_ad; read_text, where the mode reads a text before crypting it
// (M encrypts so, T decrypts so); crypt; tag. Decryption compares the tag with the received one once it is there, which
// in T is before crypt.
//
// Associated data and text come by pieces, the last one marked. Every piece but the last is a multiple of piece_unit
// (specification.hpp), and only the one piece of an empty string is empty.
//
// All that outlives a call is in the object, and blocks that a kernel writes are its members: nothing lies on a stack.
template <class Mode>
concept AuthenticatedEncryption = requires(Mode mode, const Mode& done, Direction direction, const std::uint8_t* in,
                                           std::uint8_t* text, std::size_t length, bool last) {
  // Key, nonce, and the received tag, which matters only where M decrypts.
  { mode.start(in, in, in) } -> std::same_as<void>;
  { mode.absorb_ad(in, length, last) } -> std::same_as<void>;
  { mode.read_text(in, length, last) } -> std::same_as<void>;
  // The text in place.
  { mode.crypt(direction, text, length, last) } -> std::same_as<void>;
  { done.tag() } -> std::same_as<Block>;
};

}  // namespace romulus
