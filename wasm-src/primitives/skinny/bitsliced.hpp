// One type for both kernels with many lanes. Each run chooses one of them. So the code that uses them is compiled once.
#pragma once

#include "bitsliced32.hpp"
#include "bitsliced8.hpp"

namespace skinny {

class Bitsliced : public PlaneOperations<Bitsliced> {
  using Narrow = Bitsliced8;
  using Wide = Bitsliced32;

 public:
  using Member = Skinny128_384Plus;
  using Planes = planes::Planes;

  union Schedule {
    Narrow::Schedule narrow;
    Wide::Schedule wide;
  };

  union Schedule1 {
    Narrow::Schedule1 narrow;
    Wide::Schedule1 wide;
  };

  static constexpr unsigned most_lanes = Wide::lanes();
  void choose(unsigned count) { is_wide_ = count > Narrow::lanes(); }
  unsigned lanes() const { return is_wide_ ? Wide::lanes() : Narrow::lanes(); }
  unsigned rows() const { return is_wide_ ? Wide::rows() : Narrow::rows(); }

  void spread(Planes& blocks, const std::uint8_t* const* from) const {
    is_wide_ ? Wide::spread(blocks, from) : Narrow::spread(blocks, from);
  }

  void broadcast(Planes& blocks, std::uint64_t bytes) const {
    is_wide_ ? Wide::broadcast(blocks, bytes) : Narrow::broadcast(blocks, bytes);
  }

  void gather(std::uint8_t* const* to, Planes& blocks) const {
    is_wide_ ? Wide::gather(to, blocks) : Narrow::gather(to, blocks);
  }

  void set_tweakeys(Schedule& schedule, const Tweakeys& tweakeys) {
    is_wide_ ? wide_.set_tweakeys(schedule.wide, tweakeys) : narrow_.set_tweakeys(schedule.narrow, tweakeys);
  }

  template <Tweakey1 used>
  void set_tweakey1(Schedule1& schedule, const Planes& tweakey1) const {
    is_wide_ ? Wide::set_tweakey1<used>(schedule.wide, tweakey1)
             : Narrow::set_tweakey1<used>(schedule.narrow, tweakey1);
  }

  void encrypt(Planes& blocks, const Schedule& schedule, const Schedule1& schedule1, Tweakey1 used) {
    is_wide_ ? wide_.encrypt(blocks, schedule.wide, schedule1.wide, used)
             : Narrow::encrypt(blocks, schedule.narrow, schedule1.narrow, used);
  }

  template <unsigned cell, unsigned bit>
  void flip(Planes& blocks) const {
    is_wide_ ? Wide::flip<cell, bit>(blocks) : Narrow::flip<cell, bit>(blocks);
  }

 private:
  bool is_wide_;
  union {
    Narrow narrow_;
    Wide wide_;
  };
};

static_assert(LanesCipher<Bitsliced>);

}  // namespace skinny
