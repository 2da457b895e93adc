// A message in a lane: many are computed side by side, each at its own place in its own member's steps; of members with
// blocks of 16 bytes.
//
// A mode of one message makes its calls of the cipher itself. In a lane it does what lies before the next call, names
// that call, and goes on from there when it has been made (scheduler.hpp). Between calls a lane's blocks are in their
// plain form, so that any lane may join any others at any time.
#pragma once

#include "../../common/lane_protocol.hpp"
#include "domains.hpp"
#include "specification.hpp"

namespace ice {

using lanes::LaneRequest;

// A member, as its lanes need it.
struct Member {
  enum class Construction { n, m };

  Construction construction;
  Kind kind;
  std::uint64_t domain_base;

  template <Specification S>
  [[gnu::always_inline]] void set(Construction its_construction) {
    static_assert(std::same_as<typename S::Text, Block> && S::nonce_length == block_length);
    construction = its_construction;
    kind = S::kind;
    domain_base = S::domain_base;
  }
};

// The next call of a lane. It can be followed by up to `steps` more, on blocks that lie in a row at `bytes`.
enum class Call : std::uint32_t {
  none,
  absorb,  // S takes in each of these blocks
  text,    // rho on each
};

struct Lane {
  // Pieces come in `data`, all of one length but their string's last: the most that are no longer than this.
  static constexpr std::uint32_t piece_length = 2048;

  // The caller's words. A `whole` message lies in `data`: associated data || text || tag. Of others, piece by piece,
  // `length` and `last` describe the one in `data`.
  LaneRequest request;
  std::uint32_t ad_length, length, last, whole;
  std::uint32_t authentic;

  // The call at hand: of S, under its masks and the last byte of its key.
  Call call;
  std::uint32_t steps;
  std::uint64_t key_byte;
  Block s, key_mask, block_mask;

  // The piece at hand, what is left of it, and whether it is the last of its string; and whether that string's last
  // block is taken.
  std::uint8_t* bytes;
  std::uint32_t left;
  bool is_last, is_ended, is_asked, has_piece;

  // The mode's own: how far it is, whether the masks that the encryption begins with are used, and the first masks.
  std::uint32_t phase;
  bool called;
  Block first_key_mask, first_block_mask;

  Block key, nonce, tag;
  std::uint8_t data[piece_length + block_length];

  // Whether there is a piece of the string to work on; if not, the caller is asked for it.
  bool has(LaneRequest string) {
    if (has_piece && (left != 0 || is_last)) return true;
    return lanes::has_next(*this, string);
  }

  void restart() { lanes::restart(*this); }

  void end_string() { is_ended = has_piece = false; }

  void take(std::uint32_t taken) {
    bytes += taken;
    left -= taken;
  }

  // Whether what is left begins with a block that is not the last of its string.
  bool has_inner_block() const { return left > block_length || (left != 0 && !is_last); }

  [[gnu::always_inline]] void plan(Call next, std::uint64_t its_key_byte, std::size_t its_steps = 0) {
    call = next;
    key_byte = its_key_byte;
    steps = static_cast<std::uint32_t>(its_steps);
  }

  // Doubles the masks.
  [[gnu::always_inline]] void step() {
    key_mask = doubled(key_mask);
    block_mask = doubled(block_mask);
  }

  // The counter, and with it S, at its beginning.
  void begin(Block its_s) {
    s = its_s;
    key_mask = first_key_mask;
    block_mask = first_block_mask;
  }

  // Takes a string into S. True when all is in; false when a call is due, or a piece.
  bool absorb(LaneRequest string, const Member& member, const domains::String& domains) {
    if (is_ended) {
      end_string();
      return true;
    }
    if (!has(string)) return false;
    step();
    if (has_inner_block()) {
      s ^= common::load(bytes);
      take(block_length);
      plan(Call::absorb, member.domain_base + domains.inner, (left - is_last) / block_length);
    } else {
      s ^= common::pad(bytes, left);
      plan(Call::absorb, member.domain_base + (left == block_length ? domains.last : domains.last_short));
      left = 0;
      is_ended = true;
    }
    return false;
  }

  std::uint8_t* tag_address() { return whole != 0 ? data + ad_length + length : reinterpret_cast<std::uint8_t*>(&tag); }

  // Writes the tag, or compares it with the one received.
  [[gnu::always_inline]] void settle(Direction direction) {
    const Block made = common::g(s);
    if (direction == Direction::encrypt)
      common::store(tag_address(), made);
    else
      authentic = common::equal(common::load(tag_address()), made);
  }
};

// How far a lane is. The steps that make the masks come first [remus 3].
enum Phase : std::uint32_t { start, first_mask, second_mask, begin, ad, read, crypt_start, text, text_block, tag };

// Makes the masks: true when they are there, false when a call is due.
inline bool derive(Lane& lane, const Member& member) {
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

// The members N in a lane [remus 5.1].
inline void advance_n(Lane& lane, const Member& member, Direction direction) {
  if (!derive(lane, member)) return;
  switch (lane.phase) {
    case begin:
      lane.begin(Block{0, 0});
      lane.phase = ad;
      [[fallthrough]];
    case ad:
      if (!lane.absorb(LaneRequest::ad, member, domains::ad)) return;
      lane.phase = text;
      [[fallthrough]];
    case text:
      if (!lane.has(LaneRequest::crypt)) return;
      lane.step();
      if (lane.has_inner_block()) {
        common::rho(direction, lane.s, lane.bytes);
        lane.take(block_length);
        return lane.plan(Call::text, member.domain_base + domains::text.inner,
                         (lane.left - lane.is_last) / block_length);
      }
      common::rho_last(direction, lane.s, lane.bytes, lane.left);
      lane.plan(Call::text,
                member.domain_base + (lane.left == block_length ? domains::text.last : domains::text.last_short));
      lane.left = 0;
      lane.phase = tag;
      return;
    case tag: lane.settle(direction); lane.request = LaneRequest::result;
  }
}

// The members M in a lane [remus 5.2].
inline void advance_m(Lane& lane, const Member& member, Direction direction) {
  if (!derive(lane, member)) return;
  for (;;) switch (lane.phase) {
      case begin:
        lane.begin(Block{0, 0});
        lane.phase = direction == Direction::encrypt ? ad : crypt_start;
        break;
      case ad:
        if (!lane.absorb(LaneRequest::ad, member, domains::ad)) return;
        lane.phase = read;
        [[fallthrough]];
      case read:
        if (!lane.absorb(LaneRequest::read, member, domains::authenticated)) return;
        lane.settle(direction);
        lane.phase = crypt_start;
        if (direction == Direction::encrypt) break;
        lane.request = LaneRequest::result;
        return;
      case crypt_start:
        lane.begin(common::load(lane.tag_address()));
        lane.called = false;
        lane.phase = text;
        [[fallthrough]];
      case text:
        if (!lane.has(LaneRequest::crypt)) return;
        lane.phase = text_block;
        if (lane.left != 0) {
          if (lane.called) lane.step();
          lane.called = true;
          return lane.plan(Call::text, member.domain_base + domains::encryption, (lane.left - 1) / block_length);
        }
        [[fallthrough]];
      case text_block:
        if (lane.has_inner_block()) {
          common::rho(direction, lane.s, lane.bytes);
          lane.take(block_length);
          lane.phase = text;
          break;
        }
        if (lane.left != 0) common::rho_last(direction, lane.s, lane.bytes, lane.left);
        lane.end_string();
        if (direction == Direction::encrypt) {
          lane.request = LaneRequest::result;
          return;
        }
        lane.begin(Block{0, 0});
        lane.phase = ad;
    }
}

}  // namespace ice
