// TGIF v1 written from its specification alone, word by word; it shares nothing with the module's sources.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "../../../native/caller.hpp"

// Of a cipher to compare with: the fuzzer would take a way through it for news, at many times the cost.
#define UNSEEN [[clang::no_sanitize("coverage", "address", "undefined")]]

namespace fuzz {

namespace tgif_reference {

using Bytes = caller::Bytes;
using Block = std::array<std::uint8_t, 16>;

inline bool is_m(const caller::Message& x) { return x.mode == caller::m1 || x.mode == caller::m2; }

inline std::uint8_t byte(unsigned x) { return static_cast<std::uint8_t>(x); }

using Half = std::array<std::uint16_t, 4>;

inline std::uint16_t low(unsigned x) { return static_cast<std::uint16_t>(x); }

// The block cipher [tgif-bc 1] to [tgif-bc 4].
class Cipher {
 public:
  explicit Cipher(const Block& key) {
    for (unsigned i = 0; i < 16; i++) key_[i / 4] |= static_cast<std::uint32_t>(key[i]) << 8 * (i % 4);
  }

  UNSEEN Block encrypted(const Block& block) {
    Half left, right;
    for (unsigned i = 0; i < 4; i++) {
      left[i] = low(block[2 * i] | unsigned{block[2 * i + 1]} << 8);
      right[i] = low(block[2 * i + 8] | unsigned{block[2 * i + 9]} << 8);
    }
    for (unsigned step = 0; step < 18; step++) {
      Half made = right;
      for (unsigned r = 0; r < 4; r++) round(made, r);
      // By 55 to the left is by 9 to the right.
      for (unsigned i = 0; i < 4; i++) made[i] = low(made[i] ^ left[i] >> 9 ^ unsigned{left[(i + 3) % 4]} << 7);
      right = left;
      left = made;
    }
    Block out = {};
    for (unsigned i = 0; i < 16; i++) out[i] = byte((i < 8 ? left : right)[i % 8 / 2] >> 8 * (i % 2));
    return out;
  }

 private:
  UNSEEN void round(Half& s, unsigned r) {
    unsigned x[4] = {s[0] ^ (key_[0] & 0xffff), s[1] ^ key_[0] >> 16, s[2], s[3] ^ 0x8000 ^ constant_};
    x[1] ^= x[0] & x[2];
    x[0] ^= x[1] & x[3];
    x[2] ^= x[0] | x[1];
    x[3] ^= x[2];
    x[1] ^= x[3];
    x[3] ^= 0xffff;
    x[2] ^= x[0] & x[1];
    std::swap(x[0], x[3]);
    for (unsigned i = 0; i < 4; i++) s[i] = low(moved(x[i], r < 2 ? i : (4 - i) % 4, r));
    step();
  }

  // Each nibble by so many bits to the right, or the word by so many nibbles.
  UNSEEN static unsigned moved(unsigned x, unsigned by, unsigned r) {
    if (r % 2 == 1) return x >> 4 * by | x << (16 - 4 * by);
    const unsigned staying = 0x1111 * (0xfU >> by);
    return (x >> by & staying) | (x << (4 - by) & ~staying);
  }

  UNSEEN void step() {
    const std::uint32_t last = key_[3] ^ 1, next = key_[0] ^ key_[1] ^ (last << 8 | last >> 24) ^ 1;
    for (unsigned i = 0; i < 3; i++) key_[i] = key_[i + 1];
    key_[3] = next;
    const unsigned x6 = constant_ >> 6;
    constant_ = (constant_ << 1 & 0x7f) ^ (x6 << 1 | x6);
  }

  std::uint32_t key_[4] = {};
  unsigned constant_ = 1;
};

UNSEEN inline Block added(Block x, const Block& y) {
  for (unsigned i = 0; i < 16; i++) x[i] ^= y[i];
  return x;
}

// G [romulus 2.4]
UNSEEN inline Block g(Block block) {
  for (auto& x : block) x = byte(unsigned{x} >> 1 | ((x >> 7 ^ x) & 1U) << 7);
  return block;
}

// 2 X [remus 2.2]
UNSEEN inline Block doubled(const Block& x) {
  Block out;
  for (unsigned i = 0; i < 16; i++) out[i] = byte(x[i] * 2U | (i == 0 ? 0U : x[i - 1] >> 7));
  if (x[15] >> 7) out[0] ^= 0x87;
  return out;
}

// The masked cipher [remus 3], with what each member adds to the domains [remus 4]. The counter goes up by one from
// call to call.
class Ice {
 public:
  explicit Ice(const caller::Message& x) : first_({}), base_(is_m(x) ? 32 : 0) {
    Block key, nonce;
    std::copy_n(x.key, 16, key.begin());
    std::copy_n(x.nonce, 16, nonce.begin());
    const Block made = Cipher(key).encrypted(nonce);
    first_.l = g(made);
    if (x.mode == caller::n2 || x.mode == caller::m2) {
      base_ += 64;
      key[15] ^= 1;
      first_.v = g(Cipher(key).encrypted(made));
    }
    restart();
  }

  void restart() { masks_ = first_; }

  void step() { masks_ = {doubled(masks_.l), doubled(masks_.v)}; }

  Block call(const Block& s, unsigned domain) const {
    Block l = masks_.l;
    l[15] = byte(l[15] ^ (base_ + domain));
    return added(Cipher(l).encrypted(added(s, masks_.v)), masks_.v);
  }

 private:
  struct Masks {
    Block l, v;
  };

  Masks first_, masks_;
  unsigned base_;
};

// A block of a string, which has one at least; padded, and how long it was.
struct Piece {
  Block block;
  std::size_t length;
};

inline std::size_t blocks(const Bytes& string) { return string.empty() ? 1 : (string.size() + 15) / 16; }

inline Piece piece(const Bytes& string, std::size_t i) {
  Piece made = {{}, std::min<std::size_t>(16, string.size() - 16 * i)};
  std::copy_n(string.data() + 16 * i, made.length, made.block.begin());
  if (made.length < 16) made.block[15] = byte(static_cast<unsigned>(made.length));
  return made;
}

inline unsigned domain_of(const Bytes& string, std::size_t i, unsigned inner, unsigned last) {
  if (i + 1 < blocks(string)) return inner;
  return piece(string, i).length < 16 ? last + 1 : last;
}

// Takes in a string.
inline Block absorbed(Ice& ice, Block s, const Bytes& string, unsigned inner, unsigned last) {
  for (std::size_t i = 0; i < blocks(string); i++) {
    ice.step();
    s = ice.call(added(s, piece(string, i).block), domain_of(string, i, inner, last));
  }
  return s;
}

// rho on block i of the text, or its inverse [romulus 2.4].
inline Block translated(const Block& s, caller::Message& x, std::size_t i) {
  const Block key = g(s), given = piece(x.text, i).block;
  for (std::size_t at = 16 * i; at < std::min(x.text.size(), 16 * i + 16); at++) x.text[at] ^= key[at % 16];
  return added(s, x.direction == caller::encrypt ? given : piece(x.text, i).block);
}

// The text of a member M, from the tag on.
inline void translate_from_tag(Ice& ice, caller::Message& x) {
  if (x.text.empty()) return;
  Block s;
  std::copy_n(x.tag, 16, s.begin());
  ice.restart();
  for (std::size_t i = 0; i < blocks(x.text); i++) {
    if (i > 0) ice.step();
    s = translated(ice.call(s, 2), x, i);
  }
}

}  // namespace tgif_reference

// [remus 5]
inline void reference(caller::Message& x) {
  using namespace tgif_reference;
  const bool encrypts = x.direction == caller::encrypt;
  Ice ice(x);
  if (is_m(x) && !encrypts) translate_from_tag(ice, x);

  ice.restart();
  Block s = absorbed(ice, {}, x.ad, 4, 12);
  if (is_m(x)) {
    s = absorbed(ice, s, x.text, 6, 14);
  } else {
    for (std::size_t i = 0; i < blocks(x.text); i++) {
      s = translated(s, x, i);
      ice.step();
      s = ice.call(s, domain_of(x.text, i, 2, 10));
    }
  }
  const Block tag = g(s);
  if (!encrypts) {
    x.authentic = std::equal(tag.begin(), tag.end(), x.tag);
    return;
  }
  std::copy_n(tag.begin(), 16, x.tag);
  if (is_m(x)) translate_from_tag(ice, x);
}

}  // namespace fuzz
