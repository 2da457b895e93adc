// ISAP v2 from its specification; it shares nothing with the module's sources.
#pragma once

#include "../../../native/caller.hpp"
#include "../../reference/keccak.hpp"

namespace fuzz {

using caller::Bytes;

// The last `rounds` rounds on five words, big-endian.
UNSEEN inline void ascon(std::uint8_t* state, unsigned rounds) {
  const auto rotated = [](std::uint64_t x, unsigned by) { return x >> by | x << (64 - by); };
  std::uint64_t x[5] = {};
  for (unsigned i = 0; i < 40; i++) x[i / 8] = x[i / 8] << 8 | state[i];
  for (unsigned round = 12 - rounds; round < 12; round++) {
    x[2] ^= (15 - round) << 4 | round;
    x[0] ^= x[4];
    x[4] ^= x[3];
    x[2] ^= x[1];
    std::uint64_t y[5];
    for (unsigned i = 0; i < 5; i++) y[i] = x[i] ^ (~x[(i + 1) % 5] & x[(i + 2) % 5]);
    y[1] ^= y[0];
    y[0] ^= y[4];
    y[3] ^= y[2];
    y[2] = ~y[2];
    constexpr unsigned by[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    for (unsigned i = 0; i < 5; i++) x[i] = y[i] ^ rotated(y[i], by[i][0]) ^ rotated(y[i], by[i][1]);
  }
  for (unsigned i = 0; i < 40; i++) state[i] = static_cast<std::uint8_t>(x[i / 8] >> (56 - 8 * (i % 8)));
}

// A member: its permutation, the lengths of the state and of what is absorbed at once, and how many rounds the
// specification calls s_H, s_B, s_E and s_K.
struct Isap {
  void (*permute)(std::uint8_t* state, unsigned rounds);
  std::size_t length, rate;
  std::uint8_t h, b, e, k;
};

inline constexpr Isap isaps[] = {
    {ascon, 40, 8, 12, 1, 6, 12},
    {ascon, 40, 8, 12, 12, 12, 12},
    {keccak<std::uint16_t>, 50, 18, 16, 1, 8, 8},
    {keccak<std::uint16_t>, 50, 18, 20, 12, 12, 12},
};

// What an initial value begins with.
enum Use : std::uint8_t { for_mac = 1, for_mac_key, for_stream_key };

inline Bytes beginning(const Isap& isap, const std::uint8_t* first, Use use) {
  Bytes state(first, first + 16);
  const auto rate = static_cast<std::uint8_t>(8 * isap.rate);
  for (const std::uint8_t byte :
       {std::uint8_t{use}, std::uint8_t{128}, rate, std::uint8_t{1}, isap.h, isap.b, isap.e, isap.k})
    state.push_back(byte);
  state.resize(isap.length);
  return state;
}

// The state that a key is taken from: a string of 16 bytes absorbed bit by bit.
inline Bytes session(const Isap& isap, const std::uint8_t* key, Use use, const std::uint8_t* string) {
  Bytes state = beginning(isap, key, use);
  isap.permute(state.data(), isap.k);
  for (unsigned i = 0; i < 128; i++) {
    state[0] ^= static_cast<std::uint8_t>(string[i / 8] << i % 8 & 0x80);
    isap.permute(state.data(), i < 127 ? isap.b : isap.k);
  }
  return state;
}

inline void add_stream(const Isap& isap, caller::Message& x) {
  Bytes state = session(isap, x.key, for_stream_key, x.nonce);
  std::memcpy(state.data() + isap.length - sizeof x.nonce, x.nonce, sizeof x.nonce);
  for (std::size_t i = 0; i < x.text.size(); i++) {
    if (i % isap.rate == 0) isap.permute(state.data(), isap.e);
    x.text[i] ^= state[i % isap.rate];
  }
}

inline void make_tag(const Isap& isap, const caller::Message& x, std::uint8_t* tag) {
  Bytes state = beginning(isap, x.nonce, for_mac);
  isap.permute(state.data(), isap.h);
  for (const Bytes* string : {&x.ad, &x.text}) {
    Bytes padded = *string;
    padded.push_back(0x80);
    padded.resize((padded.size() + isap.rate - 1) / isap.rate * isap.rate);
    for (std::size_t i = 0; i < padded.size(); i++) {
      state[i % isap.rate] ^= padded[i];
      if (i % isap.rate == isap.rate - 1) isap.permute(state.data(), isap.h);
    }
    if (string == &x.ad) state.back() ^= 1;
  }
  const Bytes key = session(isap, x.key, for_mac_key, state.data());
  std::memcpy(state.data(), key.data(), 16);
  isap.permute(state.data(), isap.h);
  std::memcpy(tag, state.data(), 16);
}

inline void reference(caller::Message& x) {
  const Isap& isap = isaps[x.mode];
  if (x.direction == caller::encrypt) {
    add_stream(isap, x);
    return make_tag(isap, x, x.tag);
  }
  std::uint8_t tag[16];
  make_tag(isap, x, tag);
  x.authentic = std::memcmp(tag, x.tag, sizeof tag) == 0;
  if (x.authentic != 0) add_stream(isap, x);
}

}  // namespace fuzz
