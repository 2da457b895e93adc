// The exports of a suite's module, for native programs, from its source or from a built module (wasm2c/translated.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

// MemoryMap of wasm-src/common/module.hpp.
struct MemoryMap {
  std::uint8_t *state, *window;
  std::size_t piece_limit, aead_state_length, hash_state_length;
  std::uint8_t *lanes_work, *lanes, *first_key;
  std::size_t lane_length, lane_piece_limit;
};
const MemoryMap *memory_map();
void aead_start(std::uint32_t mode);
void aead_absorb_ad(std::size_t length, bool last);
void aead_read_text(std::size_t length, bool last);
void aead_encrypt_text(std::size_t length, bool last);
void aead_decrypt_text(std::size_t length, bool last);
void aead_tag();
std::uint32_t aead_verify();
void aead_encrypt(std::uint32_t mode, std::size_t ad_length, std::size_t text_length);
std::uint32_t aead_decrypt(std::uint32_t mode, std::size_t ad_length, std::size_t text_length);

// These exist only if the suite has a hash (HASH is defined).
void hash_start();
void hash_update(std::size_t length);
void hash_finish();
void hash(std::size_t length);

// These exist only if there are lanes (LANES is defined).
std::uint32_t lanes_run(std::uint32_t mode, std::uint32_t direction, unsigned count);
}
