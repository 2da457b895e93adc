// The kernel of Ascon-p for eight states, in planes. A vector holds every fourth bit of a word, for all states.
//
// Byte p of plane q has bit 4p + q of a word, with one bit for each lane. A rotation takes another plane and rotates
// its bytes. This is one instruction for eight lanes, and vectors of words would need three.
#pragma once

#include "../../common/bits.hpp"
#include "../../common/lanes_permutation.hpp"
#include "ascon.hpp"

namespace ascon {

namespace bitsliced8 {

using simd::V;

// A round [ascon 3] adds these to the planes of word 2, which are kept as the complements that the S-box makes.
struct Constants {
  simd::Vector plane[4];
};

inline constexpr auto constants = [] {
  std::array<Constants, rounds> constants{};
  for (unsigned r = 0; r < rounds; r++)
    for (unsigned bit = 0; bit < 64; bit++)
      constants[r].plane[bit % 4].at[bit / 4] = round_constant(r) >> bit & 1 ? 0 : 0xff;
  return constants;
}();

// Moves byte p + count to byte p.
template <unsigned count>
INLINE V rotate_bytes(V x) {
  constexpr auto from = [](unsigned p) { return static_cast<int>((p + count) % 16); };
  if constexpr (count % 16 == 0) return x;
  return wasm_i8x16_shuffle(x, x, from(0), from(1), from(2), from(3), from(4), from(5), from(6), from(7), from(8),
                            from(9), from(10), from(11), from(12), from(13), from(14), from(15));
}

INLINE void transpose_bits(V (&x)[8]) {
  common::transpose_bits(
      x, [](unsigned bit) { return wasm_i64x2_splat(static_cast<std::int64_t>(common::where_clear(bit))); });
}

}  // namespace bitsliced8

using simd::get, simd::put;

class Bitsliced8 {
 public:
  static constexpr unsigned lanes = 8;
  static constexpr std::size_t length = ascon::length, rate = ascon::rate;
  static constexpr unsigned cost = 5;

  void spread(std::uint8_t* const* from) {
    spread_words(word_[0], word_[1], from, 0);
    spread_words(word_[2], word_[3], from, 16);
    spread_words(word_[4], block_, from, 32);
    complement_word_2();
  }

  // Destroys the states.
  void gather(std::uint8_t* const* to) {
    complement_word_2();
    gather_words(to, 0, word_[0], word_[1]);
    gather_words(to, 16, word_[2], word_[3]);
    gather_words(to, 32, word_[4], word_[4]);
  }

  void permute(unsigned count) { permute_between_bits(count, 0); }

  void absorb_bits(const std::uint8_t* const* strings, unsigned its_rounds) {
    spread_words(block_, next_, strings, 0);
    add_bits(0);
    permute_between_bits(its_rounds, common::string_bits - 1);
  }

  // Each turn of the loop takes two blocks.
  void absorb(common::Blocks<lanes>& blocks, unsigned count, unsigned its_rounds) {
    LOOP(; count != 0; count--, blocks.advance(2)) {
      spread_words(block_, next_, blocks.at, 0);
      add_block(block_);
      permute(its_rounds);
      if (--count == 0) return;
      add_block(next_);
      permute(its_rounds);
    }
  }

  void crypt(common::Blocks<lanes>& blocks, unsigned count, unsigned its_rounds) {
    LOOP(; count != 0; count--, blocks.advance(2)) {
      permute(its_rounds);
      if (count == 1) return add_words<true>(blocks.at, word_[0], word_[0]);
      UNROLLED(unsigned q = 0; q < 4; q++) put(&block_[q], get(&word_[0][q]));
      permute(its_rounds);
      add_words<false>(blocks.at, block_, word_[0]);
      count--;
    }
  }

 private:
  using V = bitsliced8::V;
  using Word = V[4];

  // Makes the planes of two big-endian words of all lanes, from 16 bytes of each. After the transposition, a vector has
  // one bit of all bytes. A plane takes two vectors: one for each half of the bits of a byte.
  [[gnu::noinline]] static void spread_words(Word& first, Word& second, const std::uint8_t* const* from,
                                             std::size_t offset) {
    V x[8];
    UNROLLED(unsigned i = 0; i < 8; i++) x[i] = get(from[i] + offset);
    bitsliced8::transpose_bits(x);
    UNROLLED(unsigned q = 0; q < 4; q++) {
      const V low = x[q], high = x[q + 4];
      put(&first[q], wasm_i8x16_shuffle(low, high, 7, 23, 6, 22, 5, 21, 4, 20, 3, 19, 2, 18, 1, 17, 0, 16));
      put(&second[q], wasm_i8x16_shuffle(low, high, 15, 31, 14, 30, 13, 29, 12, 28, 11, 27, 10, 26, 9, 25, 8, 24));
    }
  }

  INLINE void join_words(V (&x)[8], const Word& first, const Word& second) {
    UNROLLED(unsigned q = 0; q < 4; q++) {
      const V a = get(&first[q]), b = get(&second[q]);
      x[q] = wasm_i8x16_shuffle(a, b, 14, 12, 10, 8, 6, 4, 2, 0, 30, 28, 26, 24, 22, 20, 18, 16);
      x[q + 4] = wasm_i8x16_shuffle(a, b, 15, 13, 11, 9, 7, 5, 3, 1, 31, 29, 27, 25, 23, 21, 19, 17);
    }
    bitsliced8::transpose_bits(x);
  }

  [[gnu::noinline]] static void gather_words(std::uint8_t* const* to, std::size_t offset, const Word& first,
                                             const Word& second) {
    V x[8];
    join_words(x, first, second);
    UNROLLED(unsigned i = 0; i < lanes; i++) put(to[i] + offset, x[i]);
  }

  template <bool is_single>
  [[gnu::noinline]] static void add_words(std::uint8_t* const* to, const Word& first, const Word& second) {
    V x[8];
    join_words(x, first, second);
    UNROLLED(unsigned i = 0; i < lanes; i++) {
      const V sum = wasm_v128_xor(get(to[i]), x[i]);
      is_single ? wasm_v128_store64_lane(to[i], sum, 0) : put(to[i], sum);
    }
  }

  void add_block(const Word& block) {
    UNROLLED(unsigned q = 0; q < 4; q++) put(&word_[0][q], wasm_v128_xor(get(&word_[0][q]), get(&block[q])));
  }

  void complement_word_2() { UNROLLED(unsigned q = 0; q < 4; q++) put(&word_[2][q], wasm_v128_not(get(&word_[2][q]))); }

  // The S-box [ascon 4] on the planes q. The results for word 4 stay in local variables until they are rotated, and the
  // others are in memory. Engines do not have registers for more.
  INLINE void substitute_planes(Word* to, V (&to_4)[4], const Word* from, const bitsliced8::Constants& constant,
                                unsigned q) {
    V x[words];
    UNROLLED(std::size_t i = 0; i < words; i++) x[i] = get(&from[i][q]);
    x[2] = wasm_v128_xor(x[2], get(&constant.plane[q]));
    ascon::substitute(x);
    UNROLLED(std::size_t i = 0; i < 4; i++) put(&to[i][q], x[i]);
    to_4[q] = x[4];
    simd::forget();
  }

  template <std::size_t i, unsigned q>
  INLINE V diffused(const V (&x)[4]) {
    constexpr unsigned a = q + rotations[i].first, b = q + rotations[i].second;
    return wasm_v128_xor(wasm_v128_xor(x[q], bitsliced8::rotate_bytes<a / 4>(x[a % 4])),
                         bitsliced8::rotate_bytes<b / 4>(x[b % 4]));
  }

  template <std::size_t i>
  INLINE void diffuse(Word& to, const V (&x)[4]) {
    const V y[4] = {diffused<i, 0>(x), diffused<i, 1>(x), diffused<i, 2>(x), diffused<i, 3>(x)};
    UNROLLED(unsigned q = 0; q < 4; q++) put(&to[q], y[q]);
  }

  template <std::size_t i>
  INLINE void diffuse(Word& to, const Word* from) {
    const V x[4] = {get(&from[i][0]), get(&from[i][1]), get(&from[i][2]), get(&from[i][3])};
    diffuse<i>(to, x);
  }

  // Bit i of a string is bit 63 - i % 64 of the word i / 64.
  void add_bits(unsigned i) {
    const unsigned bit = 63 - i % 64;
    const auto* byte = reinterpret_cast<const std::uint8_t*>(&(i < 64 ? block_ : next_)[bit % 4]) + bit / 4;
    put(&word_[0][3], wasm_v128_xor(get(&word_[0][3]), wasm_v128_load8_lane(byte, wasm_i64x2_const_splat(0), 15)));
  }

  [[gnu::always_inline]] void round(const bitsliced8::Constants& constant) {
    V x4[4];
    UNROLLED(unsigned q = 0; q < 4; q++) substitute_planes(substituted_, x4, word_, constant, q);
    diffuse<4>(word_[4], x4);
    diffuse<3>(word_[3], substituted_);
    diffuse<0>(word_[0], substituted_);
    diffuse<1>(word_[1], substituted_);
    diffuse<2>(word_[2], substituted_);
  }

  // Runs the permutation once if `bits` is zero. Otherwise, runs it before each of bits 1 to `bits`, and adds the bit.
  [[gnu::noinline]] void permute_between_bits(unsigned count, unsigned bits) {
    for (unsigned i = 1;; i++) {
      LOOP(unsigned r = rounds - count; r < rounds; r++) round(bitsliced8::constants[r]);
      if (i > bits) return;
      add_bits(i);
      if (i == bits) return;
    }
  }

  Word word_[words], substituted_[words - 1];
  // The current block and the next one, or the two halves of the strings.
  Word block_, next_;
};

static_assert(common::LanesPermutation<Bitsliced8>);

}  // namespace ascon
