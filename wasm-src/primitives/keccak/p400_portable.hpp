// The portable kernel of Keccak-p[400]. A word of 32 bits holds a word of 16 bits twice. So its rotation also rotates
// the shorter word.
#pragma once

#include "../../common/permutation.hpp"
#include "keccak.hpp"

namespace keccak {

class Portable {
 public:
  static constexpr std::size_t length = keccak::length, rate = keccak::rate;

  struct State {
    std::uint32_t word[words];
  };

  static void load(State& state, const std::uint8_t* bytes) {
    for (std::size_t i = 0; i < words; i++) state.word[i] = twice(word_at(bytes + 2 * i));
  }

  static void store(std::uint8_t* bytes, const State& state) {
    for (std::size_t i = 0; i < words; i++) put_word(bytes + 2 * i, state.word[i]);
  }

  INLINE void permute(State& state, unsigned count) {
    State s = state;
    for (unsigned r = rounds - count; r < rounds; r++) {
      round(
          s.word, [](std::uint32_t x, unsigned by) __attribute__((always_inline)) {
            by %= word_bits;
            return by == 0 ? x : x << by | x >> (32 - by);
          });
      s.word[0] ^= twice(round_constants[r]);
    }
    state = s;
  }

  INLINE void add_block(State& state, const std::uint8_t* block) {
    UNROLLED(std::size_t i = 0; i < rate / 2; i++) state.word[i] ^= twice(word_at(block + 2 * i));
  }

  INLINE void add_bit(State& state, std::uint32_t bit) { state.word[0] ^= twice(bit << 7); }
  static void add_domain(State& state) { state.word[words - 1] ^= twice(common::domain_bit << 8); }

  INLINE void crypt_block(std::uint8_t* block, const State& state) {
    UNROLLED(std::size_t i = 0; i < rate / 2; i++) put_word(block + 2 * i, word_at(block + 2 * i) ^ state.word[i]);
  }

 private:
  static constexpr std::uint32_t twice(std::uint32_t word) { return word | word << 16; }

  static std::uint32_t word_at(const std::uint8_t* bytes) { return common::load_as<std::uint16_t>(bytes); }
  static void put_word(std::uint8_t* bytes, std::uint32_t twice) {
    common::store(bytes, static_cast<std::uint16_t>(twice));
  }
};

static_assert(common::Permutation<Portable>);

}  // namespace keccak
