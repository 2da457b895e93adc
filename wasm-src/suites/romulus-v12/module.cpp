#include "../../common/modes.hpp"
#include "../../modes/romulus/m.hpp"
#include "../../modes/romulus/n.hpp"
#include "../../primitives/skinny/kernel.hpp"
#include "specifications.hpp"
#if defined(__wasm_simd128__)
#include "../../modes/romulus/scheduler.hpp"
#endif

namespace romulus_v12 {

using romulus::Direction, romulus::M, romulus::N;
using S1 = First<skinny::Kernel>;
using S2 = Second<skinny::Kernel>;
using S3 = Third<skinny::Kernel>;

enum class Mode : std::uint32_t { n1, n2, n3, m1, m2, m3 };

constexpr bool reads_first(Mode mode, Direction direction) {
  return mode >= Mode::m1 && direction == Direction::encrypt;
}

// [romulus-v12 1]
inline constexpr std::size_t key_length = 16, most_nonce_length = S1::tweak_length, most_tag_length = 16;

// A nonce is as long as a tweak.
constexpr std::size_t nonce_length_of(Mode mode) {
  return mode == Mode::n1 || mode == Mode::m1 ? S1::tweak_length : S2::tweak_length;
}

inline constexpr std::size_t piece_length = 16352;
static_assert(piece_length % romulus::piece_unit<S1> == 0 && piece_length % romulus::piece_unit<S2> == 0);

#if defined(__wasm_simd128__)
using Lane = romulus::LaneOf<romulus::piece_unit<S2>>;

// The scheduler of each specification. Only one of them is in use at a time.
union Lanes {
  romulus::Scheduler<S1, FirstLanes, Lane> first;
  romulus::Scheduler<S2, ShortLanes<S2>, Lane> second;
  romulus::Scheduler<S3, ShortLanes<S3>, Lane> third;

  static constexpr unsigned most = romulus::Scheduler<S2, ShortLanes<S2>, Lane>::most;

  std::uint32_t run(Mode mode, Direction direction, Lane* lane, unsigned count) {
    const auto construction = mode >= Mode::m1 ? romulus::Mode::m : romulus::Mode::n;
    switch (mode) {
      case Mode::n1:
      case Mode::m1: return first.run(construction, direction, lane, count);
      case Mode::n2:
      case Mode::m2: return second.run(construction, direction, lane, count);
      case Mode::n3:
      case Mode::m3: return third.run(construction, direction, lane, count);
    }
    __builtin_unreachable();
  }
};
#endif

struct Aead {
  Mode mode;
  union {
    N<S1> n1;
    N<S2> n2;
    N<S3> n3;
    M<S1> m1;
    M<S2> m2;
    M<S3> m3;
  };
};
using Modes = common::Modes<&Aead::n1, &Aead::n2, &Aead::n3, &Aead::m1, &Aead::m2, &Aead::m3>;

struct Memory {
#if defined(__wasm_simd128__)
  Lanes lanes;
  Lane lane[Lanes::most];
#endif
  Aead aead;
  std::uint8_t window[key_length + most_nonce_length + piece_length + most_tag_length];
};

}  // namespace romulus_v12

namespace suite = romulus_v12;

#include "../../common/module_aead.hpp"
#include "../../common/module_lanes.hpp"

extern "C" void suite_romulus_v12() {}
