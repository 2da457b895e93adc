// Messages side by side: in each turn every lane names its next call of the cipher, and the call that most of them wait
// for is made for all of those together, as often as each of them can follow.
#pragma once

#include "h.hpp"
#include "m.hpp"
#include "n.hpp"
#include "specification_lanes.hpp"
#include "t.hpp"

namespace romulus {

enum class Mode : std::uint32_t { n, m, t, h };

template <Specification S, LanesSpecification L>
class Scheduler {
 public:
  // How many lanes there are.
  static constexpr unsigned most = L::Cipher::most_lanes;

  // Works the first `count` lanes (at most thirty-two) and answers with a bit for each that wants something of the
  // caller; none if there is no message. To bring in a message or a piece costs about as much as a call with all lanes,
  // so a lane is left idle until as much has been lost by that. Nothing in this object outlives the function.
  std::uint32_t run(Mode mode, Direction direction, LaneOf<S>* lane, unsigned count) {
    lanes_.cipher.choose(count);
    lane_ = lane;
    is_scheduled_ = false;
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) {
      half_at_[i] = reinterpret_cast<const std::uint8_t*>(half_ + i);
      if constexpr (counts_in_keys<L>) half_[i] = 0;
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
      if (call == Call::none || lost >= lanes_.cipher.lanes()) return wanting;

      const auto idle = static_cast<unsigned>(std::popcount(wanting));
      steps_ = idle == 0 ? ~0U : (lanes_.cipher.lanes() - lost) / idle;
      mask_ = 0;
      for (unsigned i = 0; i < count; i++) {
        if (lane[i].call != call) continue;
        mask_ |= 1U << i;
        if (lane[i].steps < steps_) steps_ = lane[i].steps;
        half_[i] = with_domain<S>(lane[i].counter, lane[i].domain);
      }
      // A hash has no counters.
      if constexpr (SharesCounters<L>) is_shared_ = call != Call::hash && compare_counters();
      make(call, direction, count);
      lost += idle * (steps_ + 1);
    }
  }

 private:
  using Planes = typename L::Planes;
  static constexpr bool has_pairs = PairedLanesSpecification<L>;

  static void advance(Mode mode, Direction direction, LaneOf<S>& lane) {
    if (lane.request == LaneRequest::start) lane.restart();
    if (lane.request != LaneRequest::nothing || lane.call != Call::none) return;
    switch (mode) {
      case Mode::n: return advance_n(lane, direction);
      case Mode::m: return advance_m(lane, direction);
      case Mode::t:
        if constexpr (has_pairs) advance_t(lane, direction);
        return;
      case Mode::h:
        if constexpr (has_pairs) advance_h(lane);
        return;
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
      case Call::hash:
        if constexpr (has_pairs) make_hash();
        break;
      case Call::stream:
        if constexpr (has_pairs) make_stream();
        break;
      case Call::none: break;
    }
    const std::uint32_t taken = call == Call::chain  ? pair_length<S> * steps_
                                : call == Call::hash ? 2 * block_length * steps_
                                                     : block_length * (call == Call::stream ? steps_ + 1 : steps_);
    for (unsigned i = 0; i < count; i++) {
      if (!takes_part(i)) continue;
      lane_[i].take(taken);
      lane_[i].counter.set(SharesCounters<L> && is_shared_ ? shared_half_ : half_[i]);
      lane_[i].call = Call::none;
    }
  }

  // rho, or its inverse, on a block of text.
  void take_in(Direction direction) {
    lanes_.cipher.each_byte(
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

  // Where a block of each lane is.
  [[gnu::noinline]] const std::uint8_t* const* all(Block LaneOf<S>::*field) {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) from_[i] = bytes_of(lane_[i].*field);
    return from_;
  }

  [[gnu::noinline]] const std::uint8_t* const* those_at(const std::uint8_t* LaneOf<S>::*pointer) {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) from_[i] = takes_part(i) ? lane_[i].*pointer : bytes_of(idle_);
    return from_;
  }

  [[gnu::noinline]] std::uint8_t* const* those_in(Block LaneOf<S>::*field) {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++)
      at_[i] = reinterpret_cast<std::uint8_t*>(takes_part(i) ? &(lane_[i].*field) : &idle_);
    return at_;
  }

  // The blocks that lie in a row at each lane's `bytes`.
  void begin_rows() {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) {
      at_[i] = takes_part(i) ? lane_[i].bytes : reinterpret_cast<std::uint8_t*>(&idle_);
      advance_[i] = takes_part(i) ? ~std::size_t{0} : 0;
    }
  }

  [[gnu::noinline]] void advance_rows(std::size_t length) {
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) at_[i] += advance_[i] & length;
  }

  // Whether all lanes that take part have the same counter; if so, the others have it too.
  [[gnu::noinline]] bool compare_counters() {
    const auto first = static_cast<unsigned>(std::countr_zero(mask_));
    std::uint64_t difference = 0;
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++)
      if (takes_part(i)) difference |= half_[i] ^ half_[first];
    shared_half_ = half_[first];
    return difference == 0;
  }

  void set_counters() {
    if constexpr (SharesCounters<L>)
      if (is_shared_) return lanes_.share_counter(shared_half_);
    lanes_.set_counters(half_at_);
  }

  [[gnu::noinline]] void step_counters() {
    if constexpr (SharesCounters<L>)
      if (is_shared_) {
        shared_half_ = S::Counter::stepped(shared_half_);
        return;
      }
    for (unsigned i = 0; i < lanes_.cipher.lanes(); i++) half_[i] = S::Counter::stepped(half_[i]);
  }

  void make_chain() {
    lanes_.cipher.spread(s_, all(&LaneOf<S>::s));
    lanes_.set_tweaks(those_at(&LaneOf<S>::tweak_at));
    lanes_.set_keys(those_at(&LaneOf<S>::key_at));
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
    lanes_.cipher.gather(those_in(&LaneOf<S>::s), s_);
  }

  void make_text(Direction direction) {
    if (!is_scheduled_) schedule_messages();
    lanes_.cipher.spread(s_, all(&LaneOf<S>::s));
    if (steps_ != 0) begin_rows();
    for (std::uint32_t step = 0;; step++) {
      set_counters();
      lanes_.encrypt(s_);
      if (step == steps_) break;
      lanes_.cipher.spread(text_, at_);
      take_in(direction);
      lanes_.cipher.gather(at_, text_);
      advance_rows(block_length);
      step_counters();
    }
    lanes_.cipher.gather(those_in(&LaneOf<S>::s), s_);
  }

  // Nonce and key of all lanes, also of those that wait for another call now.
  void schedule_messages() {
    lanes_.set_tweaks(all(&LaneOf<S>::nonce));
    lanes_.set_keys(all(&LaneOf<S>::key));
    lanes_.schedule();
    is_scheduled_ = true;
  }

  void make_hash() {
    lanes_.cipher.spread(s_, all(&LaneOf<S>::h));
    lanes_.set_g(all(&LaneOf<S>::g));
    lanes_.set_tweaks(those_at(&LaneOf<S>::first));
    lanes_.set_keys(those_at(&LaneOf<S>::second));
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
    lanes_.cipher.gather(those_in(&LaneOf<S>::h), s_);
    lanes_.gather_g(those_in(&LaneOf<S>::g));
  }

  void make_stream() {
    lanes_.cipher.spread(nonce_, all(&LaneOf<S>::nonce));
    lanes_.clear_tweaks();
    lanes_.set_keys(all(&LaneOf<S>::z));
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
    lanes_.gather_keys(those_in(&LaneOf<S>::z));
  }

  L lanes_;
  Planes s_, text_, nonce_;
  Block idle_;
  std::uint64_t half_[most + 1], shared_half_;
  std::uint8_t* at_[most];
  const std::uint8_t *from_[most], *half_at_[most];
  std::size_t advance_[most];
  bool is_shared_;
  std::uint32_t mask_, steps_;
  LaneOf<S>* lane_;
  bool is_scheduled_;
};

}  // namespace romulus
