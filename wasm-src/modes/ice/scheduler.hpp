// Messages side by side. Every lane names its next call. One call serves all lanes, repeated while all have blocks.
#pragma once

#include <algorithm>
#include <bit>

#include "../../common/rho.hpp"
#include "lane.hpp"

namespace ice {

// The cipher as the scheduler sees it. Each lane has its own key of 16 bytes. Blocks and keys come from an address for
// each lane. A call encrypts under the keys that were set last.
template <class L>
concept LanesSpecification = requires(L lanes, typename L::Planes& blocks, const typename L::Planes& other,
                                      const std::uint8_t* const* from, std::uint8_t* const* to, unsigned count) {
  { L::Cipher::most_lanes } -> std::convertible_to<unsigned>;
  // A block: common::Block, or common::SmallBlock for a member with blocks of 8 bytes.
  sizeof(typename L::Text);
  // The kernel, which reads, writes and adds blocks, and has rho.
  { lanes.cipher } -> std::same_as<typename L::Cipher&>;
  { lanes.cipher.lanes() } -> std::same_as<unsigned>;
  { lanes.cipher.spread(blocks, from) } -> std::same_as<void>;
  { lanes.cipher.gather(to, blocks) } -> std::same_as<void>;
  { lanes.cipher.add(blocks, other) } -> std::same_as<void>;
  { lanes.cipher.rho(Direction::encrypt, blocks, blocks) } -> std::same_as<void>;
  { lanes.choose(count) } -> std::same_as<void>;
  { lanes.set_keys(from) } -> std::same_as<void>;
  { lanes.encrypt(blocks) } -> std::same_as<void>;
};

template <LanesSpecification L>
class Scheduler {
 public:
  static constexpr unsigned most = L::Cipher::most_lanes;

  template <Specification S>
  void set_member(Member::Construction construction) {
    member_.template set<S>(construction);
  }

  std::uint32_t run(Direction direction, Lane* lane, unsigned count) {
    lanes_.choose(count);
    lane_ = lane;
    for (unsigned lost = 0;;) {
      std::uint32_t wanting = 0;
      mask_ = 0;
      steps_ = ~0U;
      call_ = Call::none;
      for (unsigned i = 0; i < count; i++) {
        advance(lane[i], direction);
        if (lane[i].wants_caller()) wanting |= 1U << i;
        if (lane[i].call != Call::none) join(i);
      }
      if (mask_ == 0 || lost >= lanes_.cipher.lanes()) return wanting;

      const auto idle = static_cast<unsigned>(std::popcount(wanting));
      if (idle != 0) steps_ = std::min(steps_, (lanes_.cipher.lanes() - lost) / idle);
      make(direction);
      lost += idle * (steps_ + 1);
    }
  }

 private:
  using Planes = typename L::Planes;
  using Text = typename L::Text;

  void advance(Lane& lane, Direction direction) const {
    if (lane.request == LaneRequest::start) lane.restart();
    if (lane.request != LaneRequest::nothing || lane.call != Call::none) return;
    if (has_small_blocks<Text> || member_.construction == Member::Construction::n)
      advance_n<Text>(lane, member_, direction);
    else
      advance_m(lane, member_, direction);
  }

  // Adds lane i to the next call. Further calls can follow only if all these lanes need the same kind of call.
  void join(unsigned i) {
    steps_ = mask_ != 0 && call_ != lane_[i].call ? 0 : std::min(steps_, lane_[i].steps);
    call_ = lane_[i].call;
    mask_ |= 1U << i;
  }

  void make(Direction direction) {
    begin();
    lanes_.cipher.spread(s_, at_);
    if (steps_ != 0) begin_rows();
    for (std::uint32_t step = 0;; step++) {
      encrypt();
      if (step == steps_) break;
      lanes_.cipher.spread(text_, row_);
      if (call_ == Call::absorb) {
        lanes_.cipher.add(s_, text_);
      } else {
        lanes_.cipher.rho(direction, s_, text_);
        lanes_.cipher.gather(row_, text_);
      }
      advance_rows();
      step_masks();
    }
    lanes_.cipher.gather(at_, s_);
    end();
  }

  bool masks_blocks() const { return !has_small_blocks<Text> && member_.kind == Kind::ice2; }

  // True if lane i takes part in the next call. The other lanes get a block that nobody reads.
  bool takes_part(unsigned i) const { return (mask_ >> i & 1) != 0; }

  [[gnu::noinline]] void begin() {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) {
      Lane& lane = lane_[i];
      at_[i] = reinterpret_cast<std::uint8_t*>(takes_part(i) ? &lane.s : &idle_);
      key_at_[i] = reinterpret_cast<const std::uint8_t*>(key_ + i);
      block_mask_at_[i] = reinterpret_cast<const std::uint8_t*>(block_mask_ + i);
      key_[i] = lane.key_mask ^ in_last_byte(lane.key_byte);
      key_byte_[i] = lane.key_byte;
      block_mask_[i] = lane.block_mask;
    }
  }

  void begin_rows() {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) {
      row_[i] = takes_part(i) ? lane_[i].bytes : reinterpret_cast<std::uint8_t*>(&idle_);
      advance_[i] = takes_part(i) ? sizeof(Text) : 0;
    }
  }

  [[gnu::noinline]] void advance_rows() {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) row_[i] += advance_[i];
  }

  // Doubles the masks. The last byte of a key is not part of its mask.
  [[gnu::noinline]] void step_masks() {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) {
      const Block domain = in_last_byte(key_byte_[i]);
      const Block l = key_[i] ^ domain;
      key_[i] = (has_small_blocks<Text> ? doubled_120(l) : doubled(l)) ^ domain;
    }
    if (masks_blocks())
      for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) block_mask_[i] = doubled(block_mask_[i]);
  }

  void encrypt() {
    lanes_.set_keys(key_at_);
    if (masks_blocks()) {
      lanes_.cipher.spread(masks_, block_mask_at_);
      lanes_.cipher.add(s_, masks_);
    }
    lanes_.encrypt(s_);
    if (masks_blocks()) lanes_.cipher.add(s_, masks_);
  }

  [[gnu::noinline]] void end() {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) {
      if (!takes_part(i)) continue;
      Lane& lane = lane_[i];
      lane.take(static_cast<std::uint32_t>(sizeof(Text)) * steps_);
      lane.key_mask = key_[i] ^ in_last_byte(key_byte_[i]);
      lane.block_mask = block_mask_[i];
      lane.call = Call::none;
    }
  }

  Member member_;
  L lanes_;
  Planes s_, text_, masks_;
  Block idle_, key_[most], block_mask_[most];
  std::uint64_t key_byte_[most];
  std::uint8_t *at_[most], *row_[most];
  const std::uint8_t *key_at_[most], *block_mask_at_[most];
  std::size_t advance_[most];
  std::uint32_t mask_, steps_;
  Call call_;
  Lane* lane_;
};

}  // namespace ice
