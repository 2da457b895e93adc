// A message in a lane. Many messages run side by side, each at its own step of its mode.
#pragma once

#include "../../common/lane_protocol.hpp"
#include "specification.hpp"

namespace romulus {

using lanes::LaneRequest;

// The next call of a lane. Up to `steps` further calls of this kind can follow, on the blocks in a row at `bytes`.
enum class Call : std::uint32_t {
  none,
  chain,   // encrypts S under `tweak_at` and `key_at`; a further call adds a block to S and takes the next as tweak
  text,    // encrypts S under nonce and key; before a further call, rho is applied to a block of text
  hash,    // makes a step of Romulus-H on the blocks at `first` and `second`; a further call takes the next two blocks
  stream,  // makes the two calls of Romulus-T for the block of text at `bytes`; a further call takes the next block
};

inline constexpr unsigned calls = 5;

inline constexpr Block zero_block = {0, 0};

// Romulus-H adds these to h: for the second call of a step [romulus 6.2], and before the last step [romulus 6.3].
inline constexpr Block second_call = {1, 0}, last_step = {2, 0};

inline const std::uint8_t* bytes_of(const Block& block) { return reinterpret_cast<const std::uint8_t*>(&block); }

struct Lane : lanes::LaneBase<Lane> {
  using Base = lanes::LaneBase<Lane>;

  static constexpr std::uint32_t piece_length = 2048;

  Call call;
  std::uint32_t steps;
  std::uint64_t domain;
  std::uint64_t counter;
  const std::uint8_t *tweak_at, *key_at, *first, *second;

  // `is_empty` is true if the current string is empty. The mode keeps the other values from call to call.
  bool is_empty, odd, ad_odd, ends_whole, called;
  std::uint64_t mac_domain, text_blocks;
  Block s, h, g, z, waiting, padded[2];
  Block key, nonce, tag;
  std::uint8_t data[piece_length + block_length];

  bool has(LaneRequest string) {
    if (Base::has_piece && (left != 0 || is_last)) return true;
    if (!Base::has_next(string)) return false;
    if (string == LaneRequest::read) text_blocks += (left + block_length - 1) / block_length;
    is_empty = left == 0;
    return true;
  }

  void restart() {
    Base::restart();
    text_blocks = 0;
  }

  [[gnu::always_inline]] void plan(Call next, std::uint64_t its_domain, std::size_t its_steps = 0) {
    call = next;
    domain = its_domain;
    steps = static_cast<std::uint32_t>(its_steps);
  }

  [[gnu::noinline]] void plan_single(Block block, const Block& its_tweak, const Block& its_key,
                                     std::uint64_t its_domain) {
    s = block;
    tweak_at = bytes_of(its_tweak);
    key_at = bytes_of(its_key);
    plan(Call::chain, its_domain);
  }

  // Absorbs a string by pairs of blocks. S takes in the first block of a pair, and the second block is a tweak. Returns
  // true when the whole string is in, false when the lane needs a call or a piece.
  template <Specification S>
  bool absorb(LaneRequest string, std::uint64_t its_domain) {
    while (!is_ended) {
      if (!has(string)) return false;
      const std::uint8_t* block = bytes;
      const auto next_length = static_cast<std::uint32_t>(absorbed_length<S>(odd));
      if (left > next_length || !is_last) {
        take(next_length);
      } else {
        ends_whole = left == next_length;
        padded[0] = pad_absorbed<S>(odd, bytes, left);
        block = bytes_of(padded[0]);
        left = 0;
        is_ended = true;
      }
      odd = !odd;
      if (odd) {
        s ^= common::load(block);
        counter = S::Counter::next(counter);
      } else {
        tweak_at = block;
        key_at = bytes_of(key);
        plan(Call::chain, its_domain, is_ended ? 0 : (left - is_last) / pair_length<S>);
        return false;
      }
    }
    end_string();
    return true;
  }

  // Applies rho to the next block, which is a whole one.
  [[gnu::always_inline]] void crypt_block(Direction direction) {
    rho(direction, s, bytes);
    take(block_length);
  }

  void crypt_last_block(Direction direction) {
    ends_whole = left == block_length;
    rho_last(direction, s, bytes, left);
    left = 0;
  }

  // Passes a block to the hash. Returns true if a step of the hash is due.
  [[gnu::always_inline]] bool hash_block(const std::uint8_t* block) {
    odd = !odd;
    if (odd) {
      waiting = common::load(block);
      return false;
    }
    plan_hash(bytes_of(waiting), block);
    return true;
  }

  [[gnu::always_inline]] void plan_hash(const std::uint8_t* its_first, const std::uint8_t* its_second,
                                        std::size_t its_steps = 0) {
    first = its_first;
    second = its_second;
    plan(Call::hash, 0, its_steps);
  }

  // Plans the hash's last step, on two blocks. The length goes into the last byte of the second block.
  [[gnu::noinline]] void plan_last_hash(Block its_first, Block its_second, std::uint64_t its_length) {
    padded[0] = its_first;
    padded[1] = its_second | Block{0, its_length << 56};
    h ^= last_step;
    plan_hash(bytes_of(padded[0]), bytes_of(padded[1]));
  }
};

}  // namespace romulus
