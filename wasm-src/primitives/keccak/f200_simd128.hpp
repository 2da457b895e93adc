// Keccak-f[200] with SIMD, for sixteen blocks or for one. For one block, a vector holds a plane, in which each word has
// sixteen bits, so that a multiplication can rotate it. pi turns planes into sheets, chi works on sheets, and a
// transposition turns these back into planes.
#pragma once

#include "../../common/vector.hpp"
#include "f200.hpp"

namespace keccak {

namespace f200 {

struct alignas(16) Words {
  std::uint16_t at[8];
};

using simd::Vector;

struct Tables {
  Words power[5];      // the factors that rotate the words of each plane
  Words byte;          // a mask
  Vector left, right;  // word x from word x + 1, and from word x - 1
  Vector diagonal[5];  // word 2x + 3y of sheet y from word x of plane y
};

inline constexpr Tables tables = [] {
  constexpr auto take = [](Vector& places, unsigned word, unsigned from) {
    places.at[2 * word] = simd::byte(2 * from);
    places.at[2 * word + 1] = simd::byte(2 * from + 1);
  };
  Tables tables{};
  tables.left = tables.right = simd::repeated(0xff);
  for (Vector& places : tables.diagonal) places = simd::repeated(0xff);
  for (std::uint16_t& word : tables.byte.at) word = 0xff;
  for (unsigned y = 0; y < 5; y++)
    for (unsigned x = 0; x < 5; x++) {
      tables.power[y].at[x] = static_cast<std::uint16_t>(1U << moves.rotation[x + 5 * y] % word_bits);
      take(tables.left, x, (x + 1) % 5);
      take(tables.right, x, (x + 4) % 5);
      take(tables.diagonal[y], (2 * x + 3 * y) % 5, x);
    }
  return tables;
}();

}  // namespace f200

class F200Simd128 {
 public:
  static constexpr std::size_t length = words;

  std::size_t permute(columns::Columns<length>& blocks, std::size_t count) {
    if (count > 1) return F200::permute(blocks, count);
    permute_one(blocks);
    return count;
  }

 private:
  using V = simd::V;

  // Passed by value, so that it stays in local variables.
  struct State {
    V plane[5];
  };

  [[gnu::noinline]] void permute_one(columns::Columns<length>& blocks) {
    for (unsigned i = 0; i < words; i++) planes_[i / 5].at[i % 5] = blocks.at[i][0];
    State a;
    UNROLLED(unsigned y = 0; y < 5; y++) a.plane[y] = simd::get(&planes_[y]);
    for (unsigned r = 0; r < f200::rounds; r++) {
      const f200::Tables* t = &f200::tables;
      common::hide(t);
      const V c = wasm_v128_xor(
          wasm_v128_xor(wasm_v128_xor(a.plane[0], a.plane[1]), wasm_v128_xor(a.plane[2], a.plane[3])), a.plane[4]);
      const V left = wasm_i8x16_swizzle(c, simd::get(&t->left)), right = wasm_i8x16_swizzle(c, simd::get(&t->right));
      const V rotated = wasm_v128_or(wasm_i16x8_shl(left, 1), wasm_u16x8_shr(left, 7));
      const V d = wasm_v128_and(wasm_v128_xor(right, rotated), simd::get(&t->byte));
      State b, s;
      UNROLLED(unsigned y = 0; y < 5; y++) b.plane[y] = sheet(t, y, a.plane[y], d);
      UNROLLED(unsigned x = 0; x < 5; x++)
      s.plane[x] = wasm_v128_xor(b.plane[x], wasm_v128_andnot(b.plane[(x + 2) % 5], b.plane[(x + 1) % 5]));
      s.plane[0] = wasm_v128_xor(s.plane[0], wasm_i64x2_make(f200::round_constant(r), 0));
      a = transposed(s);
    }
    UNROLLED(unsigned y = 0; y < 5; y++) simd::put(&planes_[y], a.plane[y]);
    for (unsigned i = 0; i < words; i++) blocks.at[i][0] = static_cast<std::uint8_t>(planes_[i / 5].at[i % 5]);
    for (f200::Words& plane : planes_) plane = {};
  }

  // Adds theta's sums, and then applies rho and pi [keccak 3], which move all words of plane y to sheet y.
  INLINE V sheet(const f200::Tables* t, unsigned y, V plane, V d) {
    const V x = wasm_i16x8_mul(wasm_v128_xor(plane, d), simd::get(&t->power[y]));
    const V rotated = wasm_v128_and(wasm_v128_or(x, wasm_u16x8_shr(x, 8)), simd::get(&t->byte));
    return wasm_i8x16_swizzle(rotated, simd::get(&t->diagonal[y]));
  }

  // Transposes five sheets of five words to planes. The bytes after the words have no meaning.
  INLINE State transposed(const State& sheets) {
    const auto& s = sheets.plane;
    const V s01 = simd::low_16(s[0], s[1]), s23 = simd::low_16(s[2], s[3]);
    const V p01 = wasm_i32x4_shuffle(s01, s23, 0, 4, 1, 5), p23 = wasm_i32x4_shuffle(s01, s23, 2, 6, 3, 7);
    const V p4 = wasm_i32x4_shuffle(simd::high_16(s[0], s[1]), simd::high_16(s[2], s[3]), 0, 4, 1, 5);
    return {wasm_i64x2_shuffle(p01, s[4], 0, 2), wasm_i64x2_shuffle(p01, wasm_u64x2_shr(s[4], 16), 1, 2),
            wasm_i64x2_shuffle(p23, wasm_u64x2_shr(s[4], 32), 0, 2),
            wasm_i64x2_shuffle(p23, wasm_u64x2_shr(s[4], 48), 1, 2), wasm_i64x2_shuffle(p4, s[4], 0, 3)};
  }

  f200::Words planes_[5];
};

static_assert(columns::BlockPermutation<F200Simd128>);

}  // namespace keccak
