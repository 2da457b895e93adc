// The kernel of Keccak-p[400] for eight states. A vector holds the same word of 16 bits of all eight states.
#pragma once

#include "../../common/lanes_permutation.hpp"
#include "keccak.hpp"

namespace keccak {

using simd::get, simd::put;

class Bitsliced8 {
 public:
  static constexpr unsigned lanes = 8;
  static constexpr std::size_t length = keccak::length, rate = keccak::rate;
  static constexpr unsigned cost = 1;

  void spread(std::uint8_t* const* from) {
    LOOP(unsigned i = 0; i < 3; i++) spread_eight(word_ + 8 * i, from, 16 * i);
    put(&word_[24], spread_one(from, 48));
  }

  void gather(std::uint8_t* const* to) const {
    LOOP(unsigned i = 0; i < 3; i++) gather_eight(to, 16 * i, word_ + 8 * i);
    gather_one(to, 48, word_[24]);
  }

  [[gnu::noinline]] void permute(unsigned count) {
    V a[words];
    UNROLLED(unsigned i = 0; i < words; i++) a[i] = get(&word_[i]);
    LOOP(unsigned r = rounds - count; r < rounds; r++) {
      round(
          a, [](V x, unsigned by) __attribute__((always_inline)) {
            by %= word_bits;
            return by == 0 ? x : wasm_v128_or(wasm_i16x8_shl(x, by), wasm_u16x8_shr(x, word_bits - by));
          });
      a[0] = wasm_v128_xor(a[0], wasm_i16x8_splat(static_cast<std::int16_t>(round_constants[r])));
    }
    UNROLLED(unsigned i = 0; i < words; i++) put(&word_[i], a[i]);
  }

  void absorb(common::Blocks<lanes>& blocks, unsigned count, unsigned its_rounds) {
    LOOP(; count > 0; count--) {
      spread_block(blocks.at);
      UNROLLED(unsigned i = 0; i < rate / 2; i++) put(&word_[i], wasm_v128_xor(get(&word_[i]), get(&block_[i])));
      blocks.advance(1);
      permute(its_rounds);
    }
  }

  void crypt(common::Blocks<lanes>& blocks, unsigned count, unsigned its_rounds) {
    LOOP(; count > 0; count--) {
      permute(its_rounds);
      spread_block(blocks.at);
      UNROLLED(unsigned i = 0; i < rate / 2; i++) put(&block_[i], wasm_v128_xor(get(&word_[i]), get(&block_[i])));
      gather_eight(blocks.at, 0, block_);
      gather_one(blocks.at, 16, block_[8]);
      blocks.advance(1);
    }
  }

  void absorb_bits(const std::uint8_t* const* strings, unsigned its_rounds) {
    spread_eight(string_, strings, 0);
    add_bits(0);
    LOOP(unsigned i = 1; i < common::string_bits; i++) {
      permute(its_rounds);
      add_bits(i);
    }
  }

 private:
  using V = simd::V;

  void add_bits(unsigned i) {
    const V bits =
        wasm_v128_and(wasm_u16x8_shr(get(&string_[i / 16]), i / 8 % 2 * 8 + 7 - i % 8), wasm_i16x8_const_splat(1));
    put(&word_[0], wasm_v128_xor(get(&word_[0]), wasm_i16x8_shl(bits, 7)));
  }

  template <class Work>
  INLINE void each(Work work) {
    [=]<std::size_t... i>(std::index_sequence<i...>) { (work(std::integral_constant<std::size_t, i>{}), ...); }
    (std::make_index_sequence<lanes>{});
  }

  // Interleaving halves three times swaps the three bits of a row's number with the three of a column's.
  INLINE void transpose(V (&x)[8]) {
    UNROLLED(unsigned step = 0; step < 3; step++) {
      V y[8];
      UNROLLED(unsigned i = 0; i < 4; i++) {
        y[2 * i] = simd::low_16(x[i], x[i + 4]);
        y[2 * i + 1] = simd::high_16(x[i], x[i + 4]);
      }
      UNROLLED(unsigned i = 0; i < 8; i++) x[i] = y[i];
    }
  }

  // Reads and writes eight words in a row, which are 16 bytes.
  [[gnu::noinline]] static void spread_eight(V* to, const std::uint8_t* const* from, std::size_t offset) {
    V x[8];
    UNROLLED(unsigned i = 0; i < 8; i++) x[i] = wasm_v128_load(from[i] + offset);
    transpose(x);
    UNROLLED(unsigned i = 0; i < 8; i++) put(&to[i], x[i]);
  }

  [[gnu::noinline]] static void gather_eight(std::uint8_t* const* to, std::size_t offset, const V* from) {
    V x[8];
    UNROLLED(unsigned i = 0; i < 8; i++) x[i] = get(&from[i]);
    transpose(x);
    UNROLLED(unsigned i = 0; i < 8; i++) wasm_v128_store(to[i] + offset, x[i]);
  }

  INLINE V spread_one(const std::uint8_t* const* from, std::size_t offset) {
    V x = wasm_i64x2_const_splat(0);
    each([&x, from, offset](auto i) { x = wasm_v128_load16_lane(from[i] + offset, x, i); });
    return x;
  }

  INLINE void gather_one(std::uint8_t* const* to, std::size_t offset, const V& from) {
    const V x = get(&from);
    each([=](auto i) { wasm_v128_store16_lane(to[i] + offset, x, i); });
  }

  void spread_block(const std::uint8_t* const* from) {
    spread_eight(block_, from, 0);
    put(&block_[8], spread_one(from, 16));
  }

  V word_[words], block_[rate / 2], string_[8];
};

static_assert(common::LanesPermutation<Bitsliced8>);

}  // namespace keccak
