// A message in a lane. Many messages run side by side, each at its own step.
#pragma once

#include "../../common/lane_protocol.hpp"
#include "domains.hpp"
#include "specification.hpp"

namespace ice {

using lanes::LaneRequest;

// Members with blocks of 8 bytes make their masks in another way, and have nonces of another length [remus 1].
template <class Text>
inline constexpr bool has_small_blocks = std::same_as<Text, common::SmallBlock>;
inline constexpr std::size_t small_nonce_length = 12;

struct Member {
  enum class Construction { n, m };

  Construction construction;
  Kind kind;
  std::uint64_t domain_base;

  template <Specification S>
  [[gnu::always_inline]] void set(Construction its_construction) {
    using Text = typename S::Text;
    static_assert(has_small_blocks<Text> == (S::kind == Kind::ice3));
    static_assert(S::nonce_length == (has_small_blocks<Text> ? small_nonce_length : block_length));
    construction = its_construction;
    kind = S::kind;
    domain_base = S::domain_base;
  }
};

// The next call of a lane. Up to `steps` further calls of this kind can follow, on the blocks in a row at `bytes`.
enum class Call : std::uint32_t {
  none,
  absorb,  // S takes in a block before each further call
  text,    // rho is applied to a block before each further call
};

struct Lane : lanes::LaneBase<Lane> {
  static constexpr std::uint32_t piece_length = 2048;

  // The next call encrypts S under the masks below. `key_byte` goes into the last byte of the key.
  Call call;
  std::uint32_t steps;
  std::uint64_t key_byte;
  union {
    Block s;
    common::SmallBlock small_s;
  };
  Block key_mask, block_mask;

  // The encryption begins with the first masks. `called` is true after it used them.
  bool called;
  Block first_key_mask, first_block_mask;
  Block key, nonce, tag;
  std::uint8_t data[piece_length + block_length];

  template <class Text>
  [[gnu::always_inline]] Text& state() {
    if constexpr (has_small_blocks<Text>)
      return small_s;
    else
      return s;
  }

  // Returns whether the remaining bytes begin with a block that is not the last of its string.
  template <class Text>
  bool has_inner_block() const {
    return left > sizeof(Text) || (left != 0 && !is_last);
  }

  [[gnu::always_inline]] void plan(Call next, std::uint64_t its_key_byte, std::size_t its_steps = 0) {
    call = next;
    key_byte = its_key_byte;
    steps = static_cast<std::uint32_t>(its_steps);
  }

  template <class Text>
  [[gnu::always_inline]] void step() {
    if constexpr (has_small_blocks<Text>) {
      key_mask = doubled_120(key_mask);
    } else {
      key_mask = doubled(key_mask);
      block_mask = doubled(block_mask);
    }
  }

  // Sets S, and goes back to the first masks, which belong to the first value of the counter.
  template <class Text>
  void begin(Text its_s) {
    state<Text>() = its_s;
    key_mask = first_key_mask;
    block_mask = first_block_mask;
  }

  // Absorbs a string into S. Returns true when the whole string is in, false when the lane needs a call or a piece.
  template <class Text>
  bool absorb(LaneRequest string, const Member& member, const domains::String& domains) {
    if (is_ended) {
      end_string();
      return true;
    }
    if (!has(string)) return false;
    step<Text>();
    const Text block = common::load_as<Text>(bytes);
    if (has_inner_block<Text>()) {
      state<Text>() ^= block;
      take(sizeof(Text));
      plan(Call::absorb, member.domain_base + domains.inner, (left - is_last) / sizeof(Text));
    } else {
      state<Text>() ^= common::pad(block, left);
      plan(Call::absorb, member.domain_base + (left == sizeof(Text) ? domains.last : domains.last_short));
      left = 0;
      is_ended = true;
    }
    return false;
  }
};

// The progress of a lane. The steps that make the masks come first [remus 3].
enum Phase : std::uint32_t { start, first_mask, second_mask, begin, ad, read, crypt_start, text, text_block, tag };

// Makes the masks. Returns true when they are there, false when the lane needs a call.
template <class Text>
inline bool derive(Lane& lane, const Member& member) {
  if constexpr (has_small_blocks<Text>) {
    if (lane.phase != start) return true;
    lane.first_key_mask = lane.key ^ (lane.nonce & common::first_bytes(small_nonce_length));
    lane.first_block_mask = Block{0, 0};
    lane.phase = begin;
    return true;
  }
  switch (lane.phase) {
    case start:
      lane.s = lane.nonce;
      lane.key_mask = lane.key;
      lane.block_mask = Block{0, 0};
      lane.phase = first_mask;
      lane.plan(Call::absorb, 0);
      return false;
    case first_mask:
      lane.first_key_mask = common::g(lane.s);
      lane.first_block_mask = Block{0, 0};
      if (member.kind != Kind::ice2) break;
      lane.phase = second_mask;
      lane.plan(Call::absorb, second_key);
      return false;
    case second_mask: lane.first_block_mask = common::g(lane.s); break;
    default: return true;
  }
  lane.phase = begin;
  return true;
}

// Advances a lane of the members N until it needs a call or the caller [remus 5.1].
template <class Text>
inline void advance_n(Lane& lane, const Member& member, Direction direction) {
  if (!derive<Text>(lane, member)) return;
  switch (lane.phase) {
    case begin:
      lane.begin(Text{});
      lane.phase = ad;
      [[fallthrough]];
    case ad:
      if (!lane.absorb<Text>(LaneRequest::ad, member, domains::ad)) return;
      lane.phase = text;
      [[fallthrough]];
    case text:
      if (!lane.has(LaneRequest::crypt)) return;
      lane.step<Text>();
      if (lane.has_inner_block<Text>()) {
        common::rho(direction, lane.state<Text>(), lane.bytes);
        lane.take(sizeof(Text));
        return lane.plan(Call::text, member.domain_base + domains::text.inner,
                         (lane.left - lane.is_last) / sizeof(Text));
      }
      common::rho_last(direction, lane.state<Text>(), lane.bytes, lane.left);
      lane.plan(Call::text,
                member.domain_base + (lane.left == sizeof(Text) ? domains::text.last : domains::text.last_short));
      lane.left = 0;
      lane.phase = tag;
      return;
    case tag: lane.settle(direction, common::g(lane.state<Text>())); lane.end_message();
  }
}

// Advances a lane of the members M, with blocks of 16 bytes, until it needs a call or the caller [remus 5.2].
inline void advance_m(Lane& lane, const Member& member, Direction direction) {
  if (!derive<Block>(lane, member)) return;
  for (;;) switch (lane.phase) {
      case begin:
        lane.begin(Block{0, 0});
        lane.phase = direction == Direction::encrypt ? ad : crypt_start;
        break;
      case ad:
        if (!lane.absorb<Block>(LaneRequest::ad, member, domains::ad)) return;
        lane.phase = read;
        [[fallthrough]];
      case read:
        if (!lane.absorb<Block>(LaneRequest::read, member, domains::authenticated)) return;
        lane.settle(direction, common::g(lane.s));
        lane.phase = crypt_start;
        if (direction == Direction::encrypt) break;
        return lane.end_message();
      case crypt_start:
        lane.begin(common::load(lane.tag_address()));
        lane.called = false;
        lane.phase = text;
        [[fallthrough]];
      case text:
        if (!lane.has(LaneRequest::crypt)) return;
        lane.phase = text_block;
        if (lane.left != 0) {
          if (lane.called) lane.step<Block>();
          lane.called = true;
          return lane.plan(Call::text, member.domain_base + domains::encryption, (lane.left - 1) / block_length);
        }
        [[fallthrough]];
      case text_block:
        if (lane.has_inner_block<Block>()) {
          common::rho(direction, lane.s, lane.bytes);
          lane.take(block_length);
          lane.phase = text;
          break;
        }
        if (lane.left != 0) common::rho_last(direction, lane.s, lane.bytes, lane.left);
        lane.end_string();
        if (direction == Direction::encrypt) return lane.end_message();
        lane.begin(Block{0, 0});
        lane.phase = ad;
    }
}

}  // namespace ice
