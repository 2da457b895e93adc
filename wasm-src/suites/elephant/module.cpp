// The interface of the module of Elephant: the window through which all bytes pass, the state of the call at hand, and
// the same functions as the other suites export; nonces are 12 bytes, tags 8 or 16. Nothing here computes.
//
// The caller lays key, nonce, associated data, text and tag into the window, calls, copies the result out, and
// overwrites state and window with zeros. What else a function works with, it overwrites itself before it returns.

#include <type_traits>

#include "modes.hpp"
#if defined(__wasm_simd128__)
#include "../../primitives/keccak/f200_simd128.hpp"
#include "../../primitives/spongent/simd128.hpp"
#else
#include "../../primitives/keccak/f200.hpp"
#include "../../primitives/spongent/portable.hpp"
#endif

namespace {

#if defined(__wasm_simd128__)
template <class Pi>
using Spongent = spongent::Simd128<Pi>;
using KeccakF200 = keccak::F200Simd128;
#else
template <class Pi>
using Spongent = spongent::Portable<Pi>;
using KeccakF200 = keccak::F200;
#endif
using Dumbo = elephant::Elephant<elephant::Dumbo<Spongent<spongent::Pi160>>>;
using Jumbo = elephant::Elephant<elephant::Jumbo<Spongent<spongent::Pi176>>>;
using Delirium = elephant::Elephant<elephant::Delirium<KeccakF200>>;
using elephant::Direction, elephant::key_length, elephant::nonce_length;

// A message and its associated data that are no longer than this together take one call; longer ones go by pieces. So
// many whole blocks of 20, 22 and 25 bytes, and nearly whole batches.
constexpr std::size_t piece_length = 17600, most_tag_length = 16;
constexpr std::size_t window_length = key_length + nonce_length + piece_length + most_tag_length;
static_assert(piece_length % Dumbo::length == 0 && piece_length % Jumbo::length == 0 &&
              piece_length % Delirium::length == 0 && piece_length == Dumbo::length * Dumbo::most_blocks);

enum class Mode : std::uint32_t { dumbo, jumbo, delirium };

// The state of a message, which the caller may take out between two pieces and put back.
struct Aead {
  Mode mode;
  union {
    Dumbo dumbo;
    Jumbo jumbo;
    Delirium delirium;
  };
};

// The caller overwrites state and window, which are one stretch; each function what it works with. Whole groups of
// blocks are read, so there must be something behind the window.
struct Memory {
  Aead aead;
  std::uint8_t window[window_length];
  union {
    Dumbo::Work dumbo;
    Jumbo::Work jumbo;
    Delirium::Work delirium;
  } work;
};

alignas(16) Memory memory;
static_assert(std::is_trivially_default_constructible_v<Memory>, "nothing may need to run before the first call");

template <class Call>
auto with_mode(Call call) {
  switch (memory.aead.mode) {
    case Mode::dumbo: return call(memory.aead.dumbo, memory.work.dumbo);
    case Mode::jumbo: return call(memory.aead.jumbo, memory.work.jumbo);
    case Mode::delirium: return call(memory.aead.delirium, memory.work.delirium);
  }
  __builtin_unreachable();
}

// Where a whole message lies in the window.
struct Layout {
  std::uint8_t *key, *text, *tag;
  Layout(std::size_t ad_length, std::size_t text_length)
      : key(memory.window + ad_length), text(key + key_length + nonce_length), tag(text + text_length) {}
};

}  // namespace

#include "../../common/module_addresses.hpp"

extern "C" {

// Starts a message. Window: key || nonce.
void aead_start(Mode mode) {
  memory.aead.mode = mode;
  with_mode([](auto& aead, auto& work) {
    aead.start(work, memory.window, memory.window + key_length);
    aead.end(work);
  });
}

// The pieces of a string (elephant.hpp says what they must be) come in the window one by one, at most piece_length
// bytes each.
void aead_absorb_ad(std::size_t length, bool last) {
  with_mode([=](auto& aead, auto& work) {
    aead.absorb_ad(work, memory.window, length, last);
    aead.end(work);
  });
}

// The ciphertext, before it is decrypted.
void aead_read_text(std::size_t length, bool last) {
  with_mode([=](auto& aead, auto& work) {
    aead.read_text(work, memory.window, length, last);
    aead.end(work);
  });
}

// The text in place.
void aead_encrypt_text(std::size_t length, bool last) {
  with_mode([=](auto& aead, auto& work) {
    aead.template crypt<Direction::encrypt>(work, memory.window, length, last);
    aead.end(work);
  });
}

void aead_decrypt_text(std::size_t length, bool last) {
  with_mode([=](auto& aead, auto& work) {
    aead.template crypt<Direction::decrypt>(work, memory.window, length, last);
    aead.end(work);
  });
}

// Window: receives the tag.
void aead_tag() {
  with_mode([](auto& aead, auto& work) {
    aead.tag(work, memory.window);
    aead.end(work);
  });
}

// Window: the tag received. 1 if it is right, else 0.
std::uint32_t aead_verify() {
  return with_mode([](auto& aead, auto& work) {
    const std::uint32_t right = aead.verify(work, memory.window);
    aead.end(work);
    return right;
  });
}

// A whole message that fits the window: associated data || key || nonce || text || tag. The text is worked in place.
void aead_encrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  memory.aead.mode = mode;
  with_mode([=](auto& aead, auto& work) {
    const Layout at(ad_length, text_length);
    aead.start(work, at.key, at.key + key_length);
    aead.absorb_ad(work, memory.window, ad_length, true);
    aead.template crypt<Direction::encrypt>(work, at.text, text_length, true);
    aead.tag(work, at.tag);
    aead.end(work);
  });
}

// 1 if the tag is right; else 0, and the text is what it was.
std::uint32_t aead_decrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  memory.aead.mode = mode;
  return with_mode([=](auto& aead, auto& work) {
    const Layout at(ad_length, text_length);
    aead.start(work, at.key, at.key + key_length);
    aead.absorb_ad(work, memory.window, ad_length, true);
    const std::uint32_t right = aead.decrypt(work, at.text, text_length, at.tag);
    aead.end(work);
    return right;
  });
}
}

// What tells this module from those of other suites.
extern "C" void suite_elephant() {}
