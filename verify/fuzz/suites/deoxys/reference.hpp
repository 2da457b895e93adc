// Romulus-N and -M over Deoxys-BC-128-384 from their specifications; it shares nothing with the module's sources.
#pragma once

#include <array>
#include <bit>

#include "../../../native/caller.hpp"

// Of a cipher to compare with: the fuzzer would take a way through it for news, at many times the cost.
#define UNSEEN [[clang::no_sanitize("coverage", "address", "undefined")]]

namespace fuzz {

using caller::Bytes;

struct Block {
  std::uint8_t at[16];
};

UNSEEN inline void add(Block& to, const Block& more) {
  for (unsigned i = 0; i < 16; i++) to.at[i] ^= more.at[i];
}

UNSEEN constexpr std::uint8_t doubled(std::uint8_t x) { return static_cast<std::uint8_t>(2U * x ^ (x >> 7) * 0x11bU); }

// The S-box of AES by its walk over the field: as one element goes on by 3, its inverse goes back by it.
constexpr std::array<std::uint8_t, 256> make_s_box() {
  std::array<std::uint8_t, 256> s_box{0x63};
  std::uint8_t x = 1, y = 1;
  for (unsigned i = 0; i < 255; i++) {
    s_box[x] =
        static_cast<std::uint8_t>(y ^ std::rotl(y, 1) ^ std::rotl(y, 2) ^ std::rotl(y, 3) ^ std::rotl(y, 4) ^ s_box[0]);
    x ^= doubled(x);
    y ^= static_cast<std::uint8_t>(y << 1);
    y ^= static_cast<std::uint8_t>(y << 2);
    y ^= static_cast<std::uint8_t>(y << 4);
    if (y & 0x80) y ^= 0x09;
  }
  return s_box;
}
inline constexpr auto s_box = make_s_box();

struct Tweakey {
  Block word[3];
};

UNSEEN inline void step(Tweakey& tweakey) {
  static constexpr std::uint8_t h[] = {1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8};
  const Tweakey before = tweakey;
  for (unsigned i = 0; i < 16; i++) {
    const unsigned x = before.word[1].at[h[i]], y = before.word[2].at[h[i]];
    tweakey.word[0].at[i] = before.word[0].at[h[i]];
    tweakey.word[1].at[i] = static_cast<std::uint8_t>(x << 1 | ((x >> 7 ^ x >> 5) & 1));
    tweakey.word[2].at[i] = static_cast<std::uint8_t>(y >> 1 | ((y ^ y >> 6) & 1) << 7);
  }
}

// SubBytes, ShiftRows and MixColumns: row r of a column comes from r columns on.
UNSEEN inline void run_round(Block& state) {
  const Block before = state;
  const std::uint8_t* const substituted = s_box.data();
  for (unsigned column = 0; column < 4; column++) {
    std::uint8_t a[4];
    for (unsigned row = 0; row < 4; row++) a[row] = substituted[before.at[4 * ((column + row) % 4) + row]];
    for (unsigned row = 0; row < 4; row++) {
      const std::uint8_t next = a[(row + 1) % 4];
      state.at[4 * column + row] =
          static_cast<std::uint8_t>(doubled(a[row] ^ next) ^ next ^ a[(row + 2) % 4] ^ a[(row + 3) % 4]);
    }
  }
}

UNSEEN inline void deoxys_bc(Tweakey tweakey, Block& state) {
  std::uint8_t rcon = 0x2f;
  for (unsigned round = 0;; round++) {
    add(state, {{1, 2, 4, 8, rcon, rcon, rcon, rcon}});
    for (const Block& word : tweakey.word) add(state, word);
    if (round == 16) return;
    run_round(state);
    step(tweakey);
    rcon = doubled(rcon);
  }
}

// A message's calls of the cipher, and what they are made of.
class Romulus {
 public:
  explicit Romulus(const caller::Message& x) : key_(block_at(x.key)), nonce_(block_at(x.nonce)) {}

  static Block block_at(const std::uint8_t* bytes) {
    Block block;
    std::copy(bytes, bytes + 16, block.at);
    return block;
  }

  // Crypts the text in place, and gives the tag.
  Block n(caller::Direction direction, const Bytes& ad, Bytes& text) const {
    const auto ad_blocks = blocks_of(ad);
    Block state = absorbed(ad_blocks, ad_blocks.size(), 8, 8);
    call(state, nonce_, ad_blocks.size(), ends_short(ad) ? 26 : 24);
    const std::size_t count = blocks_of(text).size();
    for (std::size_t i = 0; i < count; i++) {
      crypt(direction, state, text, i);
      call(state, nonce_, i + 1, i + 1 < count ? 4 : ends_short(text) ? 21 : 20);
    }
    return g(state);
  }

  Block m_tag(const Bytes& ad, const Bytes& message) const {
    auto blocks = blocks_of(ad);
    const auto message_blocks = blocks_of(message);
    const std::size_t ad_count = blocks.size(), message_count = message_blocks.size();
    blocks.insert(blocks.end(), message_blocks.begin(), message_blocks.end());
    const unsigned domain = 48 + (ad_count % 2 == 0 ? 8 : 0) + (message_count % 2 == 0 ? 4 : 0) +
                            (ends_short(ad) ? 2 : 0) + (ends_short(message) ? 1 : 0);
    Block state = absorbed(blocks, ad_count, 40, 44);
    call(state, nonce_, blocks.size(), domain);
    return g(state);
  }

  void m_crypt(caller::Direction direction, const Block& tag, Bytes& text) const {
    Block state = tag;
    for (std::size_t i = 0; 16 * i < text.size(); i++) {
      call(state, nonce_, i, 36);
      crypt(direction, state, text, i);
    }
  }

 private:
  static bool ends_short(const Bytes& string) { return string.empty() || string.size() % 16 != 0; }

  // Zeros and the length behind a short block.
  static Block padded(const std::uint8_t* bytes, std::size_t length) {
    Block block{};
    std::copy(bytes, bytes + length, block.at);
    if (length < 16) block.at[15] = static_cast<std::uint8_t>(length);
    return block;
  }

  // All of a string, of which the empty one has one block.
  static std::vector<Block> blocks_of(const Bytes& string) {
    std::vector<Block> blocks;
    for (std::size_t at = 0; at == 0 || at < string.size(); at += 16)
      blocks.push_back(padded(string.data() + at, std::min<std::size_t>(16, string.size() - at)));
    return blocks;
  }

  UNSEEN static Block g(Block state) {
    for (auto& x : state.at) x = static_cast<std::uint8_t>(x >> 1 | ((x >> 7 ^ x) & 1) << 7);
    return state;
  }

  // Block i of the text.
  static void crypt(caller::Direction direction, Block& state, Bytes& text, std::size_t i) {
    const std::size_t length = std::min<std::size_t>(16, text.size() - 16 * i);
    std::uint8_t* const at = text.data() + 16 * i;
    const Block given = padded(at, length), stream = g(state);
    for (std::size_t j = 0; j < length; j++) at[j] ^= stream.at[j];
    add(state, direction == caller::encrypt ? given : padded(at, length));
  }

  // Blocks by pairs; the domain of a pair is that of what its second block belongs to.
  Block absorbed(const std::vector<Block>& blocks, std::size_t ad_count, unsigned ad_domain,
                 unsigned message_domain) const {
    Block state{};
    for (std::size_t i = 0; i < blocks.size(); i++)
      if (i % 2 == 0)
        add(state, blocks[i]);
      else
        call(state, blocks[i], i, i < ad_count ? ad_domain : message_domain);
    return state;
  }

  // 2^i in GF(2^56).
  static const std::uint64_t& counter(std::size_t i) {
    static std::vector<std::uint64_t> values = {1};
    while (values.size() <= i) values.push_back((values.back() << 1 ^ (values.back() >> 55) * 0x95) & 0xffffffffffffff);
    return values[i];
  }

  void call(Block& state, const Block& tweak, std::size_t i, unsigned domain) const {
    Block first{};
    std::memcpy(first.at, &counter(i), 7);
    first.at[7] = static_cast<std::uint8_t>(domain);
    deoxys_bc({{first, tweak, key_}}, state);
  }

  Block key_, nonce_;
};

inline void reference(caller::Message& x) {
  const Romulus romulus(x);
  const bool encrypts = x.direction == caller::encrypt;
  Block tag;
  if (x.mode == caller::n) {
    tag = romulus.n(x.direction, x.ad, x.text);
  } else if (encrypts) {
    tag = romulus.m_tag(x.ad, x.text);
    romulus.m_crypt(x.direction, tag, x.text);
  } else {
    romulus.m_crypt(x.direction, Romulus::block_at(x.tag), x.text);
    tag = romulus.m_tag(x.ad, x.text);
  }
  if (encrypts)
    std::memcpy(x.tag, tag.at, 16);
  else
    x.authentic = std::memcmp(x.tag, tag.at, 16) == 0;
}

}  // namespace fuzz
