// Romulus v1.2 from its specification: cells one by one, blocks by turns, powers of x by doubling; it shares nothing
// with the module's sources.
#pragma once

#include <array>

#include "../../../native/caller.hpp"

// Of the cipher: the fuzzer would take a way through it for news, at many times the cost.
#define UNSEEN [[clang::no_sanitize("coverage", "address", "undefined")]]

namespace fuzz {

using caller::Bytes;
using Cells = std::array<std::uint8_t, 16>;

inline unsigned s8(unsigned x) {
  const auto bit = [&x](unsigned i) { return x >> i & 1; };
  for (unsigned step = 0; step < 4; step++) {
    x ^= (1 ^ (bit(7) | bit(6))) << 4;
    x ^= 1 ^ (bit(3) | bit(2));
    // Where bits 7 to 0 come from.
    constexpr unsigned moves[2][8] = {{2, 1, 7, 6, 4, 0, 3, 5}, {7, 6, 5, 4, 3, 1, 2, 0}};
    unsigned moved = 0;
    for (const unsigned from : moves[step == 3]) moved = moved << 1 | bit(from);
    x = moved;
  }
  return x;
}

// SKINNY-128 with 8 rounds more for each word of the tweakey; 56 with three words, 48 with two.
UNSEEN inline Cells skinny128(std::vector<Cells> tweakeys, Cells s) {
  static const auto table = [] {
    std::array<std::uint8_t, 256> all;
    for (unsigned x = 0; x < 256; x++) all[x] = static_cast<std::uint8_t>(s8(x));
    return all;
  }();
  constexpr unsigned permutation[] = {9, 15, 8, 13, 10, 14, 12, 11, 0, 1, 2, 3, 4, 5, 6, 7};
  unsigned constant = 0;
  for (std::size_t round = 0; round < 32 + 8 * tweakeys.size(); round++) {
    constant = (constant << 1 & 63) | (1 ^ (constant >> 5 & 1) ^ (constant >> 4 & 1));
    for (auto& cell : s) cell = table[cell];
    s[0] ^= static_cast<std::uint8_t>(constant & 15);
    s[4] ^= static_cast<std::uint8_t>(constant >> 4);
    s[8] ^= 2;
    for (std::size_t word = 0; word < tweakeys.size(); word++) {
      Cells& tweakey = tweakeys[word];
      for (unsigned i = 0; i < 8; i++) s[i] ^= tweakey[i];
      const Cells before = tweakey;
      for (unsigned i = 0; i < 16; i++) {
        const unsigned x = before[permutation[i]];
        const unsigned stepped = word == 0 || i >= 8 ? x
                                 : word == 1         ? x << 1 | ((x >> 7 ^ x >> 5) & 1)
                                                     : x >> 1 | ((x ^ x >> 6) & 1) << 7;
        tweakey[i] = static_cast<std::uint8_t>(stepped);
      }
    }
    const Cells before = s;
    for (unsigned column = 0; column < 4; column++) {
      const auto shifted = [&](unsigned row) { return before[4 * row + (column + 4 - row) % 4]; };
      s[column] = shifted(0) ^ shifted(2) ^ shifted(3);
      s[4 + column] = shifted(0);
      s[8 + column] = shifted(1) ^ shifted(2);
      s[12 + column] = shifted(0) ^ shifted(2);
    }
  }
  return s;
}

// x^n in GF(2^24) or GF(2^56).
UNSEEN inline std::uint64_t power_of_x(std::size_t n, unsigned width) {
  const std::uint64_t reduction = width == 24 ? 0x1b : 0x95;
  std::uint64_t power = 1;
  for (; n > 0; n--) power = (power << 1 & ((std::uint64_t{1} << width) - 1)) ^ (power >> (width - 1)) * reduction;
  return power;
}

class RomulusV12 {
 public:
  explicit RomulusV12(const caller::Message& x) : member_(x.mode % 3 + 1), tweak_length_(x.info().nonce_length) {
    std::copy_n(x.key, 16, key_.begin());
    nonce_.assign(x.nonce, x.nonce + tweak_length_);
  }

  std::size_t tweak_length() const { return tweak_length_; }

  void call(Cells& s, const Bytes& tweak, std::size_t count, unsigned domain) const {
    Cells first{}, second{}, third{};
    const unsigned counter_length = member_ == 1 ? 7 : 3;
    const std::size_t period = (std::size_t{1} << 24) - 1;
    const std::uint64_t counter = power_of_x(member_ == 2 ? count % period : count, 8 * counter_length);
    for (unsigned i = 0; i < counter_length; i++) first[i] = static_cast<std::uint8_t>(counter >> 8 * i);
    first[counter_length] = static_cast<std::uint8_t>(64 * (member_ - 1) + domain);
    std::copy(tweak.begin(), tweak.end(), member_ == 1 ? second.begin() : first.begin() + 4);
    (member_ == 1 ? third : second) = key_;
    if (member_ == 2) {
      const std::uint64_t high = power_of_x(count / period, 24);
      for (unsigned i = 0; i < 3; i++) third[i] = static_cast<std::uint8_t>(high >> 8 * i);
    }
    s = member_ == 3 ? skinny128({first, second}, s) : skinny128({first, second, third}, s);
  }

  void call(Cells& s, std::size_t count, unsigned domain) const { call(s, nonce_, count, domain); }

 private:
  unsigned member_;
  std::size_t tweak_length_;
  Cells key_;
  Bytes nonce_;
};

inline Bytes padded(Bytes block, std::size_t length) {
  const std::size_t own = block.size();
  block.resize(length);
  if (own < length) block[length - 1] = static_cast<std::uint8_t>(own);
  return block;
}

struct Turns {
  std::vector<Bytes> blocks;
  bool ends_short;
};

// Blocks of two lengths by turns, padded; the empty string has an empty one.
inline Turns in_turns(const Bytes& string, std::size_t length, std::size_t next) {
  Turns all{};
  std::size_t at = 0;
  do {
    const std::size_t own = std::min(length, string.size() - at);
    const auto start = string.begin() + static_cast<std::ptrdiff_t>(at);
    all.blocks.push_back(padded(Bytes(start, start + static_cast<std::ptrdiff_t>(own)), length));
    all.ends_short = own < length;
    at += own;
    std::swap(length, next);
  } while (at < string.size());
  return all;
}

inline void add(Cells& s, const Bytes& block) {
  for (std::size_t i = 0; i < 16; i++) s[i] ^= block[i];
}

inline Cells g(const Cells& s) {
  Cells out;
  for (unsigned i = 0; i < 16; i++) out[i] = static_cast<std::uint8_t>(s[i] >> 1 | ((s[i] >> 7 ^ s[i]) & 1) << 7);
  return out;
}

// rho on 1 to 16 bytes, or none, from a place of the text.
inline void crypt_block(caller::Direction direction, Cells& s, Bytes& text, std::size_t at) {
  const Cells stream = g(s);
  const std::size_t length = std::min<std::size_t>(16, text.size() - at);
  Bytes plain;
  for (std::size_t i = 0; i < length; i++) {
    std::uint8_t& byte = text[at + i];
    const std::uint8_t in = byte;
    byte ^= stream[i];
    plain.push_back(direction == caller::encrypt ? in : byte);
  }
  add(s, padded(plain, 16));
}

// Every second block is the tweak of a call.
inline void absorb(const RomulusV12& cipher, Cells& s, const Bytes& block, std::size_t index, unsigned domain) {
  if (index % 2 == 0)
    add(s, block);
  else
    cipher.call(s, block, index, domain);
}

inline Cells nonce_based(caller::Message& x) {
  const RomulusV12 cipher(x);
  Cells s{};
  const Turns ad = in_turns(x.ad, 16, cipher.tweak_length());
  for (std::size_t i = 0; i < ad.blocks.size(); i++) absorb(cipher, s, ad.blocks[i], i, 8);
  cipher.call(s, ad.blocks.size(), ad.ends_short ? 26 : 24);
  const bool ends_short = x.text.size() % 16 != 0 || x.text.empty();
  std::size_t at = 0, count = 0;
  do {
    crypt_block(x.direction, s, x.text, at);
    at = std::min(at + 16, x.text.size());
    cipher.call(s, ++count, at < x.text.size() ? 4 : ends_short ? 21 : 20);
  } while (at < x.text.size());
  return g(s);
}

inline Cells mac(const caller::Message& x) {
  const RomulusV12 cipher(x);
  Cells s{};
  const Turns ad = in_turns(x.ad, 16, cipher.tweak_length());
  const std::size_t before = ad.blocks.size();
  const Turns text =
      before % 2 == 0 ? in_turns(x.text, 16, cipher.tweak_length()) : in_turns(x.text, cipher.tweak_length(), 16);
  for (std::size_t i = 0; i < before; i++) absorb(cipher, s, ad.blocks[i], i, 40);
  for (std::size_t i = 0; i < text.blocks.size(); i++) absorb(cipher, s, text.blocks[i], before + i, 44);
  const unsigned domain = 48 + (before % 2 == 0 ? 8 : 0) + (text.blocks.size() % 2 == 0 ? 4 : 0) +
                          (ad.ends_short ? 2 : 0) + (text.ends_short ? 1 : 0);
  cipher.call(s, before + text.blocks.size(), domain);
  return g(s);
}

inline Cells misuse_resistant(caller::Message& x) {
  const RomulusV12 cipher(x);
  Cells s, tag{};
  if (x.direction == caller::encrypt) tag = mac(x);
  if (x.direction == caller::encrypt)
    s = tag;
  else
    std::copy_n(x.tag, 16, s.begin());
  for (std::size_t at = 0; at < x.text.size(); at += 16) {
    cipher.call(s, at / 16, 36);
    crypt_block(x.direction, s, x.text, at);
  }
  return x.direction == caller::encrypt ? tag : mac(x);
}

inline void reference(caller::Message& x) {
  const Cells tag = x.mode >= caller::m1 ? misuse_resistant(x) : nonce_based(x);
  if (x.direction == caller::encrypt)
    std::copy(tag.begin(), tag.end(), x.tag);
  else
    x.authentic = std::equal(tag.begin(), tag.end(), x.tag);
}

}  // namespace fuzz
