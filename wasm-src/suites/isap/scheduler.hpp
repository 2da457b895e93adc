// Messages side by side. Each turn makes the kind of call that most lanes wait for, repeated while these have blocks. A
// lane that waits for another kind goes on by itself if that is faster, or if it joins the others sooner.
#pragma once

#include "../../common/lanes_permutation.hpp"
#include "lane.hpp"
#include "sponge.hpp"

namespace isap {

using common::Blocks, common::LanesPermutation;

// The two kernels of a permutation: for many states, and for one.
template <Permutation One, LanesPermutation Many>
struct Kernels {
  Many many;
  typename One::State one;

  [[gnu::noinline]] void make_alone(Lane& lane, const Rounds& rounds) {
    using Sponge = isap::Sponge<One>;
    One::load(one, lane.state);
    switch (lane.call) {
      case Call::hash:
        Sponge::permute(one, rounds.hash);
        Sponge::absorb(one, lane.block, lane.steps * One::rate, rounds.hash);
        break;
      case Call::stream: Sponge::crypt(one, lane.block, (lane.steps + 1) * One::rate, rounds.stream); break;
      case Call::derive: Sponge::derive(one, lane.block, rounds); break;
      case Call::none: break;
    }
    One::store(lane.state, one);
    lane.finish(One::rate, lane.steps);
  }

  [[gnu::noinline]] void make(Call call, std::uint8_t* const* state, Blocks<Many::lanes>& blocks, std::uint32_t steps,
                              const Rounds& rounds) {
    many.spread(state);
    switch (call) {
      case Call::hash:
        many.permute(rounds.hash);
        many.absorb(blocks, steps, rounds.hash);
        break;
      case Call::stream: many.crypt(blocks, steps + 1, rounds.stream); break;
      case Call::derive:
        many.permute(rounds.key);
        many.absorb_bits(blocks.at, rounds.bit);
        many.permute(rounds.key);
        break;
      case Call::none: break;
    }
    many.gather(state);
  }
};

template <class Ascon, class Keccak>
class Lanes {
 public:
  static constexpr unsigned most = 8;

  // Bringing in a message or piece costs about forty rounds of all lanes, so idle lanes wait until they have lost that.
  std::uint32_t run(Mode mode, Direction direction, Lane* lane, unsigned count) {
    lane_ = lane;
    count_ = count;
    shape_.rounds = rounds_of(mode);
    return is_ascon(mode) ? run(ascon_, direction) : run(keccak_, direction);
  }

 private:
  static constexpr unsigned affordable = 40 * most;

  template <Permutation One, LanesPermutation Many>
  std::uint32_t run(Kernels<One, Many>& kernels, Direction direction) {
    static_assert(Many::lanes == most);
    shape_.length = Many::length;
    shape_.rate = Many::rate;
    for (unsigned lost = 0;;) {
      const std::uint32_t wanting = advance_all(direction);
      if (call_ == Call::none || lost >= affordable) return wanting;
      const auto idle = static_cast<unsigned>(std::popcount(wanting));
      Lane* const other = shortest_of_others();
      if (together_ <= Many::cost) {
        // Too few lanes wait to make a call together, so the caller fills the lanes first.
        if (wanting != 0) return wanting;
        Lane* const shortest = other != nullptr && rounds_of_call(*other) < rounds_ ? other : first_;
        kernels.make_alone(*shortest, shape_.rounds);
      } else if (other != nullptr && rounds_of_call(*other) <= rounds_) {
        // This lane goes on by itself, so that it joins the others sooner.
        lost += idle * rounds_of_call(*other) / Many::cost;
        kernels.make_alone(*other, shape_.rounds);
      } else {
        lost += idle * make(kernels, idle == 0 ? ~0U : (affordable - lost) / idle);
      }
    }
  }

  unsigned rounds_of_call(const Lane& lane) const { return lane.rounds(shape_.rounds, lane.steps); }

  // Brings every lane to its next call. Finds the call that most lanes wait for, the number of these lanes, and the one
  // among them with the fewest rounds. Returns a bit for each lane that has a request for the caller.
  std::uint32_t advance_all(Direction direction) {
    std::uint32_t wanting = 0;
    // The number of lanes that wait for each kind of call, a byte for each kind.
    std::uint32_t waiting = 0;
    for (unsigned i = 0; i < count_; i++) {
      Lane& lane = lane_[i];
      if (lane.request == LaneRequest::start) lane.restart();
      if (lane.request == LaneRequest::nothing && lane.call == Call::none) advance(lane, shape_, direction);
      if (lane.wants_caller()) wanting |= 1U << i;
      waiting += 1U << 8 * static_cast<unsigned>(lane.call);
    }
    call_ = Call::none;
    together_ = 0;
    for (unsigned i = 1; i < calls; i++) {
      const unsigned lanes = waiting >> 8 * i & 0xff;
      if (lanes <= together_) continue;
      together_ = lanes;
      call_ = static_cast<Call>(i);
    }
    first_ = nullptr;
    for (unsigned i = 0; i < count_; i++) {
      if (call_ == Call::none || lane_[i].call != call_) continue;
      if (first_ == nullptr || lane_[i].steps < first_->steps) first_ = &lane_[i];
    }
    rounds_ = first_ == nullptr ? 0 : rounds_of_call(*first_);
    return wanting;
  }

  // The lane with the fewest rounds among those that wait for another call.
  Lane* shortest_of_others() {
    Lane* shortest = nullptr;
    for (unsigned i = 0; i < count_; i++) {
      if (lane_[i].call == Call::none || lane_[i].call == call_) continue;
      if (shortest == nullptr || rounds_of_call(lane_[i]) < rounds_of_call(*shortest)) shortest = &lane_[i];
    }
    return shortest;
  }

  // Makes the call for all lanes that wait for it, in at most `most_rounds` rounds if possible. Returns the rounds.
  template <class Kernels>
  unsigned make(Kernels& kernels, unsigned most_rounds) {
    std::uint32_t steps = first_->steps;
    const unsigned rounds_of_step = first_->rounds(shape_.rounds, 0);
    if (steps > most_rounds / rounds_of_step) steps = most_rounds / rounds_of_step;
    const unsigned rounds = first_->rounds(shape_.rounds, steps);
    for (unsigned i = 0; i < most; i++) {
      const bool takes_part = i < count_ && lane_[i].call == call_;
      state_[i] = takes_part ? lane_[i].state : idle_;
      blocks_.at[i] = takes_part ? lane_[i].block : idle_;
      blocks_.stride[i] = takes_part ? shape_.rate : 0;
    }
    kernels.make(call_, state_, blocks_, steps, shape_.rounds);
    for (unsigned i = 0; i < count_; i++)
      if (lane_[i].call == call_) lane_[i].finish(shape_.rate, steps);
    return rounds;
  }

  union {
    Ascon ascon_;
    Keccak keccak_;
  };
  Shape shape_;
  std::uint8_t idle_[64];
  std::uint8_t* state_[most];
  Blocks<most> blocks_;
  Call call_;
  unsigned together_, rounds_, count_;
  Lane *lane_, *first_;
};

}  // namespace isap
