// Messages side by side: in each turn every lane names its next call of the cipher, and the call that most of them wait
// for is made for all of those together, as often as each of them can follow.
#pragma once

#include "../../primitives/skinny/bitsliced.hpp"
#include "h.hpp"
#include "m.hpp"
#include "n.hpp"
#include "t.hpp"

namespace romulus {

using skinny::Tweakey1;

enum class Mode : std::uint32_t { n, m, t, h };

template <Specification S>
class Lanes {
 public:
  // How many lanes there are.
  static constexpr unsigned most = skinny::Bitsliced<typename S::Cipher::Member>::most_lanes;

  // Works the first `count` lanes (at most thirty-two) and answers with a bit for each that wants something of the
  // caller; none if there is no message. To bring in a message or a piece costs about as much as a call with all lanes,
  // so a lane is left idle until as much has been lost by that. Nothing in this object outlives the function.
  std::uint32_t run(Mode mode, Direction direction, Lane<S>* lane, unsigned count) {
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
        half_[i] = with_domain<S>(lane[i].counter, lane[i].domain);
      }
      make(call, direction, count);
      lost += idle * (steps_ + 1);
    }
  }

 private:
  using Cipher = skinny::Bitsliced<typename S::Cipher::Member>;
  using Planes = typename Cipher::Planes;

  static void advance(Mode mode, Direction direction, Lane<S>& lane) {
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

  // rho, or its inverse, on a block of text.
  void take_in(Direction direction) {
    cipher_.each_byte(
        s_, text_, [direction](auto& s, auto& t) __attribute__((always_inline)) {
          const auto bit_0 = s[0];
          UNROLLED(unsigned b = 0; b < 8; b++) {
            // G: each bit is the next one, and the last also takes the first [romulus 2.4].
            const auto next = b < 7 ? s[b + 1] : wasm_v128_xor(s[7], bit_0);
            const auto in = t[b], out = wasm_v128_xor(in, next);
            t[b] = out;
            s[b] = wasm_v128_xor(s[b], direction == Direction::encrypt ? in : out);
          }
        });
  }

  // Whether lane i takes part in the calls being made. The others are given a block that nobody reads.
  bool takes_part(unsigned i) const { return (mask_ >> i & 1) != 0; }

  [[gnu::noinline]] void spread(Planes& blocks, Block Lane<S>::*field) {
    for (unsigned i = 0; i < cipher_.lanes(); i++) from_[i] = bytes_of(lane_[i].*field);
    cipher_.spread(blocks, from_);
  }

  [[gnu::noinline]] void spread(Planes& blocks, const std::uint8_t* Lane<S>::*pointer) {
    for (unsigned i = 0; i < cipher_.lanes(); i++) from_[i] = takes_part(i) ? lane_[i].*pointer : bytes_of(idle_);
    cipher_.spread(blocks, from_);
  }

  [[gnu::noinline]] void gather(Block Lane<S>::*field, Planes& blocks) {
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
    for (unsigned i = 0; i < cipher_.lanes(); i++) half_[i] = S::Counter::stepped(half_[i]);
  }

  void spread_counters() {
    cipher_.spread(tweakey1_, half_at_);
    cipher_.template set_tweakey1<Tweakey1::half>(schedule1_, tweakey1_);
  }

  void schedule() { cipher_.set_tweakeys(schedule_, tweakey_); }

  void call(Planes& blocks, Tweakey1 used) { cipher_.encrypt(blocks, schedule_, schedule1_, used); }

  void make_chain() {
    spread(s_, &Lane<S>::s);
    spread(tweakey_[0], &Lane<S>::tweakey2);
    spread(tweakey_[1], &Lane<S>::tweakey3);
    is_scheduled_ = false;
    begin_rows();
    for (std::uint32_t step = 0;; step++) {
      schedule();
      spread_counters();
      call(s_, Tweakey1::half);
      step_counters();
      if (step == steps_) break;
      take_block(text_);
      cipher_.add(s_, text_);
      step_counters();
      take_block(tweakey_[0]);
    }
    gather(&Lane<S>::s, s_);
  }

  void make_text(Direction direction) {
    if (!is_scheduled_) schedule_messages();
    spread(s_, &Lane<S>::s);
    if (steps_ != 0) begin_rows();
    for (std::uint32_t step = 0;; step++) {
      spread_counters();
      call(s_, Tweakey1::half);
      if (step == steps_) break;
      cipher_.spread(text_, at_);
      take_in(direction);
      cipher_.gather(at_, text_);
      advance_rows();
      step_counters();
    }
    gather(&Lane<S>::s, s_);
  }

  // Nonce and key of all lanes, also of those that wait for another call now.
  void schedule_messages() {
    spread(tweakey_[0], &Lane<S>::nonce);
    spread(tweakey_[1], &Lane<S>::key);
    schedule();
    is_scheduled_ = true;
  }

  // A step of the hash [romulus 6.2], of which the second call has second_call added to its block.
  void make_hash() {
    spread(s_, &Lane<S>::h);
    spread(tweakey1_, &Lane<S>::g);
    spread(tweakey_[0], &Lane<S>::first);
    spread(tweakey_[1], &Lane<S>::second);
    begin_rows();
    for (std::uint32_t step = 0;; step++) {
      schedule();
      cipher_.template set_tweakey1<Tweakey1::whole>(schedule1_, tweakey1_);
      cipher_.copy(text_, s_);
      cipher_.copy(tweakey1_, s_);
      cipher_.template flip<0, 0>(tweakey1_);
      call(s_, Tweakey1::whole);
      call(tweakey1_, Tweakey1::whole);
      cipher_.add(s_, text_);
      cipher_.add(tweakey1_, text_);
      cipher_.template flip<0, 0>(tweakey1_);
      if (step == steps_) break;
      take_block(tweakey_[0]);
      take_block(tweakey_[1]);
    }
    gather(&Lane<S>::h, s_);
    gather(&Lane<S>::g, tweakey1_);
  }

  void make_stream() {
    spread(nonce_, &Lane<S>::nonce);
    spread(tweakey_[1], &Lane<S>::z);
    cipher_.clear(tweakey_[0]);
    begin_rows();
    for (std::uint32_t step = 0; step <= steps_; step++) {
      schedule();
      spread_counters();
      cipher_.copy(s_, nonce_);
      call(s_, Tweakey1::half);
      // The domain of the next key, which differs in one bit.
      static_assert((domains::t_stream ^ domains::t_next_key) == 1);
      cipher_.template flip<S::Counter::length, 0>(tweakey1_);
      cipher_.template set_tweakey1<Tweakey1::half>(schedule1_, tweakey1_);
      cipher_.copy(tweakey_[1], nonce_);
      call(tweakey_[1], Tweakey1::half);
      cipher_.spread(text_, at_);
      cipher_.add(text_, s_);
      cipher_.gather(at_, text_);
      advance_rows();
      step_counters();
    }
    gather(&Lane<S>::z, tweakey_[1]);
  }

  Cipher cipher_;
  typename Cipher::Schedule schedule_;
  typename Cipher::Schedule1 schedule1_;
  Planes s_, text_, nonce_, tweakey1_;
  skinny::Tweakeys<typename Cipher::Member> tweakey_;  // TK2, TK3
  Block idle_;
  std::uint64_t half_[most + 1];
  std::uint8_t* at_[most];
  const std::uint8_t *from_[most], *half_at_[most];
  std::size_t advance_[most];
  std::uint32_t mask_, steps_;
  Lane<S>* lane_;
  bool is_scheduled_;
};

}  // namespace romulus
