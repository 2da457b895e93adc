// The interface of the module of ISAP: the window through which all bytes pass, and the state of the call at hand; the
// exported functions are those of the headers. Nothing here computes.
//
// The caller lays key, nonce, associated data, text and tag into the window, calls, copies the result out, and
// overwrites state and window with zeros. The functions keep no secret elsewhere: there is no stack in memory (the
// build checks it).

#include <type_traits>

#include "../../primitives/ascon/portable.hpp"
#include "../../primitives/keccak/p400_portable.hpp"
#include "isap.hpp"
#if defined(__wasm_simd128__)
#include "../../primitives/ascon/bitsliced8.hpp"
#include "../../primitives/keccak/p400_bitsliced8.hpp"
#include "scheduler.hpp"
#endif

namespace suite = isap;

namespace {

using isap::key_length, isap::nonce_length, isap::tag_length;
using isap::Mode;
constexpr std::size_t nonce_length_of(Mode) { return nonce_length; }

// A message and its associated data that are no longer than this together take one call; longer ones go by pieces,
// which are whole blocks of both rates.
constexpr std::size_t piece_length = 16128;
static_assert(piece_length % ascon::rate == 0 && piece_length % keccak::rate == 0);
static_assert(ascon::rate == isap::rate_of(Mode::a128a) && keccak::rate == isap::rate_of(Mode::k128a));
constexpr std::size_t window_length = key_length + nonce_length + piece_length + tag_length;

// The state of a message, which the caller may take out between two pieces and put back.
struct Aead {
  Mode mode;
  union {
    isap::Isap<ascon::Portable> ascon;
    isap::Isap<keccak::Portable> keccak;
  };
};

// One stretch, so that one fill wipes it: what the call at hand works with, then the window.
struct Memory {
#if defined(__wasm_simd128__)
  using Lanes = isap::Lanes<isap::Kernels<ascon::Portable, ascon::Bitsliced8>,
                            isap::Kernels<keccak::Portable, keccak::Bitsliced8>>;
  Lanes lanes;
  isap::Lane lane[Lanes::most];
#endif
  Aead aead;
  std::uint8_t window[window_length];
};

alignas(16) Memory memory;
static_assert(std::is_trivially_default_constructible_v<Memory>, "nothing may need to run before the first call");

template <class Work>
auto with_mode(Work work) {
  const auto work_with = [work](auto& aead) {
    aead.choose(memory.aead.mode);
    return work(aead);
  };
  return isap::is_ascon(memory.aead.mode) ? work_with(memory.aead.ascon) : work_with(memory.aead.keccak);
}

// Whether a text is read before it is crypted.
constexpr bool reads_first(Mode, isap::Direction direction) { return direction == isap::Direction::decrypt; }

}  // namespace

#include "../../common/module_addresses.hpp"
#include "../../common/module_aead.hpp"
#include "../../common/module_lanes.hpp"

// What tells this module from those of other suites.
extern "C" void suite_isap() {}
