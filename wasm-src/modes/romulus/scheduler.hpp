// The scheduler of the lanes: messages side by side. Each turn makes the kind of call that most lanes wait for,
// repeated while these have blocks.
#pragma once

#include "h.hpp"
#include "m.hpp"
#include "n.hpp"
#include "specification_lanes.hpp"
#include "t.hpp"

namespace romulus {

template <Specification S>
class Scheduler {
  static_assert(Lane::piece_length % piece_unit<S> == 0);

 public:
  static constexpr unsigned most = Romulus13Lanes::Cipher::most_lanes;

  std::uint32_t run(Mode mode, Direction direction, Lane* lane, unsigned count) {
    lanes_.cipher.choose(count);
    lane_ = lane;
    is_scheduled_ = false;
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++)
      counter_at_[i] = reinterpret_cast<const std::uint8_t*>(counter_ + i);
    for (unsigned lost = 0;;) {
      std::uint32_t wanting = 0;
      // The number of lanes that wait for each kind of call, a byte for each kind.
      std::uint64_t waiting = 0;
      for (unsigned i = 0; i < count; i++) {
        advance(mode, direction, lane[i]);
        if (lane[i].wants_caller()) wanting |= 1U << i;
        waiting += std::uint64_t{1} << 8 * static_cast<unsigned>(lane[i].call);
      }
      const Call call = most_wanted(waiting);
      if (call == Call::none || lost >= lanes_.cipher.lanes()) return wanting;

      const auto idle = static_cast<unsigned>(std::popcount(wanting));
      steps_ = idle == 0 ? ~0U : (lanes_.cipher.lanes() - lost) / idle;
      mask_ = 0;
      for (unsigned i = 0; i < count; i++) {
        if (lane[i].call != call) continue;
        mask_ |= 1U << i;
        if (lane[i].steps < steps_) steps_ = lane[i].steps;
        counter_[i] = with_domain<S>(lane[i].counter, lane[i].domain);
      }
      // A hash has no counters.
      is_shared_ = call != Call::hash && compare_counters();
      make(call, direction, count);
      lost += idle * (steps_ + 1);
    }
  }

 private:
  using Planes = Romulus13Lanes::Planes;

  static void advance(Mode mode, Direction direction, Lane& lane) {
    if (lane.request == LaneRequest::start) lane.restart();
    if (lane.request != LaneRequest::nothing || lane.call != Call::none) return;
    switch (mode) {
      case Mode::n: return advance_n<S>(lane, direction);
      case Mode::m: return advance_m<S>(lane, direction);
      case Mode::t: return advance_t<S>(lane, direction);
      case Mode::h: return advance_h<S>(lane);
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
    const std::uint32_t taken = call == Call::chain  ? pair_length<S> * steps_
                                : call == Call::hash ? 2 * block_length * steps_
                                                     : block_length * (call == Call::stream ? steps_ + 1 : steps_);
    for (unsigned i = 0; i < count; i++) {
      if (!takes_part(i)) continue;
      lane_[i].take(taken);
      lane_[i].counter = S::Counter::without_domain(is_shared_ ? shared_counter_ : counter_[i]);
      lane_[i].call = Call::none;
    }
  }

  // True if lane i takes part in the next call. The other lanes get a block that nobody reads.
  bool takes_part(unsigned i) const { return (mask_ >> i & 1) != 0; }

  [[gnu::noinline]] const std::uint8_t* const* blocks_of_all(Block Lane::*field) {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) from_[i] = bytes_of(lane_[i].*field);
    return from_;
  }

  [[gnu::noinline]] const std::uint8_t* const* addresses_of_participants(const std::uint8_t* Lane::*pointer) {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) from_[i] = takes_part(i) ? lane_[i].*pointer : bytes_of(idle_);
    return from_;
  }

  [[gnu::noinline]] std::uint8_t* const* blocks_of_participants(Block Lane::*field) {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++)
      at_[i] = reinterpret_cast<std::uint8_t*>(takes_part(i) ? &(lane_[i].*field) : &idle_);
    return at_;
  }

  void begin_rows() {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) {
      at_[i] = takes_part(i) ? lane_[i].bytes : reinterpret_cast<std::uint8_t*>(&idle_);
      advance_[i] = takes_part(i) ? ~std::size_t{0} : 0;
    }
  }

  [[gnu::noinline]] void advance_rows(std::size_t length) {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) at_[i] += advance_[i] & length;
  }

  // True if all lanes that take part have the same counter. The other lanes then get this counter too.
  [[gnu::noinline]] bool compare_counters() {
    const auto first = static_cast<unsigned>(std::countr_zero(mask_));
    std::uint64_t difference = 0;
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++)
      if (takes_part(i)) difference |= counter_[i] ^ counter_[first];
    shared_counter_ = counter_[first];
    return difference == 0;
  }

  void set_counters() {
    if (is_shared_) return lanes_.share_counter(shared_counter_);
    lanes_.set_counters(counter_at_);
  }

  [[gnu::noinline]] void step_counters() {
    if (is_shared_) {
      shared_counter_ = S::Counter::next_with_domain(shared_counter_);
      return;
    }
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) counter_[i] = S::Counter::next_with_domain(counter_[i]);
  }

  void make_chain() {
    lanes_.cipher.spread(s_, blocks_of_all(&Lane::s));
    lanes_.set_tweaks(addresses_of_participants(&Lane::tweak_at));
    lanes_.set_keys(addresses_of_participants(&Lane::key_at));
    is_scheduled_ = false;
    begin_rows();
    for (std::uint32_t step = 0;; step++) {
      lanes_.schedule();
      set_counters();
      lanes_.encrypt(s_);
      step_counters();
      if (step == steps_) break;
      lanes_.cipher.spread(text_, at_);
      advance_rows(block_length);
      lanes_.cipher.add(s_, text_);
      step_counters();
      lanes_.set_tweaks(at_);
      advance_rows(S::tweak_length);
    }
    lanes_.cipher.gather(blocks_of_participants(&Lane::s), s_);
  }

  void make_text(Direction direction) {
    if (!is_scheduled_) schedule_messages();
    lanes_.cipher.spread(s_, blocks_of_all(&Lane::s));
    if (steps_ != 0) begin_rows();
    for (std::uint32_t step = 0;; step++) {
      set_counters();
      lanes_.encrypt(s_);
      if (step == steps_) break;
      lanes_.cipher.spread(text_, at_);
      lanes_.cipher.rho(direction, s_, text_);
      lanes_.cipher.gather(at_, text_);
      advance_rows(block_length);
      step_counters();
    }
    lanes_.cipher.gather(blocks_of_participants(&Lane::s), s_);
  }

  // Sets nonce and key of all lanes, even of lanes that now wait for another call.
  void schedule_messages() {
    lanes_.set_tweaks(blocks_of_all(&Lane::nonce));
    lanes_.set_keys(blocks_of_all(&Lane::key));
    lanes_.schedule();
    is_scheduled_ = true;
  }

  void make_hash() {
    lanes_.cipher.spread(s_, blocks_of_all(&Lane::h));
    lanes_.set_g(blocks_of_all(&Lane::g));
    lanes_.set_tweaks(addresses_of_participants(&Lane::first));
    lanes_.set_keys(addresses_of_participants(&Lane::second));
    begin_rows();
    for (std::uint32_t step = 0;; step++) {
      lanes_.schedule();
      lanes_.compress(s_, text_);
      if (step == steps_) break;
      lanes_.set_tweaks(at_);
      advance_rows(block_length);
      lanes_.set_keys(at_);
      advance_rows(block_length);
    }
    lanes_.cipher.gather(blocks_of_participants(&Lane::h), s_);
    lanes_.gather_g(blocks_of_participants(&Lane::g));
  }

  void make_stream() {
    lanes_.cipher.spread(nonce_, blocks_of_all(&Lane::nonce));
    lanes_.clear_tweaks();
    lanes_.set_keys(blocks_of_all(&Lane::z));
    begin_rows();
    for (std::uint32_t step = 0; step <= steps_; step++) {
      lanes_.schedule();
      set_counters();
      lanes_.make_stream(s_, nonce_);
      lanes_.cipher.spread(text_, at_);
      lanes_.cipher.add(text_, s_);
      lanes_.cipher.gather(at_, text_);
      advance_rows(block_length);
      step_counters();
    }
    lanes_.gather_keys(blocks_of_participants(&Lane::z));
  }

  Romulus13Lanes lanes_;
  Planes s_, text_, nonce_;
  Block idle_;
  std::uint64_t counter_[most + 1], shared_counter_;
  std::uint8_t* at_[most];
  const std::uint8_t *from_[most], *counter_at_[most];
  std::size_t advance_[most];
  bool is_shared_;
  std::uint32_t mask_, steps_;
  Lane* lane_;
  bool is_scheduled_;
};

}  // namespace romulus
