// The exports of a built module in what wasm2c made of it, suite.h.
#include <cstring>

#include "../../native/module.hpp"
#include "suite.h"

namespace {

w2c_suite instance;

w2c_suite* suite() {
  if (instance.w2c_memory.data == nullptr) wasm2c_suite_instantiate(&instance);
  return &instance;
}

std::uint8_t* at(u32 address) { return suite()->w2c_memory.data + address; }
u32 narrow(std::size_t length) { return static_cast<u32>(length); }

}  // namespace

const MemoryMap* memory_map() {
  static MemoryMap map;
  u32 words[10];
  std::memcpy(words, at(w2c_suite_memory_map(suite())), sizeof words);
  map = {at(words[0]), at(words[1]), words[2],     words[3], words[4],
         at(words[5]), at(words[6]), at(words[7]), words[8], words[9]};
  return &map;
}
void aead_start(std::uint32_t mode) { w2c_suite_aead_start(suite(), mode); }
void aead_absorb_ad(std::size_t length, bool last) { w2c_suite_aead_absorb_ad(suite(), narrow(length), last); }
void aead_read_text(std::size_t length, bool last) { w2c_suite_aead_read_text(suite(), narrow(length), last); }
void aead_encrypt_text(std::size_t length, bool last) { w2c_suite_aead_encrypt_text(suite(), narrow(length), last); }
void aead_decrypt_text(std::size_t length, bool last) { w2c_suite_aead_decrypt_text(suite(), narrow(length), last); }
void aead_tag() { w2c_suite_aead_tag(suite()); }
std::uint32_t aead_verify() { return w2c_suite_aead_verify(suite()); }
void aead_encrypt(std::uint32_t mode, std::size_t ad_length, std::size_t text_length) {
  w2c_suite_aead_encrypt(suite(), mode, narrow(ad_length), narrow(text_length));
}
std::uint32_t aead_decrypt(std::uint32_t mode, std::size_t ad_length, std::size_t text_length) {
  return w2c_suite_aead_decrypt(suite(), mode, narrow(ad_length), narrow(text_length));
}

#if defined(HASH)
void hash_start() { w2c_suite_hash_start(suite()); }
void hash_update(std::size_t length) { w2c_suite_hash_update(suite(), narrow(length)); }
void hash_finish() { w2c_suite_hash_finish(suite()); }
void hash(std::size_t length) { w2c_suite_hash(suite(), narrow(length)); }
#endif

#if defined(LANES)
std::uint32_t lanes_run(std::uint32_t mode, std::uint32_t direction, unsigned count) {
  return w2c_suite_lanes_run(suite(), mode, direction, count);
}
#endif
