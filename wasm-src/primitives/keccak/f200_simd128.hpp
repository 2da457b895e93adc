// Keccak-f[200] with SIMD: sixteen blocks at a time, or one. Of one, a vector holds a plane, each lane in sixteen bits,
// which a product rotates; pi and chi turn planes to sheets, of which each lane has its own vector, and back.
#pragma once

#include "../../common/vector.hpp"
#include "f200.hpp"

namespace keccak {

namespace f200 {

struct alignas(16) Lanes {
  std::uint16_t at[8];
};

struct alignas(16) Places {
  std::uint8_t at[16];
};

struct Tables {
  Lanes power[5];      // by which a product rotates the lanes of each plane
  Lanes byte;          // a mask
  Places left, right;  // lane x from lane x + 1, and from lane x - 1
  Places diagonal[5];  // the lane of each plane that goes to the plane of the lane's number
};

constexpr Tables make_tables() {
  constexpr auto take = [](Places& places, unsigned lane, unsigned from) {
    places.at[2 * lane] = static_cast<std::uint8_t>(2 * from);
    places.at[2 * lane + 1] = static_cast<std::uint8_t>(2 * from + 1);
  };
  Tables tables{};
  for (Places* places : {&tables.left, &tables.right, &tables.diagonal[0], &tables.diagonal[1], &tables.diagonal[2],
                         &tables.diagonal[3], &tables.diagonal[4]})
    for (std::uint8_t& place : places->at) place = 0xff;
  for (std::uint16_t& lane : tables.byte.at) lane = 0xff;
  for (unsigned y = 0; y < 5; y++)
    for (unsigned x = 0; x < 5; x++) {
      tables.power[y].at[x] = static_cast<std::uint16_t>(1U << rotations[x + 5 * y]);
      take(tables.left, x, (x + 1) % 5);
      take(tables.right, x, (x + 4) % 5);
      take(tables.diagonal[y], (2 * x + 3 * y) % 5, x);
    }
  return tables;
}

inline constexpr Tables tables = make_tables();

}  // namespace f200

class F200Simd128 {
 public:
  static constexpr std::size_t length = 25;

  std::size_t permute(columns::Columns<length>& blocks, std::size_t count) {
    if (count > 1) return F200::permute(blocks, count);
    permute_one(blocks);
    return count;
  }

 private:
  using V = simd::V;

  [[gnu::noinline]] void permute_one(columns::Columns<length>& blocks) {
    for (unsigned i = 0; i < 25; i++) planes_[i / 5].at[i % 5] = blocks.at[i][0];
    V a0 = simd::get(&planes_[0]), a1 = simd::get(&planes_[1]), a2 = simd::get(&planes_[2]),
      a3 = simd::get(&planes_[3]), a4 = simd::get(&planes_[4]);
    for (unsigned r = 0; r < f200::rounds; r++) {
      // Read from memory in each round, as engines build literals anew at each use.
      const f200::Tables* t = &f200::tables;
      asm volatile("" : "+r"(t));
      const V c = wasm_v128_xor(wasm_v128_xor(wasm_v128_xor(a0, a1), wasm_v128_xor(a2, a3)), a4);
      const V left = wasm_i8x16_swizzle(c, simd::get(&t->left)), right = wasm_i8x16_swizzle(c, simd::get(&t->right));
      const V rotated = wasm_v128_or(wasm_i16x8_shl(left, 1), wasm_u16x8_shr(left, 7));
      const V d = wasm_v128_and(wasm_v128_xor(right, rotated), simd::get(&t->byte));
      const V b0 = sheet<0>(t, a0, d), b1 = sheet<1>(t, a1, d), b2 = sheet<2>(t, a2, d), b3 = sheet<3>(t, a3, d),
              b4 = sheet<4>(t, a4, d);
      const V s0 = wasm_v128_xor(chi(b0, b1, b2), wasm_i64x2_make(f200::constants[r], 0));
      planes(s0, chi(b1, b2, b3), chi(b2, b3, b4), chi(b3, b4, b0), chi(b4, b0, b1), a0, a1, a2, a3, a4);
    }
    simd::put(&planes_[0], a0);
    simd::put(&planes_[1], a1);
    simd::put(&planes_[2], a2);
    simd::put(&planes_[3], a3);
    simd::put(&planes_[4], a4);
    for (unsigned i = 0; i < 25; i++) blocks.at[i][0] = static_cast<std::uint8_t>(planes_[i / 5].at[i % 5]);
    for (f200::Lanes& plane : planes_) plane = {};
  }

  // What theta adds, rho, and pi [keccak 3]: plane y, its lanes all to sheet y.
  template <unsigned y>
  INLINE V sheet(const f200::Tables* t, V plane, V d) {
    const V x = wasm_i16x8_mul(wasm_v128_xor(plane, d), simd::get(&t->power[y]));
    const V rotated = wasm_v128_and(wasm_v128_or(x, wasm_u16x8_shr(x, 8)), simd::get(&t->byte));
    return wasm_i8x16_swizzle(rotated, simd::get(&t->diagonal[y]));
  }

  INLINE V chi(V a, V b, V c) { return wasm_v128_xor(a, wasm_v128_andnot(c, b)); }

  // Transposes five vectors of five lanes. What is behind them does not matter.
  INLINE void planes(V s0, V s1, V s2, V s3, V s4, V& a0, V& a1, V& a2, V& a3, V& a4) {
    const V s01 = simd::low_16(s0, s1), s23 = simd::low_16(s2, s3);
    const V p01 = wasm_i32x4_shuffle(s01, s23, 0, 4, 1, 5), p23 = wasm_i32x4_shuffle(s01, s23, 2, 6, 3, 7);
    const V p4 = wasm_i32x4_shuffle(simd::high_16(s0, s1), simd::high_16(s2, s3), 0, 4, 1, 5);
    a0 = wasm_i64x2_shuffle(p01, s4, 0, 2);
    a1 = wasm_i64x2_shuffle(p01, wasm_u64x2_shr(s4, 16), 1, 2);
    a2 = wasm_i64x2_shuffle(p23, wasm_u64x2_shr(s4, 32), 0, 2);
    a3 = wasm_i64x2_shuffle(p23, wasm_u64x2_shr(s4, 48), 1, 2);
    a4 = wasm_i64x2_shuffle(p4, s4, 0, 3);
  }

  f200::Lanes planes_[5];
};

static_assert(columns::BlockPermutation<F200Simd128>);

}  // namespace keccak
