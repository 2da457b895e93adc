// The interface of the module of Romulus v1.2: the window through which all bytes pass, and the state of the call at
// hand; the exported functions are those of the headers. Nothing here computes.
//
// The caller lays key, nonce, associated data, text and tag into the window, calls, copies the result out, and
// overwrites state and window with zeros. The functions keep no secret elsewhere: there is no stack in memory (the
// build checks it).

#include <type_traits>

#include "../../modes/romulus/aead.hpp"
#include "../../modes/romulus/m.hpp"
#include "../../modes/romulus/n.hpp"
#include "specifications.hpp"
#if defined(__wasm_simd128__)
#include "../../modes/romulus/scheduler.hpp"
#include "../../primitives/skinny/simd128.hpp"
#else
#include "../../primitives/skinny/portable.hpp"
#endif

namespace romulus_v12 {

using romulus::Direction;

#if defined(__wasm_simd128__)
template <class Member>
using Kernel = skinny::Simd128<Member>;
#else
template <class Member>
using Kernel = skinny::Portable<Member>;
#endif
using S1 = First<Kernel>;
using S2 = Second<Kernel>;
using S3 = Third<Kernel>;

enum class Mode : std::uint32_t { n1, n2, n3, m1, m2, m3 };

#if defined(__wasm_simd128__)
// The lanes of all members have one layout, and a run takes them for those of its own; pieces are whole units of all.
using Lane = romulus::LaneOf<S2>;
static_assert(sizeof(Lane) == sizeof(romulus::LaneOf<S1>) && sizeof(Lane) == sizeof(romulus::LaneOf<S3>));
static_assert(Lane::piece_length % romulus::piece_unit<S1> == 0 && Lane::piece_length % romulus::piece_unit<S3> == 0);

// The scheduler of each specification, one at a time.
union Lanes {
  romulus::Scheduler<S1, FirstLanes> first;
  romulus::Scheduler<S2, ShortLanes<S2>> second;
  romulus::Scheduler<S3, ShortLanes<S3>> third;

  std::uint32_t run(Mode mode, Direction direction, Lane* lane, unsigned count) {
    const auto construction = mode >= Mode::m1 ? romulus::Mode::m : romulus::Mode::n;
    switch (mode) {
      case Mode::n1:
      case Mode::m1: return first.run(construction, direction, reinterpret_cast<romulus::LaneOf<S1>*>(lane), count);
      case Mode::n2:
      case Mode::m2: return second.run(construction, direction, lane, count);
      case Mode::n3:
      case Mode::m3: return third.run(construction, direction, reinterpret_cast<romulus::LaneOf<S3>*>(lane), count);
    }
    __builtin_unreachable();
  }
};
#endif

}  // namespace romulus_v12

namespace {

namespace suite = romulus_v12;
using romulus::M, romulus::N;
using romulus_v12::Mode, romulus_v12::S1, romulus_v12::S2, romulus_v12::S3;

// [romulus-v12 1]
constexpr std::size_t key_length = 16, tag_length = 16;
constexpr std::size_t most_nonce_length = S1::tweak_length;

// A nonce is as long as a tweak.
constexpr std::size_t nonce_length_of(Mode mode) {
  return mode == Mode::n1 || mode == Mode::m1 ? S1::tweak_length : S2::tweak_length;
}

// A message and its associated data that are no longer than this together take one call; longer ones go by pieces,
// which are whole units of all members.
constexpr std::size_t piece_length = 16352;
static_assert(piece_length % romulus::piece_unit<S1> == 0 && piece_length % romulus::piece_unit<S2> == 0);
constexpr std::size_t window_length = key_length + most_nonce_length + piece_length + tag_length;

static_assert(romulus::AuthenticatedEncryption<N<S1>> && romulus::AuthenticatedEncryption<M<S1>>);
static_assert(romulus::AuthenticatedEncryption<N<S2>> && romulus::AuthenticatedEncryption<M<S2>>);
static_assert(romulus::AuthenticatedEncryption<N<S3>> && romulus::AuthenticatedEncryption<M<S3>>);

// The state of a message, which the caller may take out between two pieces and put back.
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

// One stretch, so that one fill wipes it: what the call at hand works with, then the window.
struct Memory {
#if defined(__wasm_simd128__)
  romulus_v12::Lanes lanes;
  romulus_v12::Lane lane[romulus::Scheduler<S2, romulus_v12::ShortLanes<S2>>::most];
#endif
  Aead aead;
  std::uint8_t window[window_length];
};

alignas(16) Memory memory;
static_assert(std::is_trivially_default_constructible_v<Memory>, "nothing may need to run before the first call");

template <class Work>
auto with_mode(Work work) {
  switch (memory.aead.mode) {
    case Mode::n1: return work(memory.aead.n1);
    case Mode::n2: return work(memory.aead.n2);
    case Mode::n3: return work(memory.aead.n3);
    case Mode::m1: return work(memory.aead.m1);
    case Mode::m2: return work(memory.aead.m2);
    case Mode::m3: return work(memory.aead.m3);
  }
  __builtin_unreachable();
}

// Whether a text is read before it is crypted: by the members M, to encrypt.
constexpr bool reads_first(Mode mode, romulus::Direction direction) {
  return mode >= Mode::m1 && direction == romulus::Direction::encrypt;
}

}  // namespace

#include "../../common/module_addresses.hpp"
#include "../../common/module_aead.hpp"
#include "../../common/module_lanes.hpp"

// What tells this module from those of other suites.
extern "C" void suite_romulus_v12() {}
