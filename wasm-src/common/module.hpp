// The module of a suite: its memory, and the functions that every suite exports. Nothing here computes.
//
// The caller copies its input into the window: associated data, key, nonce, text and tag. It then calls a function,
// copies the result out, and overwrites state and window with zeros. The functions keep no secret elsewhere. In
// particular, there is no stack in memory, which the build checks.
//
// A suite's module.cpp includes this file, mostly through module_aead.hpp, after it has defined these names of the
// namespace `suite`:
// - Mode, and key_length, piece_length and nonce_length_of(mode);
// - Modes, which finds the state of a mode;
// - Memory, which one fill must be able to wipe. It has, in this order: the working memory of the lanes, the lanes, the
//   state `aead` of a message with its `mode`, and the window.
//
// The caller may take the state out between two pieces and put it back. A message needs only one call if text and
// associated data together have at most piece_length bytes. The function suite_<name> tells a module from those of
// other suites.
#pragma once

#include <type_traits>

#include "block.hpp"

namespace {

using common::Direction;
using suite::key_length, suite::Memory, suite::Mode, suite::nonce_length_of;

alignas(16) Memory memory;
static_assert(std::is_trivially_default_constructible_v<Memory>, "nothing may need to run before the first call");

template <class Work>
auto with_mode(Work work) {
  return suite::Modes::with(memory.aead, static_cast<unsigned>(memory.aead.mode), work);
}

// The place of each part of a whole message in the window: associated data || key || nonce || text || tag.
struct Layout {
  std::uint8_t *key, *text, *tag;
  Layout(Mode mode, std::size_t ad_length, std::size_t text_length)
      : key(memory.window + ad_length), text(key + key_length + nonce_length_of(mode)), tag(text + text_length) {}
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

void crypt(Direction direction, std::uint8_t* text, std::size_t length, bool last) {
  with_mode([=](auto& aead) { aead.crypt(direction, text, length, last); });
}

}  // namespace

// Addresses, and lengths in bytes, for the caller. What a module does not have is zero.
struct MemoryMap {
  // State and window are one stretch of memory, in which the state comes first.
  const void *state, *window;
  std::size_t piece_limit, aead_state_length, hash_state_length;
  // The memory of the lanes lies before the state. It begins with working memory, whose contents no later call needs.
  // The lanes follow. A lane begins with the words of LaneBase. At `first_key`, the first lane has key || nonce || tag
  // || data.
  const void *lanes_work, *lanes, *first_key;
  std::size_t lane_length, lane_piece_limit;
};

template <class Memory>
consteval MemoryMap map_of(const Memory& memory) {
  MemoryMap map{};
  map.state = &memory.aead;
  map.window = memory.window;
  map.piece_limit = suite::piece_length;
  map.aead_state_length = sizeof memory.aead;
  if constexpr (requires { memory.hash; }) map.hash_state_length = sizeof(typename decltype(memory.hash)::State);
  if constexpr (requires { memory.lane; }) {
    map.lanes_work = &memory;
    map.lanes = memory.lane;
    map.first_key = &memory.lane[0].key;
    map.lane_length = sizeof memory.lane[0];
    map.lane_piece_limit = memory.lane[0].piece_length;
  }
  return map;
}

extern "C" {

const MemoryMap* memory_map() {
  static constexpr MemoryMap map = map_of(memory);
  return &map;
}

// Starts a message. The window holds key || nonce || tag. The tag matters only if the mode decrypts from it.
void aead_start(Mode mode) { start(mode, memory.window, memory.window + key_length + nonce_length_of(mode)); }

// Takes a piece of the associated data. The caller puts pieces of at most piece_length bytes into the window in turn.
void aead_absorb_ad(std::size_t length, bool last) { absorb_ad(memory.window, length, last); }

// Takes a piece of the text, if the mode reads the text before it crypts it.
void aead_read_text(std::size_t length, bool last) { read_text(memory.window, length, last); }

void aead_encrypt_text(std::size_t length, bool last) { crypt(Direction::encrypt, memory.window, length, last); }
void aead_decrypt_text(std::size_t length, bool last) { crypt(Direction::decrypt, memory.window, length, last); }
}
