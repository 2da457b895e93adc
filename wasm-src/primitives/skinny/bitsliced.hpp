// One type for both kernels with many lanes. Each run chooses one of them. So the code that uses them is compiled once.
#pragma once

#include "bitsliced32.hpp"
#include "bitsliced8.hpp"

namespace skinny {

template <class Of>
class Bitsliced : public PlaneOperations<Bitsliced<Of>, Of::cell_bits> {
  using Narrow = Bitsliced8<Of>;
  using Wide = Bitsliced32<Of>;

 public:
  using Member = Of;
  using Planes = planes::Planes<Of::cell_bits>;

  union Schedule {
    typename Narrow::Schedule narrow;
    typename Wide::Schedule wide;
  };

  union Schedule1 {
    typename Narrow::Schedule1 narrow;
    typename Wide::Schedule1 wide;
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

  void set_tweakeys(Schedule& schedule, const Tweakeys<Member>& tweakeys) {
    is_wide_ ? wide_.set_tweakeys(schedule.wide, tweakeys) : narrow_.set_tweakeys(schedule.narrow, tweakeys);
  }

  template <Tweakey1 used>
  void set_tweakey1(Schedule1& schedule, const Planes& tweakey1) const {
    is_wide_ ? Wide::template set_tweakey1<used>(schedule.wide, tweakey1)
             : Narrow::template set_tweakey1<used>(schedule.narrow, tweakey1);
  }

  void encrypt(Planes& blocks, const Schedule& schedule, const Schedule1& schedule1, Tweakey1 used) {
    is_wide_ ? wide_.encrypt(blocks, schedule.wide, schedule1.wide, used)
             : narrow_.encrypt(blocks, schedule.narrow, schedule1.narrow, used);
  }

  planes::V exchange_cells(planes::V x) const { return is_wide_ ? Wide::exchange_cells(x) : Narrow::exchange_cells(x); }
  planes::V first_cells() const { return is_wide_ ? Wide::first_cells() : Narrow::first_cells(); }

  void set_bare(Schedule& bare, const Tweakeys<Member>& none) {
    is_wide_ ? Wide::set_bare(bare.wide, none) : narrow_.set_bare(bare.narrow, none);
  }

  void set_tweakeys_once(Schedule& schedule, const Schedule& bare, const Planes& tweakey1,
                         const Tweakeys<Member>& tweakeys) {
    is_wide_ ? wide_.set_tweakeys_once(schedule.wide, bare.wide, tweakey1, tweakeys)
             : narrow_.set_tweakeys_once(schedule.narrow, bare.narrow, tweakey1, tweakeys);
  }

  void encrypt_once(Planes& blocks, const Schedule& schedule) {
    is_wide_ ? wide_.encrypt_once(blocks, schedule.wide) : Narrow::encrypt_once(blocks, schedule.narrow);
  }

  template <unsigned cell, unsigned bit>
  void flip(Planes& blocks) const {
    is_wide_ ? Wide::template flip<cell, bit>(blocks) : Narrow::template flip<cell, bit>(blocks);
  }

 private:
  bool is_wide_;
  union {
    Narrow narrow_;
    Wide wide_;
  };
};

static_assert(LanesCipher<Bitsliced<Skinny128_384Plus>> && LanesCipher<Bitsliced<Skinny64_128>>);

}  // namespace skinny
