// Messages side by side: in each turn every lane names its next call of the permutation, and the call that most of them
// wait for is made for all of those together, as often as each of them can follow.
#pragma once

#include "lane.hpp"
#include "lanes_permutation.hpp"

namespace isap {

template <LanesPermutation AsconKernel, LanesPermutation KeccakKernel>
class Lanes {
 public:
  static constexpr unsigned most = 8;
  static_assert(AsconKernel::lanes == most && KeccakKernel::lanes == most);

  // Works the first `count` lanes (at most eight) and answers with a bit for each that wants something of the caller;
  // none if there is no message. To bring in a message or a piece costs about as much as forty rounds, so a lane is
  // left idle until as much has been lost by that. Nothing in this object outlives the function.
  std::uint32_t run(Mode mode, Direction direction, Lane* lane, unsigned count) {
    lane_ = lane;
    if (is_ascon(mode)) return run(ascon_, mode, direction, count);
    return run(keccak_, mode, direction, count);
  }

 private:
  static constexpr unsigned affordable = 40 * most;

  template <LanesPermutation Kernel>
  std::uint32_t run(Kernel& kernel, Mode mode, Direction direction, unsigned count) {
    sponge_ = {Kernel::length, Kernel::rate, rounds_of(mode)};
    for (unsigned lost = 0;;) {
      std::uint32_t wanting = 0;
      // How many lanes wait for each kind of call, a byte for each kind.
      std::uint32_t waiting = 0;
      for (unsigned i = 0; i < count; i++) {
        Lane& lane = lane_[i];
        if (lane.wants == Wants::start) lane.restart();
        if (lane.wants == Wants::nothing && lane.call == Call::none) advance(lane, sponge_, direction);
        if (lane.wants != Wants::nothing && lane.wants != Wants::message) wanting |= 1U << i;
        waiting += 1U << 8 * static_cast<unsigned>(lane.call);
      }
      const Call call = most_wanted(waiting);
      if (call == Call::none || lost >= affordable) return wanting;

      const auto idle = static_cast<unsigned>(std::popcount(wanting));
      const unsigned rounds = rounds_of_step(call, sponge_.rounds);
      steps_ = idle == 0 ? ~0U : (affordable - lost) / (idle * rounds);
      takes_part_ = 0;
      for (unsigned i = 0; i < most; i++) {
        const bool takes_part = i < count && lane_[i].call == call;
        state_[i] = takes_part ? lane_[i].state : idle_;
        blocks_.at[i] = takes_part ? lane_[i].block : idle_;
        blocks_.stride[i] = takes_part ? Kernel::rate : 0;
        if (!takes_part) continue;
        takes_part_ |= 1U << i;
        if (lane_[i].steps < steps_) steps_ = lane_[i].steps;
      }
      make(kernel, call, sponge_.rounds);
      lost += idle * rounds * (steps_ + 1);
      for (unsigned i = 0; i < count; i++) {
        if ((takes_part_ >> i & 1) == 0) continue;
        finish(lane_[i], call, Kernel::rate);
      }
    }
  }

  static Call most_wanted(std::uint32_t waiting) {
    unsigned most_lanes = 0;
    Call call = Call::none;
    for (unsigned i = 1; i < calls; i++) {
      const unsigned count = waiting >> 8 * i & 0xff;
      if (count <= most_lanes) continue;
      most_lanes = count;
      call = static_cast<Call>(i);
    }
    return call;
  }

  static unsigned rounds_of_step(Call call, const Rounds& rounds) {
    if (call == Call::hash) return rounds.hash;
    if (call == Call::stream) return rounds.stream;
    return 2U * rounds.key + (8 * key_length - 1) * rounds.bit;
  }

  template <LanesPermutation Kernel>
  [[gnu::noinline]] void make(Kernel& kernel, Call call, const Rounds& rounds) {
    kernel.spread(state_);
    switch (call) {
      case Call::hash:
        kernel.permute(rounds.hash);
        kernel.absorb(blocks_, steps_, rounds.hash);
        break;
      case Call::stream: kernel.crypt(blocks_, steps_ + 1, rounds.stream); break;
      case Call::derive:
        kernel.spread_strings(blocks_.at);
        kernel.permute(rounds.key);
        for (unsigned i = 0; i < 8 * key_length; i++) {
          kernel.add_bits(i);
          kernel.permute(i + 1 < 8 * key_length ? rounds.bit : rounds.key);
        }
        break;
      case Call::none: break;
    }
    kernel.gather(state_);
  }

  void finish(Lane& lane, Call call, std::size_t rate) const {
    lane.call = Call::none;
    if (call == Call::hash) lane.take(rate * steps_);
    // The rest of a text, shorter than a block, is worked elsewhere and stays.
    if (call == Call::stream && lane.left >= rate) lane.take(rate * (steps_ + 1));
  }

  union {
    AsconKernel ascon_;
    KeccakKernel keccak_;
  };
  Sponge sponge_;
  std::uint8_t idle_[56];
  std::uint8_t* state_[most];
  Blocks<most> blocks_;
  std::uint32_t takes_part_, steps_;
  Lane* lane_;
};

}  // namespace isap
