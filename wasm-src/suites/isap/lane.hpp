// A message in a lane. Eight messages run side by side, each at its own step.
#pragma once

#include "../../common/lane_protocol.hpp"
#include "../../common/permutation.hpp"
#include "parameters.hpp"

namespace isap {

using lanes::LaneRequest;

enum class Call : std::uint32_t {
  none,
  hash,    // runs the rounds of absorption; up to `steps` times more, each after it adds the next block at `block`
  stream,  // runs the rounds of the stream and crypts the block at `block`; up to `steps` times more for the next block
  derive,  // derives a key with the string at `block`
};

inline constexpr unsigned calls = 4;
inline constexpr std::size_t longest_state = 50, longest_rate = 18;

// The differences between the modes for a lane.
struct Shape {
  std::size_t length, rate;
  Rounds rounds;
};

struct Lane : lanes::LaneBase<Lane> {
  static constexpr std::uint32_t piece_length = 2016;

  Call call;
  std::uint32_t steps;
  std::uint8_t* block;

  std::uint8_t state[longest_state], mac[longest_state], padded[longest_rate];

  std::uint8_t key[key_length], nonce[nonce_length], tag[tag_length];
  std::uint8_t data[piece_length + tag_length];

  // The number of rounds that this call takes with `its_steps` following steps.
  unsigned rounds(const Rounds& of, std::uint32_t its_steps) const {
    if (call == Call::hash) return of.hash * (its_steps + 1);
    if (call == Call::stream) return of.stream * (its_steps + 1);
    return 2U * of.key + (derivation_bits - 1) * of.bit;
  }

  void plan(Call next, std::uint8_t* its_block, std::size_t its_steps = 0) {
    call = next;
    block = its_block;
    steps = static_cast<std::uint32_t>(its_steps);
  }

  // Takes the results of the call and of `its_steps` following steps.
  void finish(std::size_t rate, std::uint32_t its_steps) {
    if (call == Call::hash) take(rate * its_steps);
    // The last bytes of a text, fewer than a block, are crypted in `padded`, so the piece keeps them.
    if (call == Call::stream && left >= rate) take(rate * (its_steps + 1));
    call = Call::none;
  }

  void lay(const Shape& shape, const std::uint8_t* first, Use use) {
    lay_state(state, first, initial_value(use, shape.rate, shape.rounds));
  }

  void plan_derivation(const Shape& shape, Use use, std::uint8_t* string) {
    lay(shape, key, use);
    plan(Call::derive, string);
  }

  void add(const std::uint8_t* block_to_add, std::size_t rate) {
    for (std::size_t i = 0; i < rate; i++) state[i] ^= block_to_add[i];
  }

  // Absorbs a string. Returns true when the whole string is in, false when the lane needs a call or a piece.
  bool absorb(const Shape& shape, LaneRequest string) {
    const std::size_t rate = shape.rate;
    if (is_ended) {
      end_string();
      return true;
    }
    if (!has(string)) return false;
    if (left >= rate) {
      add(bytes, rate);
      take(rate);
      plan(Call::hash, bytes, left / rate);
      return false;
    }
    pad(padded, bytes, left, rate);
    add(padded, rate);
    is_ended = true;
    plan(Call::hash, padded);
    return false;
  }
};

// Advances the lane to the point where it needs a call or the caller. Encryption makes the ciphertext first [isap 4],
// and then its tag [isap 5].
inline void advance(Lane& lane, const Shape& shape, Direction direction) {
  enum : std::uint32_t { start, stream_start, stream, stream_end, mac_start, ad, read, tag_key, tag };
  const bool encrypts = direction == Direction::encrypt;
  for (;;) switch (lane.phase) {
      case start:
        lane.phase = mac_start;
        if (!encrypts) break;
        lane.phase = stream_start;
        return lane.plan_derivation(shape, Use::stream_key, lane.nonce);
      case stream_start:
        copy_16(lane.state + shape.length - nonce_length, lane.nonce);
        lane.phase = stream;
        [[fallthrough]];
      case stream:
        if (!lane.has(LaneRequest::crypt)) return;
        if (lane.left >= shape.rate) return lane.plan(Call::stream, lane.bytes, lane.left / shape.rate - 1);
        lane.phase = stream_end;
        if (lane.left != 0) {
          copy(lane.padded, lane.bytes, lane.left);
          return lane.plan(Call::stream, lane.padded);
        }
        [[fallthrough]];
      case stream_end:
        copy(lane.bytes, lane.padded, lane.left);
        lane.end_string();
        lane.phase = mac_start;
        if (encrypts) break;
        return lane.end_message();
      case mac_start:
        if (!lane.has(LaneRequest::ad)) return;
        lane.lay(shape, lane.nonce, Use::mac);
        lane.phase = ad;
        return lane.plan(Call::hash, lane.bytes, lane.left / shape.rate);
      case ad:
        if (!lane.absorb(shape, LaneRequest::ad)) return;
        lane.state[shape.length - 1] ^= domain_bit;
        lane.phase = read;
        [[fallthrough]];
      case read:
        if (!lane.absorb(shape, LaneRequest::read)) return;
        __builtin_memcpy(lane.mac, lane.state, longest_state);
        lane.phase = tag_key;
        return lane.plan_derivation(shape, Use::mac_key, lane.mac);
      case tag_key:
        __builtin_memcpy(lane.state + key_length, lane.mac + key_length, longest_state - key_length);
        lane.phase = tag;
        return lane.plan(Call::hash, lane.padded);
      case tag:
        lane.settle(direction, common::load(lane.state));
        lane.phase = stream_start;
        if (!encrypts && lane.authentic != 0) return lane.plan_derivation(shape, Use::stream_key, lane.nonce);
        return lane.end_message();
    }
}

}  // namespace isap
