// Romulus-H, the hash: the Hirose compression function in the MDPH construction [romulus 6].
#pragma once

#include "lane.hpp"

namespace romulus {

// The chain of compressions. Romulus-T uses it as its hash, too.
class Hirose {
 public:
  void start() { h_ = g_ = Block{0, 0}; }

  // One step [romulus 6.2]. `encrypt_pair` encrypts two blocks under a TK1. TK2 || TK3 is the block of the message.
  template <class EncryptPair>
  [[gnu::always_inline]] void compress(EncryptPair encrypt_pair) {
    const Block left = h_, right = h_ ^ second_call, tweakey1 = g_;
    g_ = right;
    encrypt_pair(tweakey1, h_, g_);
    h_ ^= left;
    g_ ^= right;
  }

  // Marks the last step, and must be called before that step [romulus 6.3].
  void mark_last() { h_ ^= last_step; }
  Block left() const { return h_; }
  Block right() const { return g_; }

 private:
  Block h_, g_;
};

template <Specification S>
requires skinny::PairedBlockCipher<typename S::Cipher>
class H {
  using Cipher = typename S::Cipher;

 public:
  // The state between two calls. Its bytes are the same with every kernel.
  struct State {
    Hirose chain;
    std::uint8_t held[2 * block_length];
    std::size_t held_length;
  };

  void start() {
    state_.chain.start();
    state_.held_length = 0;
  }

  // Accepts pieces of any length.
  void update(const std::uint8_t* bytes, std::size_t length) {
    for (; state_.held_length != 0 && length != 0; length--) hold(*bytes++);
    for (; length >= 2 * block_length; bytes += 2 * block_length, length -= 2 * block_length)
      compress(common::load(bytes), common::load(bytes + block_length));
    for (; length != 0; length--) hold(*bytes++);
  }

  // Pads the message with zeros and its length modulo 32, even after a whole block [romulus 6.1]. Writes 32 bytes.
  void finish(std::uint8_t* digest) {
    const std::size_t length = state_.held_length;
    for (std::size_t i = length; i < 2 * block_length; i++) state_.held[i] = 0;
    const Block length_byte = {0, std::uint64_t{length} << 56};
    state_.chain.mark_last();
    compress(common::load(state_.held), common::load(state_.held + block_length) | length_byte);
    common::store(digest, state_.chain.left());
    common::store(digest + block_length, state_.chain.right());
  }

 private:
  void hold(std::uint8_t byte) {
    state_.held[state_.held_length++] = byte;
    if (state_.held_length < 2 * block_length) return;
    state_.held_length = 0;
    compress(common::load(state_.held), common::load(state_.held + block_length));
  }

  void compress(Block first, Block second) {
    Cipher::template add_tweakey<3>(schedule_, Cipher::bare, second);
    Cipher::template add_tweakey<2>(schedule_, schedule_, first);
    state_.chain.compress(
        [this](Block tweakey1, Block& left, Block& right) { Cipher::encrypt_pair(schedule_, tweakey1, left, right); });
  }

  State state_;
  typename Cipher::Schedule schedule_;
};

template <Specification S>
inline void advance_h(Lane& lane) {
  enum : std::uint32_t { start, message, digest };
  switch (lane.phase) {
    case start:
      lane.h = lane.g = Block{0, 0};
      lane.phase = message;
      [[fallthrough]];
    case message:
      if (!lane.has(LaneRequest::read)) return;
      if (lane.left >= 2 * block_length) {
        lane.plan_hash(lane.bytes, lane.bytes + block_length, lane.left / (2 * block_length) - 1);
        return lane.take(2 * block_length);
      }
      lane.phase = digest;
      if (lane.left < block_length)
        return lane.plan_last_hash(common::load_short(lane.bytes, lane.left), zero_block, lane.left);
      return lane.plan_last_hash(common::load(lane.bytes),
                                 common::load_short(lane.bytes + block_length, lane.left - block_length), lane.left);
    case digest:
      common::store(lane.data, lane.h);
      common::store(lane.data + block_length, lane.g);
      lane.end_message();
  }
}

}  // namespace romulus
