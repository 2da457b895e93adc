// The kernel for eight lanes: a vector holds one bit of all cells.
#pragma once

#include "bitslice.hpp"

namespace skinny {

// Eight lanes. A vector holds one bit of all cells: a byte for each cell, a bit for each lane.
class Lanes8 {
 public:
  using V = planes::V;
  static constexpr unsigned lanes = 8;

  using Planes = planes::Planes;  // all rows in the first
  // What each round adds: rows 0 and 1 of TK2 and TK3, AddConstants, and complements on rows 2 and 3.
  struct Schedule {
    V round[rounds][8];
  };
  // Rows 0 and 1 of TK1, which returns after 16 rounds.
  struct Schedule1 {
    V round[16][8];
  };

  // As in Lanes32, and so is all that follows without a word.
  [[gnu::noinline]] static void spread(Planes& blocks, const std::uint8_t* const* from) {
    UNROLLED(unsigned i = 0; i < 8; i++) planes::put(&blocks.row[0][i], planes::get(from[i]));
    planes::transpose_bits(blocks.row[0]);
  }

  [[gnu::noinline]] static void gather(std::uint8_t* const* to, Planes& blocks) {
    planes::transpose_bits(blocks.row[0]);
    UNROLLED(unsigned i = 0; i < 8; i++) planes::put(to[i], planes::get(&blocks.row[0][i]));
  }

  [[gnu::noinline]] void set_tweakey23(Schedule& schedule, const Planes& tweakey2, const Planes& tweakey3) {
    planes::make_sequence2(sequence2_, tweakey2.row[0]);
    planes::make_sequence3(sequence3_, tweakey3.row[0]);
    const V rows_2_3 = planes::constant(planes::masks.rows_2_3),
            rows_2_3_cell_8 = planes::constant(planes::masks.rows_2_3_but_cell_8),
            cells_0_4 = planes::constant(planes::masks.cells_0_4);
    LOOP(unsigned r = 0; r < rounds; r++) {
      const unsigned k = (r + 1) / 2;
      const V* y = sequence2_ + planes::steps - 1 - k;
      const V* z = sequence3_ + k;
      const V permute = planes::get(&simd128::tables.permute[r % 16]);
      V* key = schedule.round[r];
      UNROLLED(unsigned b = 0; b < 8; b++) {
        V constant = 1U << b == cell_8_constant ? rows_2_3_cell_8 : rows_2_3;
        if (b < 4) {
          const auto* mask = &planes::constant_masks.at[3 + r - b];
          const V cells = b < 2 ? wasm_v128_load64_zero(mask) : wasm_v128_load32_zero(mask);
          constant = wasm_v128_xor(constant, wasm_v128_and(cells, cells_0_4));
        }
        const V x = wasm_v128_xor(planes::get(y + b), planes::get(z + b));
        planes::put(key + b, wasm_v128_xor(wasm_i8x16_swizzle(x, permute), constant));
      }
    }
  }

  // All of TK1, or (rows = 2) its first eight bytes with zeros behind.
  template <unsigned rows = 4>
  [[gnu::noinline]] static void set_tweakey1(Schedule1& schedule, const Planes& tweakey1) {
    LOOP(unsigned r = 0; r < 16; r += rows == 2 ? 2 : 1) {
      const V permute = planes::get(&simd128::tables.permute[r]);
      UNROLLED(unsigned b = 0; b < 8; b++)
      planes::put(&schedule.round[r][b], wasm_i8x16_swizzle(planes::get(&tweakey1.row[0][b]), permute));
    }
  }

  template <unsigned cell, unsigned bit>
  INLINE void flip(Planes& block) {
    V* x = &block.row[0][bit];
    const std::uint64_t mask = std::uint64_t{0xff} << 8 * cell;
    planes::put(x, wasm_v128_xor(planes::get(x), wasm_i64x2_const(static_cast<std::int64_t>(mask), 0)));
  }

  [[gnu::noinline]] static void encrypt(Planes& state, const Schedule& schedule, const Schedule1& schedule1,
                                        bool whole) {
    V x[8];
    UNROLLED(unsigned b = 0; b < 8; b++) x[b] = wasm_v128_not(planes::get(&state.row[0][b]));
    LOOP(unsigned r = 0; r < rounds; r++) round(x, schedule.round[r], schedule1.round[r % 16], whole || r % 2 == 0);
    UNROLLED(unsigned b = 0; b < 8; b++) planes::put(&state.row[0][b], wasm_v128_not(x[b]));
  }

 private:
  // On complements S8 is all ANDs. MixColumns returns complements if only rows 0 and 1 enter it as such; the schedule
  // sees to that.
  INLINE void round(V (&x)[8], const V (&key)[8], const V (&key1)[8], bool with1) {
    planes::substitute<0xff>(x);
    if (with1) UNROLLED(unsigned b = 0; b < 8; b++) x[b] = wasm_v128_xor(x[b], planes::get(&key1[b]));
    const V mix[3] = {planes::constant(simd128::tables.mix[0]), planes::constant(simd128::tables.mix[1]),
                      planes::constant(simd128::tables.mix[2])};
    UNROLLED(unsigned b = 0; b < 8; b++) {
      const V y = wasm_v128_xor(x[b], planes::get(&key[b]));
      x[b] = wasm_v128_xor(wasm_v128_xor(wasm_i8x16_swizzle(y, mix[0]), wasm_i8x16_swizzle(y, mix[1])),
                           wasm_i8x16_swizzle(y, mix[2]));
    }
  }

  static_assert(planes::make_substitution(0xff).complement == 0xff);

  // The sequences of TK2 and TK3.
  V sequence2_[planes::sequence_length], sequence3_[planes::sequence_length];
};

static_assert(LanesCipher<Lanes8>);

}  // namespace skinny
