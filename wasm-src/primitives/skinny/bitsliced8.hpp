// The kernel for eight lanes. A vector holds one bit of all cells, in a byte for each cell with a bit for each lane.
#pragma once

#include "bitslice.hpp"

namespace skinny {

class Bitsliced8 : public PlaneOperations<Bitsliced8> {
  static constexpr unsigned bits = planes::cell_bits;

 public:
  using Member = Skinny128_384Plus;
  static_assert(planes::constants_are_proven());
  using V = planes::V;
  static constexpr unsigned lanes() { return 8; }
  static constexpr unsigned rows() { return 1; }

  using Planes = planes::Planes;  // the first row holds all rows
  // The sums that rounds add: rows 0 and 1 of TK2 and TK3, AddConstants, and complements on rows 2 and 3.
  struct Schedule {
    V round[Member::rounds][bits];
  };
  // Rows 0 and 1 of TK1 in each round. They repeat after 16 rounds.
  struct Schedule1 {
    V round[16][bits];
  };

  // Bitsliced32 explains this function and all functions below that have no comment.
  [[gnu::noinline]] static void spread(Planes& blocks, const std::uint8_t* const* from) {
    UNROLLED(unsigned i = 0; i < bits; i++) planes::put(&blocks.row[0][i], planes::get(from[i]));
    planes::transpose_bits(blocks.row[0]);
  }

  [[gnu::noinline]] static void broadcast(Planes& blocks, std::uint64_t bytes) {
    const V cells = wasm_i64x2_make(static_cast<std::int64_t>(bytes), 0);
    LOOP(unsigned b = 0; b < bits; b++)
    planes::put(&blocks.row[0][b], wasm_i8x16_shr(wasm_i8x16_shl(cells, 7 - b), 7));
  }

  [[gnu::noinline]] static void gather(std::uint8_t* const* to, Planes& blocks) {
    planes::transpose_bits(blocks.row[0]);
    UNROLLED(unsigned i = 0; i < bits; i++) planes::put(to[i], planes::get(&blocks.row[0][i]));
  }

  [[gnu::noinline]] void set_tweakeys(Schedule& schedule, const Tweakeys& tweakeys) {
    sequence_[0].make<2>(tweakeys[0].row[0]);
    sequence_[1].make<3>(tweakeys[1].row[0]);
    const V rows_2_3 = planes::constant(planes::masks.rows_2_3),
            rows_2_3_cell_8 = planes::constant(planes::masks.rows_2_3_but_cell_8),
            cells_0_4 = planes::constant(planes::masks.cells_0_4);
    LOOP(unsigned r = 0; r < Member::rounds; r++) {
      const V permute = planes::get(&simd128::tables<Member>.permute[r % 16]);
      const unsigned k = (r + 1) / 2;
      const V* y = sequence_[0].after<2>(k);
      const V* z = sequence_[1].after<3>(k);
      V* key = schedule.round[r];
      UNROLLED(unsigned b = 0; b < bits; b++) {
        V constant = 1U << b == cell_8_constant ? rows_2_3_cell_8 : rows_2_3;
        if (b < 4) {
          const auto* mask = &planes::constant_masks[3 + r - b];
          const V cells = b < 2 ? wasm_v128_load64_zero(mask) : wasm_v128_load32_zero(mask);
          constant = wasm_v128_xor(constant, wasm_v128_and(cells, cells_0_4));
        }
        const V x = wasm_v128_xor(planes::get(y + b), planes::get(z + b));
        constant = wasm_v128_xor(wasm_i8x16_swizzle(x, permute), constant);
        planes::put(key + b, constant);
      }
    }
  }

  template <Tweakey1 used>
  [[gnu::noinline]] static void set_tweakey1(Schedule1& schedule, const Planes& tweakey1) {
    LOOP(unsigned r = 0; r < 16; r += used == Tweakey1::half ? 2 : 1) {
      const V permute = planes::get(&simd128::tables<Member>.permute[r]);
      UNROLLED(unsigned b = 0; b < bits; b++)
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
                                        Tweakey1 used) {
    V x[bits];
    UNROLLED(unsigned b = 0; b < bits; b++) x[b] = wasm_v128_not(planes::get(&state.row[0][b]));
    LOOP(unsigned r = 0; r < Member::rounds; r++)
    round(x, schedule.round[r], schedule1.round[r % 16], used == Tweakey1::whole || r % 2 == 0);
    UNROLLED(unsigned b = 0; b < bits; b++) planes::put(&state.row[0][b], wasm_v128_not(x[b]));
  }

 private:
  // S8 is ANDs on complements. The schedule complements rows 0 and 1, so MixColumns gives only complements.
  INLINE void round(V (&x)[bits], const V (&key)[bits], const V (&key1)[bits], bool with1) {
    planes::substitute<complement>(x);
    if (with1) UNROLLED(unsigned b = 0; b < bits; b++) x[b] = wasm_v128_xor(x[b], planes::get(&key1[b]));
    const V mix[3] = {planes::constant(simd128::tables<Member>.mix[0]),
                      planes::constant(simd128::tables<Member>.mix[1]),
                      planes::constant(simd128::tables<Member>.mix[2])};
    UNROLLED(unsigned b = 0; b < bits; b++) {
      const V y = wasm_v128_xor(x[b], planes::get(&key[b]));
      x[b] = wasm_v128_xor(wasm_v128_xor(wasm_i8x16_swizzle(y, mix[0]), wasm_i8x16_swizzle(y, mix[1])),
                           wasm_i8x16_swizzle(y, mix[2]));
    }
  }

  static constexpr unsigned complement = (1U << bits) - 1;
  static_assert(planes::make_substitution(complement).complement == complement);

  // The planes of TK2 and TK3.
  std::array<planes::Sequence, 2> sequence_;
};

static_assert(LanesCipher<Bitsliced8>);

}  // namespace skinny
