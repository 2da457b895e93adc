// The interface of the module of TGIF v1: the window through which all bytes pass, and the state of the call at hand;
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
#include "../../primitives/tgif-bc/simd128.hpp"
#else
#include "../../primitives/tgif-bc/portable.hpp"
#endif

namespace tgif {

using common::Direction;

#if defined(__wasm_simd128__)
using Cipher = tgif_bc::Simd128;
#else
using Cipher = tgif_bc::Portable;
#endif

enum class Mode : std::uint32_t { n1, n2, m1, m2 };

#if defined(__wasm_simd128__)
using ice::Lane;
static_assert(Lane::piece_length % common::block_length == 0);

struct Lanes : ice::Scheduler<MemberLanes> {
  std::uint32_t run(Mode mode, Direction direction, Lane (&lane)[most], unsigned count) {
    using enum ice::Member::Construction;
    switch (mode) {
      case Mode::n1: set_member<N1<Cipher>>(n); break;
      case Mode::n2: set_member<N2<Cipher>>(n); break;
      case Mode::m1: set_member<M1<Cipher>>(m); break;
      case Mode::m2: set_member<M2<Cipher>>(m); break;
    }
    return Scheduler::run(direction, lane, count);
  }
};
#endif

}  // namespace tgif

namespace {

namespace suite = tgif;
using tgif::Cipher, tgif::Mode;

// [tgif 1]
constexpr std::size_t key_length = 16, nonce_length = tgif::N1<Cipher>::nonce_length, tag_length = 16;

constexpr std::size_t nonce_length_of(Mode) { return nonce_length; }

// A message and its associated data that are no longer than this together take one call; longer ones go by pieces,
// which are whole blocks.
constexpr std::size_t piece_length = 16384;
static_assert(piece_length % common::block_length == 0);
constexpr std::size_t window_length = key_length + nonce_length + piece_length + tag_length;

// The state of a message, which the caller may take out between two pieces and put back.
struct Aead {
  Mode mode;
  union {
    ice::N<tgif::N1<Cipher>> n1;
    ice::N<tgif::N2<Cipher>> n2;
    ice::M<tgif::M1<Cipher>> m1;
    ice::M<tgif::M2<Cipher>> m2;
  };
};

// One stretch, so that one fill wipes it: what the call at hand works with, then the window.
struct Memory {
#if defined(__wasm_simd128__)
  tgif::Lanes lanes;
  tgif::Lane lane[tgif::Lanes::most];
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
    case Mode::m1: return work(memory.aead.m1);
    case Mode::m2: return work(memory.aead.m2);
  }
  __builtin_unreachable();
}

// Whether a text is read before it is crypted: by the members M, to encrypt.
constexpr bool reads_first(Mode mode, tgif::Direction direction) {
  return mode >= Mode::m1 && direction == tgif::Direction::encrypt;
}

}  // namespace

#include "../../common/module_addresses.hpp"
#include "../../common/module_aead.hpp"
#include "../../common/module_lanes.hpp"

// What tells this module from those of other suites.
extern "C" void suite_tgif() {}
