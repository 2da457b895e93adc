// ISAP v2, leakage-resilient authenticated encryption. One sponge makes the stream, and another makes the tag.
// Decryption reads the text first, and makes no plaintext unless the tag is right [isap 6].
#pragma once

#include "../../common/block.hpp"
#include "parameters.hpp"
#include "sponge.hpp"

namespace isap {

using common::Block;

// The tag is known after read_text. When encrypting, `crypt` calls read_text itself. All pieces of a string but the
// last are multiples of the rate.
template <Permutation P>
class Isap {
 public:
  // Must come before the other calls.
  void choose(Mode mode) { rounds_ = rounds_of(mode); }

  void start(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t*) {
    copy_16(key_, key);
    copy_16(nonce_, nonce);
    has_stream_ = false;
    lay(nonce_, Use::mac);
    P::load(mac_, bytes_);
    Sponge::permute(mac_, rounds_.hash);
  }

  void absorb_ad(const std::uint8_t* ad, std::size_t length, bool last) {
    absorb(ad, length, last);
    if (last) P::add_domain(mac_);
  }

  void read_text(const std::uint8_t* text, std::size_t length, bool last) {
    absorb(text, length, last);
    if (last) make_tag();
  }

  void crypt(Direction direction, std::uint8_t* text, std::size_t length, bool last) {
    add_stream(text, length);
    if (direction == Direction::encrypt) read_text(text, length, last);
  }

  Block tag() const { return common::load(tag_); }

 private:
  using Sponge = isap::Sponge<P>;
  void lay(const std::uint8_t* first, Use use) { lay_state(bytes_, first, initial_value(use, P::rate, rounds_)); }

  [[gnu::noinline]] void absorb(const std::uint8_t* bytes, std::size_t length, bool last) {
    const std::size_t rest = length % P::rate;
    Sponge::absorb(mac_, bytes, length - rest, rounds_.hash);
    if (!last) return;
    pad(bytes_, bytes + length - rest, rest, P::rate);
    Sponge::absorb(mac_, bytes_, P::rate, rounds_.hash);
  }

  void derive(Use use, const std::uint8_t* string) {
    lay(key_, use);
    P::load(s_, bytes_);
    Sponge::derive(s_, string, rounds_);
  }

  // Makes the tag from the MAC's state: a key derived from its first bytes takes their place [isap 5].
  [[gnu::noinline]] void make_tag() {
    P::store(bytes_, mac_);
    copy_16(tag_, bytes_);
    derive(Use::mac_key, tag_);
    P::store(bytes_, s_);
    copy_16(tag_, bytes_);
    P::store(bytes_, mac_);
    copy_16(bytes_, tag_);
    P::load(mac_, bytes_);
    Sponge::permute(mac_, rounds_.hash);
    P::store(bytes_, mac_);
    copy_16(tag_, bytes_);
  }

  // [isap 4]
  void start_stream() {
    derive(Use::stream_key, nonce_);
    P::store(bytes_, s_);
    copy_16(bytes_ + P::length - nonce_length, nonce_);
    P::load(s_, bytes_);
    has_stream_ = true;
  }

  [[gnu::noinline]] void add_stream(std::uint8_t* text, std::size_t length) {
    if (!has_stream_) start_stream();
    const std::size_t rest = length % P::rate;
    Sponge::crypt(s_, text, length - rest, rounds_.stream);
    if (rest == 0) return;
    text += length - rest;
    copy(bytes_, text, rest);
    Sponge::crypt(s_, bytes_, P::rate, rounds_.stream);
    copy(text, bytes_, rest);
  }

  Rounds rounds_;
  bool has_stream_;
  // mac_ is the state of the MAC. s_ is the state of the stream, and also of the derivation of a key.
  typename P::State mac_, s_;
  std::uint8_t key_[key_length], nonce_[nonce_length], tag_[tag_length], bytes_[P::length];
};

}  // namespace isap
