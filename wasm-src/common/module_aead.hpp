// The interface for authenticated encryption, the same for every suite. A suite's file defines before it includes this:
// `suite`, another name of the suite's namespace; Mode, with_mode and reads_first, which lead to the suite's modes; the
// lengths; and `memory`. Nothing here computes.
#pragma once

namespace {

using common::Block;
using suite::Direction;

// Where a whole message lies in the window.
struct Layout {
  std::uint8_t *key, *text, *tag;
  Layout(std::size_t ad_length, std::size_t text_length)
      : key(memory.window + ad_length), text(key + key_length + nonce_length), tag(text + text_length) {}
};

// The nonce follows the key.
void start(Mode mode, const std::uint8_t* key, const std::uint8_t* tag) {
  memory.aead.mode = mode;
  with_mode([=](auto& aead) { aead.start(key, key + key_length, tag); });
}

void absorb_ad(const std::uint8_t* ad, std::size_t length, bool last) {
  with_mode([=](auto& aead) { aead.absorb_ad(ad, length, last); });
}

void read_text(const std::uint8_t* text, std::size_t length, bool last) {
  with_mode([=](auto& aead) { aead.read_text(text, length, last); });
}

void crypt(Direction direction, std::uint8_t* text, std::size_t length, bool last) {
  with_mode([=](auto& aead) { aead.crypt(direction, text, length, last); });
}

// Inlined: where there is no SIMD, a block that a function returns would lie on a stack.
[[gnu::always_inline]] inline Block tag() {
  return with_mode([](auto& aead) { return aead.tag(); });
}

}  // namespace

extern "C" {

// Starts a message. Window: key || nonce || tag; the tag counts only where a mode decrypts from it.
void aead_start(Mode mode) { start(mode, memory.window, memory.window + key_length + nonce_length); }

// The pieces of a string (the suite says what they must be) come in the window one by one, at most piece_length bytes
// each.
void aead_absorb_ad(std::size_t length, bool last) { absorb_ad(memory.window, length, last); }

// The text, where a mode reads it before crypting it.
void aead_read_text(std::size_t length, bool last) { read_text(memory.window, length, last); }

// The text in place.
void aead_encrypt_text(std::size_t length, bool last) { crypt(Direction::encrypt, memory.window, length, last); }
void aead_decrypt_text(std::size_t length, bool last) { crypt(Direction::decrypt, memory.window, length, last); }

// Window: receives the tag.
void aead_tag() { common::store(memory.window, tag()); }

// Window: the tag received. 1 if it is right, else 0.
std::uint32_t aead_verify() { return common::equal(common::load(memory.window), tag()); }

// A whole message that fits the window: associated data || key || nonce || text || tag. The text is worked in place.
void aead_encrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  const Layout at(ad_length, text_length);
  start(mode, at.key, at.tag);
  absorb_ad(memory.window, ad_length, true);
  if (reads_first(mode, Direction::encrypt)) read_text(at.text, text_length, true);
  crypt(Direction::encrypt, at.text, text_length, true);
  common::store(at.tag, tag());
}

// 1 if the tag is right; else 0, and what the window holds is not to be released.
std::uint32_t aead_decrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  const Layout at(ad_length, text_length);
  start(mode, at.key, at.tag);
  absorb_ad(memory.window, ad_length, true);
  const bool is_read_first = reads_first(mode, Direction::decrypt);
  if (is_read_first) {
    read_text(at.text, text_length, true);
    if (!common::equal(common::load(at.tag), tag())) return 0;
  }
  crypt(Direction::decrypt, at.text, text_length, true);
  return is_read_first ? 1 : common::equal(common::load(at.tag), tag());
}
}
