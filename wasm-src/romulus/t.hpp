// Romulus-T, leakage-resilient authenticated encryption: every block of text has its own key, made from the one before,
// and the tag is made of a hash. Decryption reads the text first and makes no plaintext before the tag agrees.
#pragma once

#include "h.hpp"

namespace romulus {

template <skinny::TweakableBlockCipher Cipher>
class T {
 public:
  void start(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t*) {
    Cipher::set_tweakey3(key_, skinny::load(key));
    nonce_ = z_ = skinny::load(nonce);
    Cipher::encrypt(key_, std::uint64_t{66} << 56, z_);
    counter_.reset();
    hash_.start();
    odd_ = false;
    hashed_.reset();
  }

  void absorb_ad(const std::uint8_t* ad, std::size_t length, bool last) { absorb(ad, length, last); }

  // The hash's part in the ciphertext; decryption reads it first, encryption as it is made.
  void read_text(const std::uint8_t* text, std::size_t length, bool last) {
    for (std::size_t i = 0; i < length; i += block_length) hashed_.step();
    absorb(text, length, last);
    if (last) make_tag();
  }

  template <Direction direction>
  void crypt(std::uint8_t* text, std::size_t length, bool last) {
    std::uint8_t* block = text;
    std::size_t left = length;
    for (; left > block_length; block += block_length, left -= block_length) {
      make_key_stream();
      skinny::store(block, skinny::load(block) ^ stream_);
      make_next_key();
    }
    if (left != 0) {
      make_key_stream();
      skinny::store_short(block, skinny::load_short(block, left) ^ stream_, left);
      if (!last) make_next_key();
    }
    if (direction == Direction::encrypt) read_text(text, length, last);
  }

  Block tag() const { return tag_; }

 private:
  void make_key_stream() {
    Cipher::set_tweakey3(z_schedule_, z_);
    stream_ = nonce_;
    Cipher::encrypt(z_schedule_, counter_.with_domain(64), stream_);
  }

  void make_next_key() {
    z_ = nonce_;
    Cipher::encrypt(z_schedule_, counter_.with_domain(65), z_);
    counter_.step();
  }

  // p(X): nothing for the empty string, else always padded with zeros and the length modulo 16.
  void absorb(const std::uint8_t* bytes, std::size_t length, bool last) {
    const bool empty = length == 0;
    for (; length >= block_length; bytes += block_length, length -= block_length) absorb_block(skinny::load(bytes));
    if (last && !empty) absorb_block(pad(bytes, length));
  }

  // The hash takes blocks by pairs; the first of a pair waits.
  void absorb_block(Block block) {
    if (odd_)
      hash_.compress(hash_schedule_, waiting_, block);
    else
      waiting_ = block;
    odd_ = !odd_;
  }

  // Hashes p(ad) || p(ct) || nonce || counter with the hash's own padding, and encrypts the digest.
  void make_tag() {
    absorb_block(nonce_);
    const Block counter = {hashed_.value(), 0};
    if (odd_)
      hash_.compress_last(hash_schedule_, waiting_, counter | Block{0, std::uint64_t{23} << 56});
    else
      hash_.compress_last(hash_schedule_, counter, Block{0, std::uint64_t{7} << 56});
    tag_ = hash_.left();
    Cipher::add_tweakey2(hash_schedule_, key_, hash_.right());
    Cipher::encrypt(hash_schedule_, std::uint64_t{68} << 56, tag_);
  }

  typename Cipher::Schedule key_, z_schedule_, hash_schedule_;
  Hirose<Cipher> hash_;
  Block nonce_, z_, stream_, waiting_, tag_;
  Counter counter_, hashed_;
  bool odd_;
};

}  // namespace romulus
