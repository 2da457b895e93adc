// Remus v1 from its specification: SKINNY cell by cell, masks byte by byte, strings as lists of blocks; it shares
// nothing with the module's sources.
#pragma once

#include <algorithm>

#include "../../../native/caller.hpp"

namespace fuzz {

using caller::Bytes;

// Of a cipher to compare with: the fuzzer would take a way through it for news, at many times the cost.
#define UNSEEN_CIPHER [[clang::no_sanitize("coverage", "address", "undefined")]]

// S8 or S4 on a cell: each step has its NORs, then bits move.
template <unsigned bits>
constexpr unsigned substituted(unsigned x) {
  // Which bit comes to each place, the highest first; the last step moves less.
  constexpr unsigned moves[2][2][8] = {{{2, 1, 0, 3}, {3, 2, 1, 0}},
                                       {{2, 1, 7, 6, 4, 0, 3, 5}, {7, 6, 5, 4, 3, 1, 2, 0}}};
  for (unsigned step = 0; step < 4; step++) {
    if (bits == 8) x ^= (~(x >> 7 | x >> 6) & 1) << 4;
    x ^= ~(x >> 3 | x >> 2) & 1;
    unsigned moved = 0;
    for (unsigned i = 0; i < bits; i++) moved = moved << 1 | (x >> moves[bits == 8][step == 3][i] & 1);
    x = moved;
  }
  return x;
}

template <unsigned bits>
struct SBox {
  unsigned at[1U << bits];
  constexpr SBox() : at() {
    for (unsigned x = 0; x < 1U << bits; x++) at[x] = substituted<bits>(x);
  }
};

template <unsigned bits>
UNSEEN_CIPHER void read_cells(unsigned* cells, const std::uint8_t* bytes) {
  for (unsigned i = 0; i < 16; i++)
    cells[i] = bits == 8 ? bytes[i] : static_cast<unsigned>(bytes[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15);
}

UNSEEN_CIPHER inline void permute(unsigned* cells) {
  constexpr unsigned permutation[] = {9, 15, 8, 13, 10, 14, 12, 11, 0, 1, 2, 3, 4, 5, 6, 7};
  unsigned before[16];
  std::memcpy(before, cells, sizeof before);
  for (unsigned i = 0; i < 16; i++) cells[i] = before[permutation[i]];
}

// SKINNY-128-128 with cells of 8 bits, SKINNY-64-128 with cells of 4: encrypts a block under 16 bytes.
template <unsigned bits>
UNSEEN_CIPHER void encrypt_block(const std::uint8_t* key, const std::uint8_t* block, std::uint8_t* out) {
  static constexpr SBox<bits> s_box;
  unsigned s[16], tweakey1[16], tweakey2[16] = {}, constant = 0;
  read_cells<bits>(s, block);
  read_cells<bits>(tweakey1, key);
  if (bits == 4) read_cells<bits>(tweakey2, key + 8);
  for (unsigned round = 0; round < (bits == 8 ? 40 : 36); round++) {
    constant = (constant << 1 & 63) | (~(constant >> 5 ^ constant >> 4) & 1);
    for (unsigned i = 0; i < 16; i++) s[i] = s_box.at[s[i]];
    s[0] ^= constant & 15;
    s[4] ^= constant >> 4;
    s[8] ^= 2;
    for (unsigned i = 0; i < 8; i++) s[i] ^= tweakey1[i] ^ tweakey2[i];
    permute(tweakey1);
    permute(tweakey2);
    for (unsigned i = 0; i < 8; i++)
      tweakey2[i] = (tweakey2[i] << 1 & 15) | ((tweakey2[i] >> 3 ^ tweakey2[i] >> 2) & 1);
    unsigned before[16];
    std::memcpy(before, s, sizeof s);
    for (unsigned column = 0; column < 4; column++) {
      // A column after ShiftRows.
      const unsigned a = before[column], b = before[4 + (column + 3) % 4], c = before[8 + (column + 2) % 4],
                     d = before[12 + (column + 1) % 4];
      s[column] = a ^ c ^ d;
      s[4 + column] = a;
      s[8 + column] = b ^ c;
      s[12 + column] = a ^ c;
    }
  }
  for (unsigned i = 0; i < 2 * bits; i++)
    out[i] = static_cast<std::uint8_t>(bits == 8 ? s[i] : s[2 * i] << 4 | s[2 * i + 1]);
}

template <unsigned bits>
Bytes skinny(const Bytes& key, const Bytes& block) {
  Bytes out(block.size());
  encrypt_block<bits>(key.data(), block.data(), out.data());
  return out;
}

// A member: its cipher, how long blocks are, which of ICE1 to ICE3 it has, and what its domains begin with.
struct Remus {
  Bytes (*cipher)(const Bytes& key, const Bytes& block);
  std::size_t length;
  unsigned ice, base;
};

inline constexpr Remus members[] = {{skinny<8>, 16, 1, 0},
                                    {skinny<8>, 16, 2, 64},
                                    {skinny<4>, 8, 3, 128},
                                    {skinny<8>, 16, 1, 32},
                                    {skinny<8>, 16, 2, 96}};

inline Bytes sum(Bytes a, const Bytes& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); i++) a[i] ^= b[i];
  return a;
}

inline Bytes with_last(Bytes key, unsigned byte) {
  key.back() = static_cast<std::uint8_t>(key.back() ^ byte);
  return key;
}

// G.
inline Bytes mixed(Bytes block) {
  for (auto& x : block) x = static_cast<std::uint8_t>(x >> 1 | ((x ^ x << 7) & 0x80));
  return block;
}

// The first `length` bytes as a number, the lowest first, times x.
inline Bytes doubled(const Bytes& x, std::size_t length, unsigned reduction) {
  Bytes y = x;
  for (std::size_t i = 0; i < length; i++) {
    const unsigned in = i == 0 ? (x[length - 1] >> 7) * reduction : x[i - 1] >> 7;
    y[i] = static_cast<std::uint8_t>(x[i] << 1 ^ static_cast<int>(in));
  }
  return y;
}

// The masked cipher, with its counter.
class Ice {
 public:
  Ice(const Remus& member, const caller::Message& x) : member_(member) {
    const Bytes key(x.key, x.key + 16), nonce(x.nonce, x.nonce + x.info().nonce_length);
    v_ = Bytes(member.length);
    l_ = sum(key, nonce);
    if (member.ice == 3) return;
    const Bytes first = member.cipher(key, nonce);
    l_ = mixed(first);
    if (member.ice == 2) v_ = mixed(member.cipher(with_last(key, 1), first));
  }

  void next() {
    l_ = member_.ice == 3 ? doubled(l_, 15, 0x1b) : doubled(l_, 16, 0x87);
    v_ = doubled(v_, v_.size(), 0x87);
  }

  Bytes operator()(const Bytes& block, unsigned domain) const {
    return sum(member_.cipher(with_last(l_, member_.base + domain), sum(block, v_)), v_);
  }

  // The blocks of a string, the last of which may be short or empty.
  std::vector<Bytes> blocks_of(const Bytes& string) const {
    std::vector<Bytes> blocks;
    std::size_t at = 0;
    do {
      const std::size_t length = std::min(member_.length, string.size() - at);
      blocks.emplace_back(string.data() + at, string.data() + at + length);
      at += length;
    } while (at < string.size());
    return blocks;
  }

  Bytes padded(Bytes block) const {
    const std::size_t length = block.size();
    block.resize(member_.length);
    if (length < block.size()) block.back() = static_cast<std::uint8_t>(length);
    return block;
  }

  // Each block of a string changes S by `take`, then comes a call.
  template <class Take>
  void absorb(Bytes& s, const Bytes& string, unsigned domain, Take take) {
    const auto blocks = blocks_of(string);
    for (std::size_t i = 0; i < blocks.size(); i++) {
      take(s, blocks[i]);
      next();
      const bool is_last = i + 1 == blocks.size(), is_short = blocks[i].size() < member_.length;
      s = (*this)(s, !is_last ? domain : domain + 8 + (is_short ? 1 : 0));
    }
  }

  void absorb(Bytes& s, const Bytes& string, unsigned domain) {
    absorb(s, string, domain, [this](Bytes& state, const Bytes& block) { state = sum(state, padded(block)); });
  }

 private:
  const Remus& member_;
  Bytes l_, v_;
};

// rho, or its inverse: appends the other text.
inline void translate(const Ice& ice, bool encrypts, Bytes& s, const Bytes& block, Bytes& out) {
  const Bytes other = sum(block, mixed(s));
  out.insert(out.end(), other.begin(), other.end());
  s = sum(s, ice.padded(encrypts ? block : other));
}

inline Bytes tag_of(const Remus& member, const caller::Message& x, const Bytes& plaintext) {
  Ice ice(member, x);
  Bytes s(member.length);
  ice.absorb(s, x.ad, 4);
  ice.absorb(s, plaintext, 6);
  return mixed(s);
}

inline Bytes streamed(const Remus& member, const caller::Message& x, Bytes s) {
  Ice ice(member, x);
  Bytes out;
  if (x.text.empty()) return out;
  bool is_first = true;
  for (const Bytes& block : ice.blocks_of(x.text)) {
    if (!is_first) ice.next();
    is_first = false;
    s = ice(s, 2);
    translate(ice, x.direction == caller::encrypt, s, block, out);
  }
  return out;
}

inline void reference(caller::Message& x) {
  const Remus& member = members[x.mode];
  const bool encrypts = x.direction == caller::encrypt;
  const Bytes received(x.tag, x.tag + member.length);
  Bytes tag, out;
  if (x.mode == caller::m1 || x.mode == caller::m2) {
    if (encrypts) tag = tag_of(member, x, x.text);
    out = streamed(member, x, encrypts ? tag : received);
    if (!encrypts) tag = tag_of(member, x, out);
  } else {
    Ice ice(member, x);
    Bytes s(member.length);
    ice.absorb(s, x.ad, 4);
    ice.absorb(s, x.text, 2, [&](Bytes& state, const Bytes& block) { translate(ice, encrypts, state, block, out); });
    tag = mixed(s);
  }
  x.authentic = tag == received;
  x.text = out;
  if (encrypts) caller::copy(x.tag, tag.data(), tag.size());
}

}  // namespace fuzz
