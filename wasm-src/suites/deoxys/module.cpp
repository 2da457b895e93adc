// The interface of the module of Romulus over Deoxys-BC: the window through which all bytes pass, and the state of the
// call at hand; the exported functions are those of the headers. Nothing here computes.
//
// The caller lays key, nonce, associated data, text and tag into the window, calls, copies the result out, and
// overwrites state and window with zeros. The functions keep no secret elsewhere: there is no stack in memory (the
// build checks it).

#include <type_traits>

#include "../../modes/romulus/aead.hpp"
#include "../../modes/romulus/m.hpp"
#include "../../modes/romulus/n.hpp"
#if defined(__wasm_simd128__)
#include "../../primitives/deoxys-bc/simd128.hpp"
#else
#include "../../primitives/deoxys-bc/portable.hpp"
#endif

namespace deoxys {

using romulus::Direction;

// The tweakey, counter and domains are those of Romulus v1.3 [deoxys 3].
#if defined(__wasm_simd128__)
using S = romulus::Romulus13<deoxys_bc::Simd128>;
#else
using S = romulus::Romulus13<deoxys_bc::Portable>;
#endif
using N = romulus::N<S>;
using M = romulus::M<S>;

}  // namespace deoxys

namespace {

namespace suite = deoxys;

// [deoxys 1]
constexpr std::size_t key_length = 16, nonce_length = 16, tag_length = 16;

// A message and its associated data that are no longer than this together take one call; longer ones go by pieces.
constexpr std::size_t piece_length = 16384;
static_assert(piece_length % romulus::piece_unit<deoxys::S> == 0);
constexpr std::size_t window_length = key_length + nonce_length + piece_length + tag_length;

enum class Mode : std::uint32_t { n, m };
constexpr std::size_t nonce_length_of(Mode) { return nonce_length; }

static_assert(romulus::Specification<deoxys::S>);
static_assert(romulus::AuthenticatedEncryption<deoxys::N> && romulus::AuthenticatedEncryption<deoxys::M>);

// The state of a message, which the caller may take out between two pieces and put back.
struct Aead {
  Mode mode;
  union {
    deoxys::N n;
    deoxys::M m;
  };
};

// One stretch, so that one fill wipes it.
struct Memory {
  Aead aead;
  std::uint8_t window[window_length];
};

alignas(16) Memory memory;
static_assert(std::is_trivially_default_constructible_v<Memory>, "nothing may need to run before the first call");

template <class Work>
auto with_mode(Work work) {
  switch (memory.aead.mode) {
    case Mode::n: return work(memory.aead.n);
    case Mode::m: return work(memory.aead.m);
  }
  __builtin_unreachable();
}

// Whether a text is read before it is crypted.
constexpr bool reads_first(Mode mode, romulus::Direction direction) {
  return mode == Mode::m && direction == romulus::Direction::encrypt;
}

}  // namespace

#include "../../common/module_addresses.hpp"
#include "../../common/module_aead.hpp"

// What tells this module from those of other suites.
extern "C" void suite_deoxys() {}
