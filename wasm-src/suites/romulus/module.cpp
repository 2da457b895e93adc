// The interface of the module of Romulus: every exported function (what other suites export too is in the headers), the
// window through which all bytes pass, and the state of the call at hand. Nothing here computes.
//
// The caller lays key, nonce, associated data, text and tag into the window, calls, copies the result out, and
// overwrites state and window with zeros. The functions keep no secret elsewhere: there is no stack in memory (the
// build checks it).

#include <type_traits>

#include "../../modes/romulus/aead.hpp"
#include "../../modes/romulus/h.hpp"
#include "../../modes/romulus/m.hpp"
#include "../../modes/romulus/n.hpp"
#include "../../modes/romulus/t.hpp"
#if defined(__wasm_simd128__)
#include "../../modes/romulus/scheduler.hpp"
#include "../../primitives/skinny/simd128.hpp"
#else
#include "../../primitives/skinny/portable.hpp"
#endif

namespace romulus {

#if defined(__wasm_simd128__)
using Cipher = skinny::Simd128<skinny::Skinny128_384Plus>;
#else
using Cipher = skinny::Portable<skinny::Skinny128_384Plus>;
#endif
using Romulus = Romulus13<Cipher>;
#if defined(__wasm_simd128__)
using Lane = LaneOf<Romulus>;
using Lanes = Scheduler<Romulus, Romulus13Lanes<skinny::Bitsliced<Cipher::Member>>>;
#endif

}  // namespace romulus

namespace {

namespace suite = romulus;
using romulus::Romulus;

// [romulus 1]
constexpr std::size_t key_length = 16, nonce_length = 16, tag_length = 16;

// A message and its associated data that are no longer than this together take one call; longer ones go by pieces.
constexpr std::size_t piece_length = 16384;
static_assert(piece_length % romulus::piece_unit<Romulus> == 0);
constexpr std::size_t window_length = key_length + nonce_length + piece_length + tag_length;

enum class Mode : std::uint32_t { n, m, t };
constexpr std::size_t nonce_length_of(Mode) { return nonce_length; }

static_assert(romulus::AuthenticatedEncryption<romulus::N<Romulus>>);
static_assert(romulus::AuthenticatedEncryption<romulus::M<Romulus>>);
static_assert(romulus::AuthenticatedEncryption<romulus::T<Romulus>>);

// The state of a message, which the caller may take out between two pieces and put back.
struct Aead {
  Mode mode;
  union {
    romulus::N<Romulus> n;
    romulus::M<Romulus> m;
    romulus::T<Romulus> t;
  };
};

// One stretch, so that one fill wipes it: what the call at hand works with, then the window.
struct Memory {
#if defined(__wasm_simd128__)
  romulus::Lanes lanes;
  romulus::Lane lane[romulus::Lanes::most];
#endif
  union {
    Aead aead;
    romulus::H<Romulus> hash;
  };
  std::uint8_t window[window_length];
};

alignas(16) Memory memory;
static_assert(std::is_trivially_default_constructible_v<Memory>, "nothing may need to run before the first call");

template <class Work>
auto with_mode(Work work) {
  switch (memory.aead.mode) {
    case Mode::n: return work(memory.aead.n);
    case Mode::m: return work(memory.aead.m);
    case Mode::t: return work(memory.aead.t);
  }
  __builtin_unreachable();
}

// Whether a text is read before it is crypted.
constexpr bool reads_first(Mode mode, romulus::Direction direction) {
  return mode == (direction == romulus::Direction::encrypt ? Mode::m : Mode::t);
}

}  // namespace

#include "../../common/module_addresses.hpp"

extern "C" std::size_t hash_state_length() { return sizeof(romulus::H<Romulus>::State); }

#include "../../common/module_aead.hpp"

extern "C" {

void hash_start() { memory.hash.start(); }
void hash_update(std::size_t length) { memory.hash.update(memory.window, length); }

// Window: receives the digest.
void hash_finish() { memory.hash.finish(memory.window); }

// A whole message that fits the window. Window: the message, and then the digest.
void hash(std::size_t length) {
  hash_start();
  hash_update(length);
  hash_finish();
}
}

#include "../../common/module_lanes.hpp"

// What tells this module from those of other suites.
extern "C" void suite_romulus() {}
