// The module's interface: every exported function, the window through which all bytes pass, and the state of the call
// at hand. Nothing else is extern "C", and nothing here computes.
//
// The caller lays key, nonce, associated data, text and tag into the window, calls, copies the result out, and
// overwrites state and window with zeros. The functions keep no secret elsewhere: there is no stack in memory (the
// build checks it).

#include <type_traits>

#include "../romulus/aead.hpp"
#include "../romulus/h.hpp"
#include "../romulus/m.hpp"
#include "../romulus/n.hpp"
#include "../romulus/t.hpp"
#if defined(__wasm_simd128__)
#include "../romulus/lanes.hpp"
#include "../skinny/simd128.hpp"
#else
#include "../skinny/portable.hpp"
#endif

namespace {

#if defined(__wasm_simd128__)
using Cipher = skinny::Simd128;
#else
using Cipher = skinny::Portable;
#endif
using romulus::Direction;
using skinny::Block;

constexpr std::size_t key_length = 16, nonce_length = 16, tag_length = 16;

// A message and its associated data that are no longer than this together take one call; longer ones go by pieces.
constexpr std::size_t piece_length = 16384;
constexpr std::size_t window_length = key_length + nonce_length + piece_length + tag_length;

enum class Mode : std::uint32_t { n, m, t };

static_assert(romulus::AuthenticatedEncryption<romulus::N<Cipher>>);
static_assert(romulus::AuthenticatedEncryption<romulus::M<Cipher>>);
static_assert(romulus::AuthenticatedEncryption<romulus::T<Cipher>>);

// The state of a message, which the caller may take out between two pieces and put back.
struct Aead {
  Mode mode;
  union {
    romulus::N<Cipher> n;
    romulus::M<Cipher> m;
    romulus::T<Cipher> t;
  };
};

// One stretch, so that one fill wipes it: what the call at hand works with, then the window.
struct Memory {
#if defined(__wasm_simd128__)
  romulus::Lanes lanes;
  romulus::Lane lane[skinny::Lanes::most];
#endif
  union {
    Aead aead;
    romulus::H<Cipher> hash;
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

// Where a whole message lies in the window.
struct Layout {
  std::uint8_t *key, *text, *tag;
  Layout(std::size_t ad_length, std::size_t text_length)
      : key(memory.window + ad_length), text(key + key_length + nonce_length), tag(text + text_length) {}
};

// The nonce follows the key.
void start(Mode mode, const std::uint8_t* key, const std::uint8_t* tag) {
  memory.aead.mode = mode;
  with_mode([=](auto& aead) { aead.start(key, key + key_length, tag); });
}

void absorb_ad(const std::uint8_t* ad, std::size_t length, bool last) {
  with_mode([=](auto& aead) { aead.absorb_ad(ad, length, last); });
}

void read_text(const std::uint8_t* text, std::size_t length, bool last) {
  with_mode([=](auto& aead) { aead.read_text(text, length, last); });
}

template <Direction direction>
void crypt(std::uint8_t* text, std::size_t length, bool last) {
  with_mode([=](auto& aead) { aead.template crypt<direction>(text, length, last); });
}

Block tag() {
  return with_mode([](auto& aead) { return aead.tag(); });
}

}  // namespace

extern "C" {

// Addresses and lengths, in bytes. State and window are one stretch, the state first.
std::uint8_t* state_address() { return reinterpret_cast<std::uint8_t*>(&memory.aead); }
std::uint8_t* window_address() { return memory.window; }
std::size_t piece_limit() { return piece_length; }
std::size_t aead_state_length() { return sizeof(Aead); }
std::size_t hash_state_length() { return sizeof(romulus::H<Cipher>::State); }

// Starts a message. Window: key || nonce || tag; the tag counts only where a mode decrypts from it (M).
void aead_start(Mode mode) { start(mode, memory.window, memory.window + key_length + nonce_length); }

// The pieces of a string (aead.hpp says what they must be) come in the window one by one, at most piece_length bytes
// each.
void aead_absorb_ad(std::size_t length, bool last) { absorb_ad(memory.window, length, last); }

// The text, where a mode reads it before crypting it.
void aead_read_text(std::size_t length, bool last) { read_text(memory.window, length, last); }

// The text in place.
void aead_encrypt_text(std::size_t length, bool last) { crypt<Direction::encrypt>(memory.window, length, last); }
void aead_decrypt_text(std::size_t length, bool last) { crypt<Direction::decrypt>(memory.window, length, last); }

// Window: receives the tag.
void aead_tag() { skinny::store(memory.window, tag()); }

// Window: the tag received. 1 if it is right, else 0.
std::uint32_t aead_verify() { return skinny::equal(skinny::load(memory.window), tag()); }

// A whole message that fits the window: associated data || key || nonce || text || tag. The text is worked in place.
void aead_encrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  const Layout at(ad_length, text_length);
  start(mode, at.key, at.tag);
  absorb_ad(memory.window, ad_length, true);
  if (mode == Mode::m) read_text(at.text, text_length, true);
  crypt<Direction::encrypt>(at.text, text_length, true);
  skinny::store(at.tag, tag());
}

// 1 if the tag is right; else 0, and what the window holds is not to be released.
std::uint32_t aead_decrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  const Layout at(ad_length, text_length);
  start(mode, at.key, at.tag);
  absorb_ad(memory.window, ad_length, true);
  if (mode == Mode::t) {
    read_text(at.text, text_length, true);
    if (!skinny::equal(skinny::load(at.tag), tag())) return 0;
  }
  crypt<Direction::decrypt>(at.text, text_length, true);
  return skinny::equal(skinny::load(at.tag), tag());
}

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

#if defined(__wasm_simd128__)
// Many messages side by side. What they work with lies before the state: first what no call leaves anything in that is
// needed, then the lanes. A lane begins with words (lane.hpp); key || nonce || tag || data are at an offset in it.
std::uint8_t* lanes_work_address() { return reinterpret_cast<std::uint8_t*>(&memory); }
std::uint8_t* lanes_address() { return reinterpret_cast<std::uint8_t*>(memory.lane); }
std::size_t lane_length() { return sizeof(romulus::Lane); }
std::size_t lane_key_offset() { return offsetof(romulus::Lane, key); }
std::size_t lane_piece_limit() { return romulus::Lane::piece_length; }

// Works the first `count` lanes; a bit for each that wants something.
std::uint32_t lanes_run(romulus::Mode mode, Direction direction, unsigned count) {
  return memory.lanes.run(mode, direction, memory.lane, count);
}
#endif
}
