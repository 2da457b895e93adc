// The interface for the pieces of a message, the same for every suite. A suite's file defines before it includes this:
// `suite`, another name of the suite's namespace; Mode and with_mode, which leads to the suite's modes; the lengths,
// that of a nonce by nonce_length_of(mode); and `memory`. Nothing here computes.
#pragma once

namespace {

using suite::Direction;

// Where a whole message lies in the window.
struct Layout {
  std::uint8_t *key, *text, *tag;
  Layout(Mode mode, std::size_t ad_length, std::size_t text_length)
      : key(memory.window + ad_length), text(key + key_length + nonce_length_of(mode)), tag(text + text_length) {}
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

}  // namespace

extern "C" {

// Starts a message. Window: key || nonce || tag; the tag counts only where a mode decrypts from it.
void aead_start(Mode mode) { start(mode, memory.window, memory.window + key_length + nonce_length_of(mode)); }

// The pieces of a string (the suite says what they must be) come in the window one by one, at most piece_length bytes
// each.
void aead_absorb_ad(std::size_t length, bool last) { absorb_ad(memory.window, length, last); }

// The text, where a mode reads it before crypting it.
void aead_read_text(std::size_t length, bool last) { read_text(memory.window, length, last); }

// The text in place.
void aead_encrypt_text(std::size_t length, bool last) { crypt(Direction::encrypt, memory.window, length, last); }
void aead_decrypt_text(std::size_t length, bool last) { crypt(Direction::decrypt, memory.window, length, last); }
}
