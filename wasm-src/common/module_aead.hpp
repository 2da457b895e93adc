// The functions of authenticated encryption with tags of the length of a block. Besides the names that module.hpp
// needs, a suite defines reads_first(mode, direction), which is true if the mode reads the text before it crypts it. If
// some modes have shorter tags, the suite also defines tag_length_of(mode). Zeros follow a shorter tag.
#pragma once

#include <concepts>

#include "module.hpp"

namespace {

using common::Block;
using suite::reads_first;

// The state of a mode. The calls for a message come in this order: start, absorb_ad, read_text, crypt, tag. read_text
// is called only if the mode reads the text first. Decryption compares the tags as soon as it has its own.
//
// Associated data and text come by pieces, and `last` marks the last piece. The length of every other piece is a
// multiple of a length that the suite defines. A piece is empty only if the whole string is empty.
//
// The object holds all that outlives a call, and the blocks that a kernel writes, so that nothing lies on a stack.
template <class Aead>
concept AuthenticatedEncryption = requires(Aead aead, const Aead& done, Direction direction, const std::uint8_t* in,
                                           std::uint8_t* text, std::size_t length, bool last) {
  // Takes the key, the nonce and the received tag. The tag matters only if the mode decrypts from it.
  { aead.start(in, in, in) } -> std::same_as<void>;
  { aead.absorb_ad(in, length, last) } -> std::same_as<void>;
  { aead.read_text(in, length, last) } -> std::same_as<void>;
  // Crypts the text in place.
  { aead.crypt(direction, text, length, last) } -> std::same_as<void>;
  { done.tag() } -> std::same_as<Block>;
};

// Inlined, because without SIMD a block that a function returns would lie on a stack.
INLINE Block tag() {
  return with_mode([](AuthenticatedEncryption auto& aead) { return aead.tag(); });
}

// Returns the received tag. Zeros follow a short tag.
template <class Which>
INLINE Block received_tag(Which mode, const std::uint8_t* at) {
  if constexpr (requires { tag_length_of(mode); })
    return common::load_short(at, tag_length_of(mode));
  else
    return common::load(at);
}

}  // namespace

extern "C" {

// Writes the tag to the window.
void aead_tag() { common::store(memory.window, tag()); }

// Compares the tag with the received one, which is in the window. Returns 1 if the received tag is right, else 0. In a
// lane, lane_protocol.hpp compares them.
std::uint32_t aead_verify() { return common::equal(received_tag(memory.aead.mode, memory.window), tag()); }

// Encrypts a whole message in place. The window holds associated data || key || nonce || text || tag.
void aead_encrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  const Layout at(mode, ad_length, text_length);
  start(mode, at.key, at.tag);
  absorb_ad(memory.window, ad_length, /*last=*/true);
  if (reads_first(mode, Direction::encrypt)) read_text(at.text, text_length, /*last=*/true);
  crypt(Direction::encrypt, at.text, text_length, /*last=*/true);
  common::store(at.tag, tag());
}

// Decrypts a whole message in place. Returns 1 if the tag is right, else 0, and then the window must not be released.
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
