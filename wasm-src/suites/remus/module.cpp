// The interface of the module of Remus v1: the window through which all bytes pass, and the state of the call at hand;
// the exported functions are those of the headers. Nothing here computes.
//
// The caller lays key, nonce, associated data, text and tag into the window, calls, copies the result out, and
// overwrites state and window with zeros. The functions keep no secret elsewhere: there is no stack in memory (the
// build checks it).

#include <type_traits>

#include "../../modes/ice/m.hpp"
#include "../../modes/ice/n.hpp"
#include "specifications.hpp"
#if defined(__wasm_simd128__)
#include "../../modes/ice/scheduler.hpp"
#include "../../primitives/skinny/simd128.hpp"
#else
#include "../../primitives/skinny/portable.hpp"
#endif

namespace remus {

using common::Direction;

#if defined(__wasm_simd128__)
template <class Member>
using Kernel = skinny::Simd128<Member>;
#else
template <class Member>
using Kernel = skinny::Portable<Member>;
#endif

enum class Mode : std::uint32_t { n1, n2, n3, m1, m2 };

#if defined(__wasm_simd128__)
// All members have the same lanes.
using ice::Lane;
static_assert(Lane::piece_length % common::block_length == 0);

// The scheduler of the members over SKINNY-128-128, and that of N3, one at a time.
union Lanes {
  ice::Scheduler<LargeLanes> large;
  ice::Scheduler<SmallLanes> small;

  static constexpr unsigned most = ice::Scheduler<LargeLanes>::most;

  std::uint32_t run(Mode mode, Direction direction, Lane (&lane)[most], unsigned count) {
    using enum ice::Member::Construction;
    switch (mode) {
      case Mode::n1: large.set_member<N1<Kernel>>(n); break;
      case Mode::n2: large.set_member<N2<Kernel>>(n); break;
      case Mode::n3: small.set_member<N3<Kernel>>(n); return small.run(direction, lane, count);
      case Mode::m1: large.set_member<M1<Kernel>>(m); break;
      case Mode::m2: large.set_member<M2<Kernel>>(m); break;
    }
    return large.run(direction, lane, count);
  }
};
#endif

}  // namespace remus

namespace {

namespace suite = remus;
using remus::Kernel, remus::Mode;

// [remus 1]
constexpr std::size_t key_length = 16, most_tag_length = 16;
constexpr std::size_t most_nonce_length = remus::N1<Kernel>::nonce_length;

constexpr std::size_t nonce_length_of(Mode mode) {
  return mode == Mode::n3 ? remus::N3<Kernel>::nonce_length : most_nonce_length;
}

// A tag is as long as a block.
constexpr std::size_t tag_length_of(Mode mode) {
  return mode == Mode::n3 ? ice::text_length<remus::N3<Kernel>> : most_tag_length;
}

// A message and its associated data that are no longer than this together take one call; longer ones go by pieces,
// which are whole blocks of all members.
constexpr std::size_t piece_length = 16384;
static_assert(piece_length % common::block_length == 0);
constexpr std::size_t window_length = key_length + most_nonce_length + piece_length + most_tag_length;

// The state of a message, which the caller may take out between two pieces and put back.
struct Aead {
  Mode mode;
  union {
    ice::N<remus::N1<Kernel>> n1;
    ice::N<remus::N2<Kernel>> n2;
    ice::N<remus::N3<Kernel>> n3;
    ice::M<remus::M1<Kernel>> m1;
    ice::M<remus::M2<Kernel>> m2;
  };
};

// One stretch, so that one fill wipes it: what the call at hand works with, then the window.
struct Memory {
#if defined(__wasm_simd128__)
  remus::Lanes lanes;
  remus::Lane lane[remus::Lanes::most];
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
  }
  __builtin_unreachable();
}

// Whether a text is read before it is crypted: by the members M, to encrypt.
constexpr bool reads_first(Mode mode, common::Direction direction) {
  return mode >= Mode::m1 && direction == common::Direction::encrypt;
}

}  // namespace

#include "../../common/module_addresses.hpp"
#include "../../common/module_aead.hpp"
#include "../../common/module_lanes.hpp"

// What tells this module from those of other suites.
extern "C" void suite_remus() {}
