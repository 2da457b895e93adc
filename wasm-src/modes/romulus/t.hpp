// Romulus-T, leakage-resilient authenticated encryption [romulus 5]. Every block of text has its own key, and the tag
// is made from a hash. Decryption reads the text first, and makes the first key and plaintext only if the tag is right.
#pragma once

#include "h.hpp"

namespace romulus {

template <Specification S>
requires skinny::PairedBlockCipher<typename S::Cipher>
class T {
  using Cipher = typename S::Cipher;
  using Counter = typename S::Counter;

 public:
  void start(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t*) {
    Cipher::template add_tweakey<3>(key_, Cipher::bare, common::load(key));
    nonce_ = common::load(nonce);
    counter_ = Counter::first;
    hash_.start();
    hashed_ = Counter::first;
    odd_ = due_ = false;
  }

  void absorb_ad(const std::uint8_t* ad, std::size_t length, bool last) { absorb(ad, length, last); }

  // Passes the ciphertext to the hash. Decryption does so first, and encryption as it makes the ciphertext.
  void read_text(const std::uint8_t* text, std::size_t length, bool last) {
    for (std::size_t i = 0; i < length; i += block_length) hashed_ = Counter::next(hashed_);
    absorb(text, length, last);
    if (last) make_tag();
  }

  void crypt(Direction direction, std::uint8_t* text, std::size_t length, bool last) {
    if (counter_ == Counter::first) make_first_key();
    for (; length > block_length; text += block_length, length -= block_length) {
      make_stream_and_next_key();
      common::store(text, common::load(text) ^ stream_);
      if (direction == Direction::encrypt) read_text(text, block_length, /*last=*/false);
    }
    if (length != 0) {
      if (last)
        make_last_stream();
      else
        make_stream_and_next_key();
      common::store_short(text, common::load(text) ^ stream_, length);
    }
    if (direction == Direction::encrypt) read_text(text, length, last);
  }

  Block tag() const { return tag_; }

 private:
  // A forged message makes no call here, since its tag comes first [romulus 5.2].
  void make_first_key() {
    z_ = nonce_;
    Cipher::encrypt(key_, Block{Counter::with_domain(Counter::none, domains::t_first_key), 0}, z_);
  }

  // Makes a block of the stream and the next key [romulus 5.1]. If a hash step is due, four calls are made together.
  [[gnu::noinline]] void make_stream_and_next_key() {
    Cipher::template add_tweakey<3>(z_schedule_, Cipher::bare, z_);
    stream_ = z_ = nonce_;
    const std::uint64_t to_stream = Counter::with_domain(counter_, domains::t_stream),
                        to_key = Counter::with_domain(counter_, domains::t_next_key);
    if (due_) {
      hash_.compress([ =, this ](Block tweakey1, Block & left, Block & right) __attribute__((always_inline)) {
        Cipher::encrypt_fork_and_pair({z_schedule_, to_stream, stream_, to_key, z_},
                                      {hash_schedule_, tweakey1, left, right});
      });
      due_ = false;
    } else {
      Cipher::encrypt_fork(z_schedule_, to_stream, stream_, to_key, z_);
    }
    counter_ = Counter::next(counter_);
  }

  void make_last_stream() {
    Cipher::template add_tweakey<3>(z_schedule_, Cipher::bare, z_);
    stream_ = nonce_;
    Cipher::encrypt(z_schedule_, Block{Counter::with_domain(counter_, domains::t_stream), 0}, stream_);
  }

  // Absorbs p(X) [romulus 5.2]. Every string but the empty one is padded, with zeros and the length modulo 16.
  void absorb(const std::uint8_t* bytes, std::size_t length, bool last) {
    const bool empty = length == 0;
    for (; length >= block_length; bytes += block_length, length -= block_length) absorb_block(common::load(bytes));
    if (last && !empty) absorb_block(pad(bytes, length));
  }

  // The hash takes blocks by pairs: the first waits, and the second makes a step due.
  void absorb_block(Block block) {
    if (odd_)
      set_due(waiting_, block);
    else
      waiting_ = block;
    odd_ = !odd_;
  }

  void set_due(Block first, Block second) {
    compress_due();
    Cipher::template add_tweakey<3>(hash_schedule_, Cipher::bare, second);
    Cipher::template add_tweakey<2>(hash_schedule_, hash_schedule_, first);
    due_ = true;
  }

  void compress_due() {
    if (!due_) return;
    hash_.compress([this](Block tweakey1, Block& left, Block& right) {
      Cipher::encrypt_pair(hash_schedule_, tweakey1, left, right);
    });
    due_ = false;
  }

  // Hashes p(ad) || p(ct) || nonce || counter with the hash's own padding, and encrypts the digest [romulus 5.2].
  void make_tag() {
    absorb_block(nonce_);
    const Block counter = {hashed_, 0};
    if (odd_)
      set_due(waiting_, counter | Block{0, std::uint64_t{block_length + Counter::length} << 56});
    else
      set_due(counter, Block{0, std::uint64_t{Counter::length} << 56});
    hash_.mark_last();
    compress_due();
    tag_ = hash_.left();
    Cipher::template add_tweakey<2>(hash_schedule_, key_, hash_.right());
    Cipher::encrypt(hash_schedule_, Block{Counter::with_domain(Counter::none, domains::t_tag), 0}, tag_);
  }

  typename Cipher::Schedule key_, z_schedule_, hash_schedule_;
  Hirose hash_;
  Block nonce_, z_, stream_, waiting_, tag_;
  std::uint64_t counter_, hashed_;
  bool odd_, due_;
};

// Passes p(X) of a string X to the hash, by pairs of blocks. It returns true and false as Lane::absorb does.
inline bool hash_string(Lane& lane, LaneRequest string) {
  while (!lane.is_ended) {
    if (!lane.has(string)) return false;
    const std::uint8_t* block = lane.bytes;
    if (lane.left >= block_length) {
      lane.take(block_length);
    } else {
      lane.is_ended = true;
      if (lane.is_empty) break;
      lane.padded[0] = pad(lane.bytes, lane.left);
      block = bytes_of(lane.padded[0]);
    }
    if (lane.hash_block(block)) {
      lane.steps = lane.is_ended ? 0 : lane.left / (2 * block_length);
      return false;
    }
  }
  lane.end_string();
  return true;
}

template <Specification S>
inline void advance_t(Lane& lane, Direction direction) {
  enum : std::uint32_t { start, ad, read, counter, digest, tag, first_key, crypt_start, text, last_stream };
  using Counter = typename S::Counter;
  const bool encrypts = direction == Direction::encrypt;
  for (;;) switch (lane.phase) {
      case start:
        lane.h = lane.g = Block{0, 0};
        lane.odd = false;
        lane.phase = ad;
        [[fallthrough]];
      case ad:
        if (!hash_string(lane, LaneRequest::ad)) return;
        lane.phase = encrypts ? first_key : read;
        break;
      case read:
        if (!hash_string(lane, LaneRequest::read)) return;
        lane.phase = counter;
        if (lane.hash_block(bytes_of(lane.nonce))) return;
        [[fallthrough]];
      case counter:
        // The counter's 7 bytes end the last pair, after the nonce or alone.
        lane.counter = S::Counter::first;
        for (std::uint64_t i = 0; i < lane.text_blocks; i++) lane.counter = S::Counter::next(lane.counter);
        lane.phase = digest;
        if (lane.odd) return lane.plan_last_hash(lane.waiting, Block{lane.counter, 0}, block_length + Counter::length);
        return lane.plan_last_hash(Block{lane.counter, 0}, zero_block, Counter::length);
      case digest:
        lane.counter = S::Counter::none;
        lane.phase = tag;
        return lane.plan_single(lane.h, lane.g, lane.key, domains::t_tag);
      case tag:
        lane.settle(direction, lane.s);
        lane.phase = first_key;
        if (!encrypts && lane.authentic != 0) break;
        return lane.end_message();
      case first_key:
        lane.counter = S::Counter::none;
        lane.phase = crypt_start;
        return lane.plan_single(lane.nonce, zero_block, lane.key, domains::t_first_key);
      case crypt_start:
        lane.z = lane.s;
        lane.counter = S::Counter::first;
        lane.phase = text;
        [[fallthrough]];
      case text:
        if (!lane.has(LaneRequest::crypt)) return;
        if (lane.left > block_length || !lane.is_last)
          return lane.plan(Call::stream, domains::t_stream, (lane.left - lane.is_last) / block_length - 1);
        lane.phase = last_stream;
        if (!lane.is_empty) return lane.plan_single(lane.nonce, zero_block, lane.z, domains::t_stream);
        [[fallthrough]];
      case last_stream:
        common::store_short(lane.bytes, common::load(lane.bytes) ^ lane.s, lane.left);
        lane.end_string();
        lane.phase = read;
        if (encrypts) break;
        return lane.end_message();
    }
}

}  // namespace romulus
