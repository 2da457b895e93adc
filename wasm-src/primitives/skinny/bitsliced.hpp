// The kernels for many lanes as one, for as many lanes as a run takes: so that what is written over them is compiled
// once.
#pragma once

#include "bitsliced32.hpp"
#include "bitsliced8.hpp"

namespace skinny {

class Lanes {
 public:
  using Planes = planes::Planes;

  union Schedule {
    Lanes8::Schedule narrow;
    Lanes32::Schedule wide;
  };

  union Schedule1 {
    Lanes8::Schedule1 narrow;
    Lanes32::Schedule1 wide;
  };

  static constexpr unsigned most = Lanes32::lanes;

  // The kernel for this many lanes.
  void choose(unsigned count) { is_wide_ = count > Lanes8::lanes; }

  unsigned lanes() const { return is_wide_ ? Lanes32::lanes : Lanes8::lanes; }

  // In how many rows the planes of a block lie.
  unsigned rows() const { return is_wide_ ? 4 : 1; }

  void spread(Planes& blocks, const std::uint8_t* const* from) const {
    is_wide_ ? Lanes32::spread(blocks, from) : Lanes8::spread(blocks, from);
  }

  void gather(std::uint8_t* const* to, Planes& blocks) const {
    is_wide_ ? Lanes32::gather(to, blocks) : Lanes8::gather(to, blocks);
  }

  void set_tweakey23(Schedule& schedule, const Planes& tweakey2, const Planes& tweakey3) {
    is_wide_ ? wide_.set_tweakey23(schedule.wide, tweakey2, tweakey3)
             : narrow_.set_tweakey23(schedule.narrow, tweakey2, tweakey3);
  }

  template <unsigned tweakey_rows>
  void set_tweakey1(Schedule1& schedule, const Planes& tweakey1) const {
    is_wide_ ? Lanes32::set_tweakey1<tweakey_rows>(schedule.wide, tweakey1)
             : Lanes8::set_tweakey1<tweakey_rows>(schedule.narrow, tweakey1);
  }

  void encrypt(Planes& blocks, const Schedule& schedule, const Schedule1& schedule1, bool whole) {
    is_wide_ ? wide_.encrypt(blocks, schedule.wide, schedule1.wide, whole)
             : narrow_.encrypt(blocks, schedule.narrow, schedule1.narrow, whole);
  }

  template <unsigned cell, unsigned bit>
  void flip(Planes& blocks) const {
    is_wide_ ? Lanes32::flip<cell, bit>(blocks) : Lanes8::flip<cell, bit>(blocks);
  }

 private:
  bool is_wide_;
  union {
    Lanes8 narrow_;
    Lanes32 wide_;
  };
};

}  // namespace skinny
