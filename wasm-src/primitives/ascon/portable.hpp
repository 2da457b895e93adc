// The portable kernel of Ascon-p: five 64-bit words, which is also the fastest for one state where there is SIMD.
#pragma once

#include "../../common/permutation.hpp"
#include "ascon.hpp"

namespace ascon {

class Portable {
 public:
  static constexpr std::size_t length = ascon::length, rate = ascon::rate;

  struct State {
    std::uint64_t word[words];
  };

  static void load(State& state, const std::uint8_t* bytes) {
    for (std::size_t i = 0; i < words; i++) state.word[i] = word_at(bytes + 8 * i);
  }

  static void store(std::uint8_t* bytes, const State& state) {
    for (std::size_t i = 0; i < words; i++) put_word(bytes + 8 * i, state.word[i]);
  }

  [[gnu::always_inline]] static constexpr void permute(State& state, unsigned count) {
    State s = state;
    for (std::uint64_t constant = first_constant(count); constant != constants_end; constant -= constant_step)
      round(s, constant);
    state = s;
  }

  [[gnu::always_inline]] static void add_block(State& state, const std::uint8_t* block) {
    state.word[0] ^= word_at(block);
  }

  [[gnu::always_inline]] static void add_bit(State& state, std::uint32_t bit) {
    state.word[0] ^= std::uint64_t{bit} << 63;
  }

  static void add_domain(State& state) { state.word[4] ^= common::domain_bit; }

  [[gnu::always_inline]] static void crypt_block(std::uint8_t* block, const State& state) {
    put_word(block, word_at(block) ^ state.word[0]);
  }

 private:
  static std::uint64_t word_at(const std::uint8_t* bytes) {
    std::uint64_t word;
    __builtin_memcpy(&word, bytes, 8);
    return __builtin_bswap64(word);
  }

  static void put_word(std::uint8_t* bytes, std::uint64_t word) {
    word = __builtin_bswap64(word);
    __builtin_memcpy(bytes, &word, 8);
  }

  // The S-box on all 64 columns [ascon 4].
  [[gnu::always_inline]] static constexpr void substitute(State& s) {
    auto& [x0, x1, x2, x3, x4] = s.word;
    x0 ^= x4;
    x4 ^= x3;
    x2 ^= x1;
    const std::uint64_t y0 = x0 ^ (~x1 & x2), y1 = x1 ^ (~x2 & x3), y2 = x2 ^ (~x3 & x4), y3 = x3 ^ (~x4 & x0),
                        y4 = x4 ^ (~x0 & x1);
    x0 = y0 ^ y4;
    x1 = y1 ^ y0;
    x2 = ~y2;
    x3 = y3 ^ y2;
    x4 = y4;
  }

  template <std::size_t i>
  [[gnu::always_inline]] static constexpr void diffuse(State& s) {
    const std::uint64_t x = s.word[i];
    s.word[i] = x ^ std::rotr(x, rotations[i].first) ^ std::rotr(x, rotations[i].second);
  }

  [[gnu::always_inline]] static constexpr void round(State& s, std::uint64_t constant) {
    s.word[2] ^= constant;
    substitute(s);
    diffuse<0>(s);
    diffuse<1>(s);
    diffuse<2>(s);
    diffuse<3>(s);
    diffuse<4>(s);
  }

  static constexpr bool substitutes_as_defined() {
    for (unsigned in = 0; in < 32; in++) {
      State s{};
      for (unsigned i = 0; i < words; i++) s.word[i] = in >> (4 - i) & 1 ? ~std::uint64_t{0} : 0;
      substitute(s);
      for (unsigned i = 0; i < words; i++)
        if (s.word[i] != (s_box[in] >> (4 - i) & 1 ? ~std::uint64_t{0} : 0)) return false;
    }
    return true;
  }

  // Only a complete class can be asked.
  friend constexpr bool proven(const Portable&) { return substitutes_as_defined(); }
};

static_assert(common::Permutation<Portable>);
static_assert(proven(Portable{}));

}  // namespace ascon
