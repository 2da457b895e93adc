// Messages side by side: in each turn every lane names its next call of the cipher, and the call that most of them wait
// for is made for all of those together, as often as each of them can follow.
#pragma once

#include "../../primitives/skinny/bitsliced.hpp"
#include "h.hpp"
#include "m.hpp"
#include "n.hpp"
#include "t.hpp"

namespace romulus {

enum class Mode : std::uint32_t { n, m, t, h };

class Lanes {
 public:
  // Works the first `count` lanes (at most thirty-two) and answers with a bit for each that wants something of the
  // caller; none if there is no message. To bring in a message or a piece costs about as much as a call with all lanes,
  // so a lane is left idle until as much has been lost by that. Nothing in this object outlives the function.
  std::uint32_t run(Mode mode, Direction direction, Lane* lane, unsigned count) {
    cipher_.choose(count);
    lane_ = lane;
    is_scheduled_ = false;
    for (unsigned i = 0; i < cipher_.lanes(); i++) {
      half_at_[i] = reinterpret_cast<const std::uint8_t*>(half_ + i);
    }
    for (unsigned lost = 0;;) {
      std::uint32_t wanting = 0;
      // How many lanes wait for each kind of call, a byte for each kind.
      std::uint64_t waiting = 0;
      for (unsigned i = 0; i < count; i++) {
        advance(mode, direction, lane[i]);
        if (lane[i].request != LaneRequest::nothing && lane[i].request != LaneRequest::message) wanting |= 1U << i;
        waiting += std::uint64_t{1} << 8 * static_cast<unsigned>(lane[i].call);
      }
      const Call call = most_wanted(waiting);
      if (call == Call::none || lost >= cipher_.lanes()) return wanting;

      const auto idle = static_cast<unsigned>(std::popcount(wanting));
      steps_ = idle == 0 ? ~0U : (cipher_.lanes() - lost) / idle;
      mask_ = 0;
      for (unsigned i = 0; i < count; i++) {
        if (lane[i].call != call) continue;
        mask_ |= 1U << i;
        if (lane[i].steps < steps_) steps_ = lane[i].steps;
        half_[i] = lane[i].counter.with_domain(lane[i].domain);
      }
      make(call, direction, count);
      lost += idle * (steps_ + 1);
    }
  }

 private:
  using Planes = skinny::planes::Planes;

  static void advance(Mode mode, Direction direction, Lane& lane) {
    if (lane.request == LaneRequest::start) lane.restart();
    if (lane.request != LaneRequest::nothing || lane.call != Call::none) return;
    switch (mode) {
      case Mode::n: return advance_n(lane, direction);
      case Mode::m: return advance_m(lane, direction);
      case Mode::t: return advance_t(lane, direction);
      case Mode::h: return advance_h(lane);
    }
  }

  static Call most_wanted(std::uint64_t waiting) {
    unsigned most = 0;
    Call call = Call::none;
    for (unsigned i = 1; i < calls; i++) {
      const auto count = static_cast<unsigned>(waiting >> 8 * i & 0xff);
      if (count <= most) continue;
      most = count;
      call = static_cast<Call>(i);
    }
    return call;
  }

  void make(Call call, Direction direction, unsigned count) {
    switch (call) {
      case Call::chain: make_chain(); break;
      case Call::text: make_text(direction); break;
      case Call::hash: make_hash(); break;
      case Call::stream: make_stream(); break;
      case Call::none: break;
    }
    const std::uint32_t length = call == Call::chain || call == Call::hash ? 2 * block_length : block_length;
    const std::uint32_t taken = length * (call == Call::stream ? steps_ + 1 : steps_);
    for (unsigned i = 0; i < count; i++) {
      if (!takes_part(i)) continue;
      lane_[i].take(taken);
      lane_[i].counter.set(half_[i]);
      lane_[i].call = Call::none;
    }
  }

  // What is done to all blocks at once: a copy, zeros, an exclusive or; rho, or its inverse, on a block of text.

  [[gnu::noinline]] void copy(Planes& to, const Planes& from) const {
    for (unsigned row = 0; row < cipher_.rows(); row++)
      LOOP(unsigned b = 0; b < 8; b++) to.row[row][b] = from.row[row][b];
  }

  void clear(Planes& blocks) const {
    for (unsigned row = 0; row < cipher_.rows(); row++)
      for (auto& plane : blocks.row[row]) plane = wasm_i64x2_const_splat(0);
  }

  [[gnu::noinline]] void add(Planes& to, const Planes& more) const {
    for (unsigned row = 0; row < cipher_.rows(); row++)
      LOOP(unsigned b = 0; b < 8; b++) to.row[row][b] = wasm_v128_xor(to.row[row][b], more.row[row][b]);
  }

  void take_in(Direction direction, Planes& state, Planes& text) const {
    for (unsigned row = 0; row < cipher_.rows(); row++) {
      auto &s = state.row[row], &t = text.row[row];
      const auto bit_0 = s[0];
      UNROLLED(unsigned b = 0; b < 8; b++) {
        // G: each bit is the next one, and the last also takes the first [romulus 2.4].
        const auto next = b < 7 ? s[b + 1] : wasm_v128_xor(s[7], bit_0);
        const auto in = t[b], out = wasm_v128_xor(in, next);
        t[b] = out;
        s[b] = wasm_v128_xor(s[b], direction == Direction::encrypt ? in : out);
      }
    }
  }

  // Whether lane i takes part in the calls being made. The others are given a block that nobody reads.
  bool takes_part(unsigned i) const { return (mask_ >> i & 1) != 0; }

  [[gnu::noinline]] void spread(Planes& blocks, Block Lane::*field) {
    for (unsigned i = 0; i < cipher_.lanes(); i++) from_[i] = bytes_of(lane_[i].*field);
    cipher_.spread(blocks, from_);
  }

  [[gnu::noinline]] void spread(Planes& blocks, const std::uint8_t* Lane::*pointer) {
    for (unsigned i = 0; i < cipher_.lanes(); i++) from_[i] = takes_part(i) ? lane_[i].*pointer : bytes_of(idle_);
    cipher_.spread(blocks, from_);
  }

  [[gnu::noinline]] void gather(Block Lane::*field, Planes& blocks) {
    for (unsigned i = 0; i < cipher_.lanes(); i++)
      at_[i] = reinterpret_cast<std::uint8_t*>(takes_part(i) ? &(lane_[i].*field) : &idle_);
    cipher_.gather(at_, blocks);
  }

  // The blocks that lie in a row at each lane's `bytes`.
  void begin_rows() {
    for (unsigned i = 0; i < cipher_.lanes(); i++) {
      at_[i] = takes_part(i) ? lane_[i].bytes : reinterpret_cast<std::uint8_t*>(&idle_);
      advance_[i] = takes_part(i) ? block_length : 0;
    }
  }

  void advance_rows() {
    for (unsigned i = 0; i < cipher_.lanes(); i++) at_[i] += advance_[i];
  }

  [[gnu::noinline]] void take_block(Planes& blocks) {
    cipher_.spread(blocks, at_);
    advance_rows();
  }

  [[gnu::noinline]] void step_counters() {
    for (unsigned i = 0; i < cipher_.lanes(); i++) half_[i] = Counter::stepped(half_[i]);
  }

  void spread_counters() {
    cipher_.spread(tweakey1_, half_at_);
    cipher_.set_tweakey1<2>(schedule1_, tweakey1_);
  }

  void schedule() { cipher_.set_tweakey23(schedule_, tweakey2_, tweakey3_); }

  void call(Planes& blocks, bool whole) { cipher_.encrypt(blocks, schedule_, schedule1_, whole); }

  void make_chain() {
    spread(s_, &Lane::s);
    spread(tweakey2_, &Lane::tweakey2);
    spread(tweakey3_, &Lane::tweakey3);
    is_scheduled_ = false;
    begin_rows();
    for (std::uint32_t step = 0;; step++) {
      schedule();
      spread_counters();
      call(s_, false);
      step_counters();
      if (step == steps_) break;
      take_block(text_);
      add(s_, text_);
      step_counters();
      take_block(tweakey2_);
    }
    gather(&Lane::s, s_);
  }

  void make_text(Direction direction) {
    if (!is_scheduled_) schedule_messages();
    spread(s_, &Lane::s);
    if (steps_ != 0) begin_rows();
    for (std::uint32_t step = 0;; step++) {
      spread_counters();
      call(s_, false);
      if (step == steps_) break;
      cipher_.spread(text_, at_);
      take_in(direction, s_, text_);
      cipher_.gather(at_, text_);
      advance_rows();
      step_counters();
    }
    gather(&Lane::s, s_);
  }

  // Nonce and key of all lanes, also of those that wait for another call now.
  void schedule_messages() {
    spread(tweakey2_, &Lane::nonce);
    spread(tweakey3_, &Lane::key);
    schedule();
    is_scheduled_ = true;
  }

  // A step of the hash [romulus 6.2], of which the second call has second_call added to its block.
  void make_hash() {
    spread(s_, &Lane::h);
    spread(tweakey1_, &Lane::g);
    spread(tweakey2_, &Lane::first);
    spread(tweakey3_, &Lane::second);
    begin_rows();
    for (std::uint32_t step = 0;; step++) {
      schedule();
      cipher_.set_tweakey1<4>(schedule1_, tweakey1_);
      copy(text_, s_);
      copy(tweakey1_, s_);
      cipher_.flip<0, 0>(tweakey1_);
      call(s_, true);
      call(tweakey1_, true);
      add(s_, text_);
      add(tweakey1_, text_);
      cipher_.flip<0, 0>(tweakey1_);
      if (step == steps_) break;
      take_block(tweakey2_);
      take_block(tweakey3_);
    }
    gather(&Lane::h, s_);
    gather(&Lane::g, tweakey1_);
  }

  void make_stream() {
    spread(nonce_, &Lane::nonce);
    spread(tweakey3_, &Lane::z);
    clear(tweakey2_);
    begin_rows();
    for (std::uint32_t step = 0; step <= steps_; step++) {
      schedule();
      spread_counters();
      copy(s_, nonce_);
      call(s_, false);
      // The domain of the next key, which differs in one bit.
      static_assert((domains::t_stream ^ domains::t_next_key) == 1);
      cipher_.flip<7, 0>(tweakey1_);
      cipher_.set_tweakey1<2>(schedule1_, tweakey1_);
      copy(tweakey3_, nonce_);
      call(tweakey3_, false);
      cipher_.spread(text_, at_);
      add(text_, s_);
      cipher_.gather(at_, text_);
      advance_rows();
      step_counters();
    }
    gather(&Lane::z, tweakey3_);
  }

  skinny::Lanes cipher_;
  skinny::Lanes::Schedule schedule_;
  skinny::Lanes::Schedule1 schedule1_;
  Planes s_, text_, nonce_, tweakey1_, tweakey2_, tweakey3_;
  Block idle_;
  std::uint64_t half_[skinny::Lanes::most + 1];
  std::uint8_t* at_[skinny::Lanes::most];
  const std::uint8_t *from_[skinny::Lanes::most], *half_at_[skinny::Lanes::most];
  std::size_t advance_[skinny::Lanes::most];
  std::uint32_t mask_, steps_;
  Lane* lane_;
  bool is_scheduled_;
};

}  // namespace romulus
