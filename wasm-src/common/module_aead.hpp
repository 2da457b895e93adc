// The functions of authenticated encryption, where tags have the length of a block. A suite defines, besides what
// module.hpp needs, reads_first(mode, direction): whether the text is read before it is crypted. If some of its modes
// have shorter tags, which they give with zeros behind them, it also defines tag_length_of(mode).
#pragma once

#include <concepts>

#include "module.hpp"

namespace {

using common::Block;
using suite::reads_first;

// The state of a mode. The calls for a message, in this order: start; absorb_ad; read_text, where the mode reads a text
// before crypting it; crypt; tag. Decryption compares the tag with the received one once it is there.
//
// Associated data and text come by pieces, the last one marked. Every piece but the last is a multiple of a length that
// the suite says, and only the one piece of an empty string is empty.
//
// All that outlives a call is in the object, and blocks that a kernel writes are its members: nothing lies on a stack.
template <class Aead>
concept AuthenticatedEncryption = requires(Aead aead, const Aead& done, Direction direction, const std::uint8_t* in,
                                           std::uint8_t* text, std::size_t length, bool last) {
  // Key, nonce, and the received tag, which matters only where a mode decrypts from it.
  { aead.start(in, in, in) } -> std::same_as<void>;
  { aead.absorb_ad(in, length, last) } -> std::same_as<void>;
  { aead.read_text(in, length, last) } -> std::same_as<void>;
  // The text in place.
  { aead.crypt(direction, text, length, last) } -> std::same_as<void>;
  { done.tag() } -> std::same_as<Block>;
};

// Inlined: where there is no SIMD, a block that a function returns would lie on a stack.
INLINE Block tag() {
  return with_mode([](AuthenticatedEncryption auto& aead) { return aead.tag(); });
}

// The tag received, with zeros behind a short one.
template <class Which>
INLINE Block received_tag(Which mode, const std::uint8_t* at) {
  if constexpr (requires { tag_length_of(mode); })
    return common::load_short(at, tag_length_of(mode));
  else
    return common::load(at);
}

}  // namespace

extern "C" {

// Window: receives the tag.
void aead_tag() { common::store(memory.window, tag()); }

// Window: the tag received. 1 if it is right, else 0.
std::uint32_t aead_verify() { return common::equal(received_tag(memory.aead.mode, memory.window), tag()); }

// A whole message that fits the window: associated data || key || nonce || text || tag. The text is crypted in place.
void aead_encrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  const Layout at(mode, ad_length, text_length);
  start(mode, at.key, at.tag);
  absorb_ad(memory.window, ad_length, /*last=*/true);
  if (reads_first(mode, Direction::encrypt)) read_text(at.text, text_length, /*last=*/true);
  crypt(Direction::encrypt, at.text, text_length, /*last=*/true);
  common::store(at.tag, tag());
}

// 1 if the tag is right; else 0, and what the window holds is not to be released.
std::uint32_t aead_decrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  const Layout at(mode, ad_length, text_length);
  start(mode, at.key, at.tag);
  absorb_ad(memory.window, ad_length, /*last=*/true);
  const bool is_read_first = reads_first(mode, Direction::decrypt);
  if (is_read_first) {
    read_text(at.text, text_length, /*last=*/true);
    if (!common::equal(received_tag(mode, at.tag), tag())) return 0;
  }
  crypt(Direction::decrypt, at.text, text_length, /*last=*/true);
  return is_read_first ? 1 : common::equal(received_tag(mode, at.tag), tag());
}
}
