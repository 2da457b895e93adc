// The kernel of Ascon-p for eight states, in planes: a vector holds every fourth bit of a word, of all of them.
//
// On words in vectors a rotation takes three instructions. Here bit 4p + q of a word is byte p of its plane q, and in
// the byte a bit for each lane: so a rotation is another plane with its bytes rotated, which is one instruction for
// eight lanes.
#pragma once

#include "../isap/lanes_permutation.hpp"
#include "ascon.hpp"

namespace ascon {

namespace lanes8 {

using simd::get, simd::put;
using simd::V;

struct alignas(16) Vector {
  std::uint8_t at[16];
};

// What a round adds to the planes of word 2, which is kept as its complement: after the S-box it is one, and the
// rotations leave it one.
struct Constants {
  Vector plane[4];
};

constexpr std::array<Constants, rounds> make_constants() {
  std::array<Constants, rounds> constants{};
  for (unsigned r = 0; r < rounds; r++)
    for (unsigned bit = 0; bit < 64; bit++)
      constants[r].plane[bit % 4].at[bit / 4] = round_constant(r) >> bit & 1 ? 0 : 0xff;
  return constants;
}

inline constexpr std::array<Constants, rounds> constants = make_constants();

// Byte p of the result is byte p + count.
template <unsigned count>
INLINE V rotate_bytes(V x) {
  constexpr auto from = [](unsigned p) { return static_cast<int>((p + count) % 16); };
  if constexpr (count % 16 == 0) return x;
  return wasm_i8x16_shuffle(x, x, from(0), from(1), from(2), from(3), from(4), from(5), from(6), from(7), from(8),
                            from(9), from(10), from(11), from(12), from(13), from(14), from(15));
}

// Transposes the 8x8 bits of each eight bytes.
INLINE V transpose_bits(V x) {
  const auto swap = [&x](unsigned by, long long mask) __attribute__((always_inline)) {
    const V t = wasm_v128_and(wasm_v128_xor(x, wasm_u64x2_shr(x, by)), wasm_i64x2_splat(mask));
    x = wasm_v128_xor(wasm_v128_xor(x, t), wasm_i64x2_shl(t, by));
  };
  swap(7, 0x00aa00aa00aa00aa);
  swap(14, 0x0000cccc0000cccc);
  swap(28, 0x00000000f0f0f0f0);
  return x;
}

// Transposes 8x8 bytes in four vectors: interleaving halves three times swaps the three bits of a row's number with the
// three of a column's.
INLINE void transpose_bytes(V (&x)[4]) {
  UNROLLED(unsigned step = 0; step < 3; step++) {
    const V y[4] = {simd::low_8(x[0], x[2]), simd::high_8(x[0], x[2]), simd::low_8(x[1], x[3]),
                    simd::high_8(x[1], x[3])};
    UNROLLED(unsigned i = 0; i < 4; i++) x[i] = y[i];
  }
}

// Transposes 4x4 groups of four bytes.
INLINE void transpose_quarters(V (&x)[4]) {
  UNROLLED(unsigned step = 0; step < 2; step++) {
    const V y[4] = {simd::low_32(x[0], x[2]), simd::high_32(x[0], x[2]), simd::low_32(x[1], x[3]),
                    simd::high_32(x[1], x[3])};
    UNROLLED(unsigned i = 0; i < 4; i++) x[i] = y[i];
  }
}

// The planes of a word of all lanes, which is big-endian at its pointer.
INLINE void spread_word(V (&planes)[4], const std::uint8_t* const* from, std::size_t offset) {
  V x[4];
  UNROLLED(unsigned i = 0; i < 4; i++)
  x[i] = wasm_v128_load64_lane(from[2 * i + 1] + offset, wasm_v128_load64_zero(from[2 * i] + offset), 1);
  transpose_bytes(x);
  // Each vector has two bytes of the word, the higher one first, and of each of their bits a byte.
  UNROLLED(unsigned i = 0; i < 4; i++) {
    const V bits = transpose_bits(x[3 - i]);
    planes[i] = wasm_i8x16_shuffle(bits, bits, 8, 12, 0, 4, 9, 13, 1, 5, 10, 14, 2, 6, 11, 15, 3, 7);
  }
  transpose_quarters(planes);
}

// The other way: the bytes of lanes 2i and 2i + 1 in x[i].
INLINE void gather_word(V (&x)[4], const V* from) {
  V planes[4];
  UNROLLED(unsigned i = 0; i < 4; i++) planes[i] = get(&from[i]);
  transpose_quarters(planes);
  UNROLLED(unsigned i = 0; i < 4; i++) {
    const V bits = planes[3 - i];
    x[i] = transpose_bits(wasm_i8x16_shuffle(bits, bits, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9, 13));
  }
  transpose_bytes(x);
}

}  // namespace lanes8

class Lanes8 {
 public:
  static constexpr unsigned lanes = 8;
  static constexpr std::size_t length = ascon::length, rate = ascon::rate;

  void spread(const std::uint8_t* const* from) {
    LOOP(std::size_t i = 0; i < words; i++) spread_word(word_[i], from, 8 * i);
    complement_word_2();
  }

  // Uses the states up.
  void gather(std::uint8_t* const* to) {
    complement_word_2();
    LOOP(std::size_t i = 0; i < words; i++) gather_word(to, word_[i], 8 * i);
  }

  [[gnu::noinline]] void permute(unsigned count) {
    LOOP(unsigned r = rounds - count; r < rounds; r++) round(lanes8::constants[r]);
  }

  [[gnu::noinline]] void add_blocks(const std::uint8_t* const* from) {
    V planes[4];
    lanes8::spread_word(planes, from, 0);
    UNROLLED(unsigned q = 0; q < 4; q++) put(&word_[0][q], wasm_v128_xor(get(&word_[0][q]), planes[q]));
  }

  [[gnu::noinline]] void crypt_blocks(std::uint8_t* const* text) {
    V x[4];
    lanes8::gather_word(x, word_[0]);
    UNROLLED(unsigned i = 0; i < 4; i++) {
      std::uint8_t *first = text[2 * i], *second = text[2 * i + 1];
      const V in = wasm_v128_load64_lane(second, wasm_v128_load64_zero(first), 1), out = wasm_v128_xor(in, x[i]);
      wasm_v128_store64_lane(first, out, 0);
      wasm_v128_store64_lane(second, out, 1);
    }
  }

  void spread_strings(const std::uint8_t* const* from) {
    LOOP(std::size_t i = 0; i < 2; i++) spread_word(string_[i], from, 8 * i);
  }

  // Bit i of a string is bit 63 - i of its words.
  void add_bits(unsigned i) {
    const unsigned bit = 63 - i % 64;
    const auto* byte = reinterpret_cast<const std::uint8_t*>(&string_[i / 64][bit % 4]) + bit / 4;
    put(&word_[0][3], wasm_v128_xor(get(&word_[0][3]), wasm_v128_load8_lane(byte, wasm_i64x2_const_splat(0), 15)));
  }

 private:
  using V = lanes8::V;
  using Word = V[4];

  INLINE V get(const V* at) { return simd::get(at); }
  INLINE void put(V* at, V x) { simd::put(at, x); }

  [[gnu::noinline]] static void spread_word(Word& word, const std::uint8_t* const* from, std::size_t offset) {
    V planes[4];
    lanes8::spread_word(planes, from, offset);
    UNROLLED(unsigned q = 0; q < 4; q++) put(&word[q], planes[q]);
  }

  [[gnu::noinline]] static void gather_word(std::uint8_t* const* to, const Word& word, std::size_t offset) {
    V x[4];
    lanes8::gather_word(x, word);
    UNROLLED(unsigned i = 0; i < 4; i++) {
      wasm_v128_store64_lane(to[2 * i] + offset, x[i], 0);
      wasm_v128_store64_lane(to[2 * i + 1] + offset, x[i], 1);
    }
  }

  void complement_word_2() { UNROLLED(unsigned q = 0; q < 4; q++) put(&word_[2][q], wasm_v128_not(get(&word_[2][q]))); }

  // The S-box on planes q. What it makes of word 4 stays in local variables until it is rotated, of the others in
  // memory: that is as much as engines hold in registers.
  INLINE void substitute(Word* to, V (&to_4)[4], const Word* from, const lanes8::Constants& constant, unsigned q) {
    V x0 = get(&from[0][q]), x1 = get(&from[1][q]), x3 = get(&from[3][q]), x4 = get(&from[4][q]),
      x2 = wasm_v128_xor(get(&from[2][q]), simd::get(&constant.plane[q]));
    x0 = wasm_v128_xor(x0, x4);
    x4 = wasm_v128_xor(x4, x3);
    x2 = wasm_v128_xor(x2, x1);
    const V y0 = wasm_v128_xor(x0, wasm_v128_andnot(x2, x1)), y1 = wasm_v128_xor(x1, wasm_v128_andnot(x3, x2)),
            y2 = wasm_v128_xor(x2, wasm_v128_andnot(x4, x3)), y3 = wasm_v128_xor(x3, wasm_v128_andnot(x0, x4)),
            y4 = wasm_v128_xor(x4, wasm_v128_andnot(x1, x0));
    put(&to[0][q], wasm_v128_xor(y0, y4));
    put(&to[1][q], wasm_v128_xor(y1, y0));
    put(&to[2][q], y2);
    put(&to[3][q], wasm_v128_xor(y3, y2));
    to_4[q] = y4;
    simd::forget();
  }

  template <std::size_t i, unsigned q>
  INLINE V diffused(const V (&x)[4]) {
    constexpr unsigned a = q + rotations[i].first, b = q + rotations[i].second;
    return wasm_v128_xor(wasm_v128_xor(x[q], lanes8::rotate_bytes<a / 4>(x[a % 4])),
                         lanes8::rotate_bytes<b / 4>(x[b % 4]));
  }

  template <std::size_t i>
  INLINE void diffuse(Word& to, const V (&x)[4]) {
    const V y[4] = {diffused<i, 0>(x), diffused<i, 1>(x), diffused<i, 2>(x), diffused<i, 3>(x)};
    UNROLLED(unsigned q = 0; q < 4; q++) put(&to[q], y[q]);
    simd::forget();
  }

  template <std::size_t i>
  INLINE void diffuse(Word& to, const Word* from) {
    const V x[4] = {get(&from[i][0]), get(&from[i][1]), get(&from[i][2]), get(&from[i][3])};
    diffuse<i>(to, x);
  }

  [[gnu::always_inline]] void round(const lanes8::Constants& constant) {
    V x4[4];
    UNROLLED(unsigned q = 0; q < 4; q++) substitute(substituted_, x4, word_, constant, q);
    diffuse<4>(word_[4], x4);
    diffuse<3>(word_[3], substituted_);
    diffuse<0>(word_[0], substituted_);
    diffuse<1>(word_[1], substituted_);
    diffuse<2>(word_[2], substituted_);
  }

  Word word_[words], substituted_[words - 1];
  // The planes of strings, the first half and the second.
  Word string_[2];
};

static_assert(isap::LanesPermutation<Lanes8>);

}  // namespace ascon
