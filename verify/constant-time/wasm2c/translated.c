// The exports of a built module (verify/native/module.hpp) in what wasm2c made of it, suite.h.

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "suite.h"

static w2c_suite instance;

static w2c_suite* module(void) {
  if (instance.w2c_memory.data == NULL) wasm2c_suite_instantiate(&instance);
  return &instance;
}

// verify/native/module.hpp has this type in C++.
struct MemoryMap {
  uint8_t *state, *window;
  size_t piece_limit, aead_state_length, hash_state_length;
  uint8_t *lanes_work, *lanes, *first_key;
  size_t lane_length, lane_piece_limit;
};

static uint8_t* at(u32 address) { return module()->w2c_memory.data + address; }

const struct MemoryMap* memory_map(void) {
  static struct MemoryMap map;
  u32 words[10];
  memcpy(words, at(w2c_suite_memory_map(module())), sizeof words);
  map = (struct MemoryMap){at(words[0]), at(words[1]), words[2],     words[3], words[4],
                           at(words[5]), at(words[6]), at(words[7]), words[8], words[9]};
  return &map;
}
void aead_start(uint32_t mode) { w2c_suite_aead_start(module(), mode); }
void aead_absorb_ad(size_t length, bool last) { w2c_suite_aead_absorb_ad(module(), (u32)length, last); }
void aead_read_text(size_t length, bool last) { w2c_suite_aead_read_text(module(), (u32)length, last); }
void aead_encrypt_text(size_t length, bool last) { w2c_suite_aead_encrypt_text(module(), (u32)length, last); }
void aead_decrypt_text(size_t length, bool last) { w2c_suite_aead_decrypt_text(module(), (u32)length, last); }
void aead_tag(void) { w2c_suite_aead_tag(module()); }
uint32_t aead_verify(void) { return w2c_suite_aead_verify(module()); }
void aead_encrypt(uint32_t mode, size_t ad_length, size_t text_length) {
  w2c_suite_aead_encrypt(module(), mode, (u32)ad_length, (u32)text_length);
}
uint32_t aead_decrypt(uint32_t mode, size_t ad_length, size_t text_length) {
  return w2c_suite_aead_decrypt(module(), mode, (u32)ad_length, (u32)text_length);
}

#if defined(HASH)
void hash_start(void) { w2c_suite_hash_start(module()); }
void hash_update(size_t length) { w2c_suite_hash_update(module(), (u32)length); }
void hash_finish(void) { w2c_suite_hash_finish(module()); }
void hash(size_t length) { w2c_suite_hash(module(), (u32)length); }
#endif

#if defined(LANES)
uint32_t lanes_run(uint32_t mode, uint32_t direction, unsigned count) {
  return w2c_suite_lanes_run(module(), mode, direction, count);
}
#endif
