// The kernel for thirty-two lanes. A vector holds one bit of one row: four words for the four cells, and in each word a
// bit for each lane. MixColumns is then XORs of whole vectors, made while rows are read, and ShiftRows shuffles words.
#pragma once

#include "bitslice.hpp"

namespace skinny {

class Bitsliced32 : public PlaneOperations<Bitsliced32> {
  static constexpr unsigned bits = planes::cell_bits;

 public:
  using Member = Skinny128_384Plus;
  static_assert(planes::constants_are_proven());
  using V = planes::V;
  static constexpr unsigned lanes() { return 32; }
  static constexpr unsigned rows() { return 4; }
  using Planes = planes::Planes;
  struct TwoRows {
    V row[2][bits];
  };

  // Rows 0 and 1 of TK2 and TK3 in each round. A schedule costs half a call. So a key is
  // scheduled once for all its calls, and a block that is a tweak is scheduled for one call.
  struct Schedule {
    std::array<TwoRows, Member::rounds> round;
  };
  // The schedule of TK1, which repeats after 16 rounds.
  struct Schedule1 {
    TwoRows round[16];
  };

  // Reads a block for each lane from `from[lane]`. Lane i has bit i of each word. Two steps of interleaving put cell
  // (row, column) of block i into vector `row` at (column, i). `gather` makes four more, which bring each byte back.
  [[gnu::noinline]] static void spread(Planes& blocks, const std::uint8_t* const* from) {
    LOOP(unsigned g = 0; g < bits; g++) {
      columns::Word x[4];
      UNROLLED(unsigned i = 0; i < 4; i++) x[i] = (columns::Word)planes::get(from[8 * i + g]);
      columns::interleave(x);
      columns::interleave(x);
      UNROLLED(unsigned i = 0; i < 4; i++) planes::put(&blocks.row[i][g], (V)x[i]);
    }
    LOOP(unsigned r = 0; r < 4; r++) planes::transpose_bits(blocks.row[r]);
  }

  // Puts these eight bytes into the first two rows of all lanes, and leaves the other rows as they are.
  [[gnu::noinline]] static void broadcast(Planes& blocks, std::uint64_t bytes) {
    LOOP(unsigned r = 0; r < 2; r++) {
      const V cells = wasm_u32x4_extend_low_u16x8(
          wasm_u16x8_extend_low_u8x16(wasm_i64x2_splat(static_cast<std::int64_t>(bytes >> 32 * r))));
      LOOP(unsigned b = 0; b < bits; b++)
      planes::put(&blocks.row[r][b], wasm_i32x4_shr(wasm_i32x4_shl(cells, 31 - b), 31));
    }
  }

  // Writes each lane's block to `to[lane]`. This destroys the planes.
  [[gnu::noinline]] static void gather(std::uint8_t* const* to, Planes& blocks) {
    LOOP(unsigned r = 0; r < 4; r++) planes::transpose_bits(blocks.row[r]);
    LOOP(unsigned g = 0; g < bits; g++) {
      columns::Word x[4];
      UNROLLED(unsigned i = 0; i < 4; i++) x[i] = (columns::Word)planes::get(&blocks.row[i][g]);
      LOOP(unsigned times = 0; times < 4; times++) columns::interleave(x);
      UNROLLED(unsigned i = 0; i < 4; i++) planes::put(to[8 * i + g], (V)x[i]);
    }
  }

  [[gnu::noinline]] void set_tweakeys(Schedule& schedule, const Tweakeys& tweakeys) {
    LOOP(unsigned r = 0; r < 4; r++) {
      sequence_[0][r].make<2>(tweakeys[0].row[r]);
      sequence_[1][r].make<3>(tweakeys[1].row[r]);
    }
    permute_all(schedule, std::make_index_sequence<8>{});
  }

  template <Tweakey1 used>
  [[gnu::noinline]] static void set_tweakey1(Schedule1& schedule, const Planes& tweakey1) {
    UNROLLED(unsigned first = 0; first < (used == Tweakey1::half ? 2 : 4); first += 2) {
      const unsigned r0 = first == 0 ? 0 : 15;  // rows 2 and 3, permuted once, are for round 1
      LOOP(unsigned b = 0; b < bits; b++) {
        V x0 = planes::get(&tweakey1.row[first][b]), x1 = planes::get(&tweakey1.row[first + 1][b]);
        LOOP(unsigned r = r0; r < r0 + 16; r += 2) {
          planes::put(&schedule.round[r % 16].row[0][b], x0);
          planes::put(&schedule.round[r % 16].row[1][b], x1);
          const V y0 = pick<1, 0>(x0, x1);
          x1 = pick<1, 4>(x0, x1);
          x0 = y0;
        }
      }
    }
  }

  template <unsigned cell, unsigned bit>
  INLINE void flip(Planes& block) {
    V* x = &block.row[cell / 4][bit];
    planes::put(x, wasm_v128_xor(planes::get(x), wasm_i32x4_const(cell % 4 == 0 ? -1 : 0, cell % 4 == 1 ? -1 : 0,
                                                                  cell % 4 == 2 ? -1 : 0, cell % 4 == 3 ? -1 : 0)));
  }

  [[gnu::noinline]] void encrypt(Planes& state, const Schedule& schedule, const Schedule1& schedule1, Tweakey1 used) {
    enter(state);
    Planes *from = &work_[0], *to = &work_[1];
    LOOP(unsigned r = 0; r < Member::rounds; r++) {
      const bool has_tweakey1 = used == Tweakey1::whole || r % 2 == 0;
      round(*from, *to, {&schedule.round[r], &schedule1.round[r % 16], has_tweakey1, r});
      std::swap(from, to);
    }
    leave(state);
  }

 private:
  // The bits of each row that the S-box takes as complements. Every round reproduces this choice by itself, because
  // MixColumns adds complements as it adds bits. So no NOT is needed, here or in the round tweakeys. There is one such
  // choice.
  static constexpr std::array complement = {0x2dU, 0xf0U, 0x23U, 0x31U};

  // All ones where the S-box takes bit b of a row as a complement.
  static constexpr auto complement_masks = [] {
    std::array<std::array<std::uint32_t, 4>, bits> masks{};
    for (unsigned b = 0; b < bits; b++)
      for (unsigned row = 0; row < 4; row++) masks[b][row] = complement[row] >> b & 1U ? 0xffffffff : 0;
    return masks;
  }();

  // True if a round reproduces the complements. It applies the S-box, and then MixColumns [skinny 3.5], which makes
  // (q0^q2^q3, q0, q1^q2, q0^q2) from (q0, q1, q2, q3).
  static constexpr bool complements_return() {
    unsigned out[4] = {};
    for (unsigned r = 0; r < 4; r++) out[r] = planes::make_substitution(complement[r]).complement;
    return complement[0] == (out[0] ^ out[2] ^ out[3]) && complement[1] == out[0] &&
           complement[2] == (out[1] ^ out[2]) && complement[3] == (out[0] ^ out[2]);
  }

  // Four cells of the half TK (x0, x1), beginning at cell `first`, after `times` applications of the half_permutation.
  template <unsigned times, unsigned first>
  INLINE V pick(V x0, V x1) {
    constexpr auto cell = common::power(half_permutation, times);
    return wasm_i32x4_shuffle(x0, x1, cell[first], cell[first + 1], cell[first + 2], cell[first + 3]);
  }

  template <std::size_t... times>
  [[gnu::always_inline]] void permute_all(Schedule& schedule, std::index_sequence<times...>) {
    (permute<times>(schedule), ...);
  }

  // Makes the round tweakeys for which the half_permutation is applied `times` times, modulo 8. Round 2k uses rows 0
  // and 1 of the TKs after k steps, and round 2k - 1 uses rows 2 and 3.
  template <unsigned times>
  [[gnu::always_inline]] void permute(Schedule& schedule) {
    LOOP(unsigned r = times == 0 ? 0 : 2 * times - 1; r < Member::rounds; r += (r % 2 == 0) ? 15 : 1) {
      const unsigned k = (r + 1) / 2, row = r % 2 * 2;
      constexpr unsigned next_row = planes::Sequence::length;
      const V* y = sequence_[0][row].after<2>(k);
      const V* z = sequence_[1][row].after<3>(k);
      V* key = schedule.round[r].row[0];
      LOOP(unsigned b = 0; b < bits; b++, y++, key++) {
        V x0 = planes::get(y), x1 = planes::get(y + next_row);
        x0 = wasm_v128_xor(x0, planes::get(z));
        x1 = wasm_v128_xor(x1, planes::get(z++ + next_row));
        planes::put(key, pick<times, 0>(x0, x1));
        planes::put(key + bits, pick<times, 4>(x0, x1));
      }
    }
  }

  // The sum that a round adds to rows 0 and 1: TK2, TK3 and the constants, and TK1 in rounds that use it.
  struct RoundKey {
    const TwoRows *key, *key1;
    bool has_tweakey1;
    unsigned r;
  };

  template <unsigned row>
  INLINE void add_key_and_shift(V (&x)[bits], const RoundKey& round, Planes& to) {
    if (round.has_tweakey1)
      UNROLLED(unsigned b = 0; b < bits; b++) x[b] = wasm_v128_xor(x[b], planes::get(&round.key1->row[row][b]));
    UNROLLED(unsigned b = 0; b < bits; b++) {
      V k = planes::get(&round.key->row[row][b]);
      if (b < (row == 0 ? 4 : 2)) {
        const auto* mask = &planes::constant_masks[3 + round.r - b];
        k = wasm_v128_xor(k, wasm_v128_load32_zero(row == 0 ? &mask->cell_0 : &mask->cell_4));
      }
      planes::put(&to.row[row][b], shift<row>(wasm_v128_xor(x[b], k)));
    }
  }

  // ShiftRows.
  template <unsigned row>
  INLINE V shift(V x) {
    if constexpr (row == 0) return x;
    return wasm_i32x4_shuffle(x, x, 4 - row, (5 - row) % 4, (6 - row) % 4, (7 - row) % 4);
  }

  INLINE void round(const Planes& from, Planes& to, const RoundKey& key) {
    V x[bits];
    UNROLLED(unsigned b = 0; b < bits; b++)
    x[b] = wasm_v128_xor(wasm_v128_xor(planes::get(&from.row[0][b]), planes::get(&from.row[2][b])),
                         planes::get(&from.row[3][b]));
    planes::substitute<complement[0]>(x);
    add_key_and_shift<0>(x, key, to);

    planes::forget();
    UNROLLED(unsigned b = 0; b < bits; b++) x[b] = planes::get(&from.row[0][b]);
    planes::substitute<complement[1]>(x);
    add_key_and_shift<1>(x, key, to);

    planes::forget();
    UNROLLED(unsigned b = 0; b < bits; b++)
    x[b] = wasm_v128_xor(planes::get(&from.row[1][b]), planes::get(&from.row[2][b]));
    planes::substitute<complement[2]>(x);
    static_assert(cell_8_constant == 1U << 1);
    x[1] = wasm_v128_xor(x[1], wasm_i32x4_const(-1, 0, 0, 0));
    UNROLLED(unsigned b = 0; b < bits; b++) planes::put(&to.row[2][b], shift<2>(x[b]));

    planes::forget();
    UNROLLED(unsigned b = 0; b < bits; b++)
    x[b] = wasm_v128_xor(planes::get(&from.row[0][b]), planes::get(&from.row[2][b]));
    planes::substitute<complement[3]>(x);
    UNROLLED(unsigned b = 0; b < bits; b++) planes::put(&to.row[3][b], shift<3>(x[b]));
  }

  INLINE V flip(V x, unsigned row, unsigned b) {
    return wasm_v128_xor(x, wasm_v128_load32_splat(&complement_masks[b][row]));
  }

  // Before the first round: makes the complements, and undoes MixColumns, which the first round applies.
  [[gnu::always_inline]] void enter(const Planes& state) {
    static_assert(complements_return());
    LOOP(unsigned b = 0; b < bits; b++) {
      const V x0 = flip(planes::get(&state.row[0][b]), 0, b), x1 = flip(planes::get(&state.row[1][b]), 1, b),
              x2 = flip(planes::get(&state.row[2][b]), 2, b), x3 = flip(planes::get(&state.row[3][b]), 3, b),
              x13 = wasm_v128_xor(x1, x3);
      planes::put(&work_[0].row[0][b], x1);
      planes::put(&work_[0].row[1][b], wasm_v128_xor(x13, x2));
      planes::put(&work_[0].row[2][b], x13);
      planes::put(&work_[0].row[3][b], wasm_v128_xor(x0, x3));
    }
  }

  // After the last round: applies the last MixColumns.
  [[gnu::always_inline]] void leave(Planes& state) const {
    LOOP(unsigned b = 0; b < bits; b++) {
      const V x0 = planes::get(&work_[0].row[0][b]), x1 = planes::get(&work_[0].row[1][b]),
              x2 = planes::get(&work_[0].row[2][b]), x3 = planes::get(&work_[0].row[3][b]), x02 = wasm_v128_xor(x0, x2);
      planes::put(&state.row[0][b], flip(wasm_v128_xor(x02, x3), 0, b));
      planes::put(&state.row[1][b], flip(x0, 1, b));
      planes::put(&state.row[2][b], flip(wasm_v128_xor(x1, x2), 2, b));
      planes::put(&state.row[3][b], flip(x02, 3, b));
    }
  }

  // The state between rounds: after ShiftRows, before MixColumns.
  Planes work_[2];
  // The planes of TK2 and TK3, row by row.
  std::array<std::array<planes::Sequence, 4>, 2> sequence_;
};

static_assert(LanesCipher<Bitsliced32>);

}  // namespace skinny
