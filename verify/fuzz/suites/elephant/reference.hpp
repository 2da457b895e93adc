// Dumbo, Jumbo and Delirium from the specification of Elephant v2; it shares nothing with the module's sources.
#pragma once

#include "../../../native/caller.hpp"
#include "../../reference/keccak.hpp"

namespace fuzz {

using caller::Bytes;

// Spongent-pi: what each value of each S-box gives to the next state is in a table.
template <unsigned width, unsigned rounds, unsigned first_counter>
class Spongent {
 public:
  UNSEEN static void permute(std::uint8_t* block) {
    static const Spongent spongent;
    State state = {};
    std::memcpy(&state, block, width / 8);
    unsigned counter = first_counter;
    for (unsigned round = 0; round < rounds; round++) {
      for (unsigned i = 0; i < 7; i++)
        if (counter >> i & 1) {
          flip(state, i);
          flip(state, width - 1 - i);
        }
      counter = (counter << 1 & 0x7f) | ((counter >> 6 ^ counter >> 5) & 1);
      State next = {};
      for (unsigned k = 0; k < width / 4; k++) {
        const State& given = spongent.given_[k][state.words[k / 16] >> k % 16 * 4 & 0xf];
        for (unsigned i = 0; i < 3; i++) next.words[i] ^= given.words[i];
      }
      state = next;
    }
    std::memcpy(block, &state, width / 8);
  }

 private:
  struct State {
    std::uint64_t words[3];
  };

  Spongent() {
    constexpr std::uint8_t s_box[] = {0xe, 0xd, 0xb, 0x0, 0x2, 0x1, 0x4, 0xf, 0x7, 0xa, 0x8, 0x5, 0x9, 0xc, 0x3, 0x6};
    for (unsigned bit = 0; bit < width; bit++) {
      const unsigned place = bit == width - 1 ? bit : bit * (width / 4) % (width - 1);
      for (unsigned value = 0; value < 16; value++)
        if (s_box[value] >> bit % 4 & 1) flip(given_[bit / 4][value], place);
    }
  }

  UNSEEN static void flip(State& state, unsigned bit) { state.words[bit / 64] ^= std::uint64_t{1} << bit % 64; }

  State given_[width / 4][16] = {};
};

// A suite: its permutation, the length of its blocks, and the byte that follows those of a mask in the next one.
struct Elephant {
  void (*permute)(std::uint8_t* block);
  std::size_t length;
  std::uint8_t (*next)(const std::uint8_t* mask);
};

inline constexpr Elephant elephants[] = {
    {Spongent<160, 80, 0x75>::permute, 20,
     [](const std::uint8_t* m) {
       return static_cast<std::uint8_t>(rotated<std::uint8_t>(m[0], 3) ^ m[3] << 7 ^ m[13] >> 7);
     }},
    {Spongent<176, 90, 0x45>::permute, 22,
     [](const std::uint8_t* m) {
       return static_cast<std::uint8_t>(rotated<std::uint8_t>(m[0], 1) ^ m[3] << 7 ^ m[19] >> 7);
     }},
    {[](std::uint8_t* block) { keccak<std::uint8_t>(block, 18); }, 25,
     [](const std::uint8_t* m) {
       return static_cast<std::uint8_t>(rotated<std::uint8_t>(m[0], 1) ^ rotated<std::uint8_t>(m[2], 1) ^ m[13] << 1);
     }},
};

inline void add(Bytes& to, const Bytes& more) {
  for (std::size_t i = 0; i < to.size(); i++) to[i] ^= more[i];
}

// The masks of a key.
class Masks {
 public:
  Masks(const Elephant& elephant, const std::uint8_t* key) : elephant_(elephant), first_(key, key + 16) {
    first_.resize(elephant.length);
    elephant.permute(first_.data());
  }

  // The mask after so many steps; with two, the sum of both.
  Bytes operator()(std::size_t steps) {
    while (all_.size() <= steps) all_.push_back(all_.empty() ? first_ : after(all_.back()));
    return all_[steps];
  }
  Bytes operator()(std::size_t one, std::size_t other) {
    Bytes sum = (*this)(one);
    add(sum, (*this)(other));
    return sum;
  }

  // A block permuted under a mask.
  Bytes permuted(Bytes block, const Bytes& mask) const {
    add(block, mask);
    elephant_.permute(block.data());
    add(block, mask);
    return block;
  }

 private:
  Bytes after(const Bytes& mask) const {
    Bytes next(mask.begin() + 1, mask.end());
    next.push_back(elephant_.next(mask.data()));
    return next;
  }

  const Elephant& elephant_;
  Bytes first_;
  std::vector<Bytes> all_;
};

inline void add_stream(const Elephant& elephant, caller::Message& x) {
  Masks masks(elephant, x.key);
  Bytes nonce(x.nonce, x.nonce + sizeof x.nonce), stream;
  nonce.resize(elephant.length);
  for (std::size_t i = 0; i < x.text.size(); i++) {
    const std::size_t block = i / elephant.length;
    if (i % elephant.length == 0) stream = masks.permuted(nonce, masks(block, block + 1));
    x.text[i] ^= stream[i % elephant.length];
  }
}

// The blocks of a string with a byte 1 and zeros behind it.
inline std::vector<Bytes> blocks_of(Bytes string, std::size_t length) {
  string.push_back(1);
  string.resize((string.size() + length - 1) / length * length);
  std::vector<Bytes> blocks;
  for (auto at = string.begin(); at != string.end(); at += static_cast<std::ptrdiff_t>(length))
    blocks.emplace_back(at, at + static_cast<std::ptrdiff_t>(length));
  return blocks;
}

inline Bytes tag_of(const Elephant& elephant, const caller::Message& x) {
  Masks masks(elephant, x.key);
  Bytes ad(x.nonce, x.nonce + sizeof x.nonce);
  ad.insert(ad.end(), x.ad.begin(), x.ad.end());
  const auto ad_blocks = blocks_of(ad, elephant.length), text_blocks = blocks_of(x.text, elephant.length);
  Bytes sum = ad_blocks[0];
  for (std::size_t i = 1; i < ad_blocks.size(); i++) add(sum, masks.permuted(ad_blocks[i], masks(i)));
  for (std::size_t i = 0; i < text_blocks.size(); i++) add(sum, masks.permuted(text_blocks[i], masks(i, i + 2)));
  return masks.permuted(sum, masks(0));
}

inline void reference(caller::Message& x) {
  const Elephant& elephant = elephants[x.mode];
  const std::size_t tag_length = x.info().tag_length;
  if (x.direction == caller::encrypt) add_stream(elephant, x);
  const Bytes tag = tag_of(elephant, x);
  if (x.direction == caller::encrypt) return caller::copy(x.tag, tag.data(), tag_length);
  x.authentic = std::memcmp(tag.data(), x.tag, tag_length) == 0;
  if (x.authentic != 0) add_stream(elephant, x);
}

}  // namespace fuzz
