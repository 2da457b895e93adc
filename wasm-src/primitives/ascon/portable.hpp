// The portable kernel of Ascon-p: five words of 64 bits. It is the fastest kernel for one state, even with SIMD.
#pragma once

#include "../../common/permutation.hpp"
#include "ascon.hpp"

namespace ascon {

class Portable {
 public:
  static constexpr std::size_t length = ascon::length, rate = ascon::rate;

  // Word 2 is kept as its complement, because the S-box makes that.
  struct State {
    std::uint64_t word[words];
  };

  static void load(State& state, const std::uint8_t* bytes) {
    for (std::size_t i = 0; i < words; i++) state.word[i] = word_at(bytes + 8 * i) ^ complement(i);
  }

  static void store(std::uint8_t* bytes, const State& state) {
    for (std::size_t i = 0; i < words; i++) put_word(bytes + 8 * i, state.word[i] ^ complement(i));
  }

  // Each turn of the loop makes two rounds, so that fewer words move between registers.
  INLINE void permute(State& state, unsigned count) {
    State s = state;
    std::uint64_t constant = first_constant(count);
    if (count % 2 != 0) {
      round(s, constant);
      constant -= constant_step;
    }
    LOOP(; constant != constants_end; constant -= 2 * constant_step) {
      round(s, constant);
      round(s, constant - constant_step);
    }
    state = s;
  }

  INLINE void add_block(State& state, const std::uint8_t* block) { state.word[0] ^= word_at(block); }
  INLINE void add_bit(State& state, std::uint32_t bit) { state.word[0] ^= std::uint64_t{bit} << 63; }
  static void add_domain(State& state) { state.word[4] ^= common::domain_bit; }
  INLINE void crypt_block(std::uint8_t* block, const State& state) { put_word(block, word_at(block) ^ state.word[0]); }

 private:
  static constexpr std::uint64_t complement(std::size_t i) { return i == 2 ? ~std::uint64_t{0} : 0; }

  static std::uint64_t word_at(const std::uint8_t* bytes) {
    return __builtin_bswap64(common::load_as<std::uint64_t>(bytes));
  }

  static void put_word(std::uint8_t* bytes, std::uint64_t word) { common::store(bytes, __builtin_bswap64(word)); }

  template <std::size_t i>
  INLINE void diffuse(State& s) {
    const std::uint64_t x = s.word[i];
    s.word[i] = x ^ std::rotr(x, rotations[i].first) ^ std::rotr(x, rotations[i].second);
  }

  INLINE void round(State& s, std::uint64_t constant) {
    s.word[2] ^= ~constant;
    substitute(s.word);
    diffuse<0>(s);
    diffuse<1>(s);
    diffuse<2>(s);
    diffuse<3>(s);
    diffuse<4>(s);
  }
};

static_assert(common::Permutation<Portable>);

}  // namespace ascon
