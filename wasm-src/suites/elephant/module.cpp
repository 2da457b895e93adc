// The interface of the module of Elephant: the window through which all bytes pass, the state of the call at hand, and
// the same functions as the other suites export; nonces are 12 bytes, tags 8 or 16. Nothing here computes.
//
// The caller lays key, nonce, associated data, text and tag into the window, calls, copies the result out, and
// overwrites state and window with zeros. What else a function works with, it overwrites itself before it returns.

#include <type_traits>

#include "../../primitives/spongent/kernel.hpp"
#include "elephant.hpp"
#include "modes.hpp"
#if defined(__wasm_simd128__)
#include "../../primitives/keccak/f200_simd128.hpp"
#include "scheduler.hpp"
#else
#include "../../primitives/keccak/f200.hpp"
#endif

namespace suite = elephant;

namespace {

#if defined(__wasm_simd128__)
using KeccakF200 = keccak::F200Simd128;
#else
using KeccakF200 = keccak::F200;
#endif
using Dumbo = elephant::Dumbo<spongent::Kernel<spongent::Pi160>>;
using Jumbo = elephant::Jumbo<spongent::Kernel<spongent::Pi176>>;
using Delirium = elephant::Delirium<KeccakF200>;
using elephant::Elephant, elephant::Work;
using elephant::key_length, elephant::nonce_length;

// A message and its associated data that are no longer than this together take one call; longer ones go by pieces. So
// many whole blocks of 20, 22 and 25 bytes, and nearly whole batches.
constexpr std::size_t piece_length = 17600, most_tag_length = 16;
constexpr std::size_t window_length = key_length + nonce_length + piece_length + most_tag_length;
static_assert(piece_length % Elephant<Dumbo>::length == 0 && piece_length % Elephant<Jumbo>::length == 0 &&
              piece_length % Elephant<Delirium>::length == 0 &&
              piece_length == Elephant<Dumbo>::length * elephant::most_blocks);

using elephant::Mode;
constexpr std::size_t nonce_length_of(Mode) { return nonce_length; }

// The state of a message, which the caller may take out between two pieces and put back.
struct Aead {
  Mode mode;
  union {
    Elephant<Dumbo> dumbo;
    Elephant<Jumbo> jumbo;
    Elephant<Delirium> delirium;
  };
};

// The caller overwrites state and window, which are one stretch; each function what it works with. Whole groups of
// blocks are read, so there must be something behind the window.
struct Memory {
#if defined(__wasm_simd128__)
  using Lanes = elephant::Lanes<Dumbo, Jumbo, Delirium>;
  Lanes lanes;
  elephant::Lane lane[Lanes::most];
#endif
  Aead aead;
  std::uint8_t window[window_length];
  union {
    Work<Dumbo> dumbo;
    Work<Jumbo> jumbo;
    Work<Delirium> delirium;
  } work;
};

alignas(16) Memory memory;
static_assert(std::is_trivially_default_constructible_v<Memory>, "nothing may need to run before the first call");

// Ends a call, whatever it gives.
template <class Aead>
struct Ending {
  Aead& aead;
  ~Ending() { aead.end(); }
};

template <class Call>
auto with_mode(Call call) {
  const auto call_and_end = [call](auto& aead) {
    const Ending<std::remove_reference_t<decltype(aead)>> ending{aead};
    return call(aead);
  };
  switch (memory.aead.mode) {
    case Mode::dumbo: return call_and_end(memory.aead.dumbo);
    case Mode::jumbo: return call_and_end(memory.aead.jumbo);
    case Mode::delirium: return call_and_end(memory.aead.delirium);
  }
  __builtin_unreachable();
}

}  // namespace

// All of them begin where their union does.
template <elephant::Suite S>
Work<S>& elephant::work_of() {
  return reinterpret_cast<Work<S>&>(memory.work);
}

#include "../../common/module_addresses.hpp"
#include "../../common/module_pieces.hpp"
// Behind it, as it uses its names.
#include "../../common/module_lanes.hpp"

extern "C" {

// Window: receives the tag.
void aead_tag() {
  with_mode([](auto& aead) { aead.tag(memory.window); });
}

// Window: the tag received. 1 if it is right, else 0.
std::uint32_t aead_verify() {
  return with_mode([](auto& aead) { return aead.verify(memory.window); });
}

// A whole message that fits the window: associated data || key || nonce || text || tag. The text is crypted in place.
void aead_encrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  memory.aead.mode = mode;
  with_mode([=](auto& aead) {
    const Layout at(mode, ad_length, text_length);
    aead.start(at.key, at.key + key_length, at.tag);
    aead.absorb_ad(memory.window, ad_length, /*last=*/true);
    aead.crypt(Direction::encrypt, at.text, text_length, /*last=*/true);
    aead.tag(at.tag);
  });
}

// 1 if the tag is right; else 0, and the text is what it was.
std::uint32_t aead_decrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  memory.aead.mode = mode;
  return with_mode([=](auto& aead) {
    const Layout at(mode, ad_length, text_length);
    aead.start(at.key, at.key + key_length, at.tag);
    aead.absorb_ad(memory.window, ad_length, /*last=*/true);
    return aead.decrypt(at.text, text_length, at.tag);
  });
}
}

// What tells this module from those of other suites.
extern "C" void suite_elephant() {}
