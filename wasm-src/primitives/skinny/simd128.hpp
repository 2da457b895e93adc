// The simd128 kernel of every member of SKINNY, for one, two or four blocks at a time, each with its cells in a vector.
//
// The rounds of a call depend on each other, so latency limits the speed. Tweakeys are therefore not expanded ahead:
// each round computes its own, while it waits for the round before.
#pragma once

#include "../../common/vector.hpp"
#include "skinny.hpp"

namespace skinny {

namespace simd128 {

using simd::byte, simd::Vector;

// The indices of a lookup in a table are nibbles. The indices of a shuffle are cells, or 0xff for zero.
template <unsigned cell_bits>
struct CellTables;

// S8 [skinny 3.1] takes two levels of nibble lookups, one after the other. Each of the eight NORs makes one of these
// bits:
//   a4 = x4 ^ nor(x7,x6)   b4 = x6 ^ nor(x2,x1)   c4 = x1 ^ nor(a0,x3)   d4 = x3 ^ nor(b0,a4)
//   a0 = x0 ^ nor(x3,x2)   b0 = x5 ^ nor(a4,a0)   c0 = x7 ^ nor(b4,b0)   d0 = x2 ^ nor(c4,c0)
// and S8(x) is (b0 a4 a0 d4 | c4 b4 c0 d0). With h = x7..x4 and l = x3..x0:
//   middle = (x5 a4 a0 b4) = middle_h[h] ^ middle_l[l], because each bit is a function of h xor a function of l;
//   S8(x)  = (out_m[middle] & keep_l[l]) ^ (out_h[h] & keep_l[l]) ^ out_l[l].
// d4 also needs x3, which is in l. With g = nor(b4,b0), c0 is x7 ^ g, and nor(c4,c0) is (!c4 & g) ^ (!c4 & !x7). So
// keep_l clears bit 0 where c4 is 1. out_h and keep_l change the low nibble only.
template <>
struct CellTables<8> {
  Vector middle_h, middle_l, out_m, out_h, out_l, keep_l;
  // Masks.
  Vector nibble = simd::repeated(0x0f), bit_0 = simd::repeated(0x01), bit_7 = simd::repeated(0x80),
         bits_0_to_6 = simd::repeated(0x7f);

  constexpr CellTables() {
    constexpr auto bit = [](unsigned x, unsigned i) { return x >> i & 1U; };
    constexpr auto nor = [](unsigned a, unsigned b) { return ~(a | b) & 1U; };
    for (unsigned n = 0; n < 16; n++) {
      {
        const unsigned x7 = bit(n, 3), x6 = bit(n, 2), x5 = bit(n, 1), x4 = bit(n, 0), a4 = x4 ^ nor(x7, x6);
        middle_h.at[n] = byte(x5 << 3 | a4 << 2 | x6);
        out_h.at[n] = byte(x7 << 1 | (x7 ^ 1));
      }
      {
        const unsigned x3 = bit(n, 3), x2 = bit(n, 2), x1 = bit(n, 1), x0 = bit(n, 0);
        const unsigned a0 = x0 ^ nor(x3, x2), c4 = x1 ^ nor(a0, x3);
        middle_l.at[n] = byte(a0 << 1 | nor(x2, x1));
        out_l.at[n] = byte(x3 << 4 | c4 << 3 | x2);
        keep_l.at[n] = byte(c4 ? 0xfe : 0xff);
      }
      {
        const unsigned x5 = bit(n, 3), a4 = bit(n, 2), a0 = bit(n, 1), b4 = bit(n, 0);
        const unsigned b0 = x5 ^ nor(a4, a0), g = nor(b4, b0);
        out_m.at[n] = byte(b0 << 7 | a4 << 6 | a0 << 5 | nor(b0, a4) << 4 | b4 << 2 | g << 1 | g);
      }
    }
  }

  constexpr bool are_proven() const {
    for (unsigned x = 0; x < 256; x++) {
      const unsigned h = x >> 4, l = x & 15, m = middle_h.at[h] ^ middle_l.at[l], keep = keep_l.at[l];
      const unsigned out = (out_m.at[m] & keep) ^ (out_h.at[h] & keep) ^ out_l.at[l];
      if (m > 15 || out != substituted<8>(byte(x))) return false;
    }
    return true;
  }
};

// For cells of four bits the S-box is one lookup.
template <>
struct CellTables<4> {
  Vector out, stepped_2, stepped_3;
  Vector nibble = simd::repeated(0x0f);  // a mask

  constexpr CellTables() {
    for (unsigned n = 0; n < 16; n++) {
      out.at[n] = substituted<4>(byte(n));
      stepped_2.at[n] = stepped2<4>(byte(n));
      stepped_3.at[n] = stepped3<4>(byte(n));
    }
  }

  constexpr bool are_proven() const { return true; }  // they are the definition
};

// The common part of all members. Only the number of rounds differs.
template <unsigned rounds>
struct RoundTables {
  Vector mix[3];                  // ShiftRows and MixColumns: the xor of three cell shuffles
  Vector rows_2_3;                // a mask
  Vector permute[16];             // takes rows 0 and 1 of a TK in round r, and zeros for rows 2 and 3
  Vector constants[rounds] = {};  // AddConstants

  constexpr RoundTables() {
    for (unsigned i = 0; i < 16; i++) rows_2_3.at[i] = i < 8 ? 0 : 0xff;

    // MixColumns [skinny 3.5] maps each column (a,b,c,d) to (a^c^d, a, b^c, a^c). mix[k] moves the k-th term of each
    // sum to its row, from the cell that ShiftRows [skinny 3.4] names: it rotates row r right by r cells.
    constexpr int terms[4][3] = {{0, 2, 3}, {0, -1, -1}, {1, 2, -1}, {0, 2, -1}};
    for (int k = 0; k < 3; k++)
      for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++) {
          const int from = terms[row][k];
          mix[k].at[4 * row + column] = byte(from < 0 ? 0xff : unsigned(4 * from + (column - from + 4) % 4));
        }

    // Every two rounds, half_permutation is applied to both halves of a TK [skinny 4.1].
    for (unsigned r = 0; r < 16; r++)
      for (unsigned i = 0; i < 16; i++)
        permute[r].at[i] = byte(i < 8 ? common::power(half_permutation, (r + 1) / 2)[i] + (r % 2) * 8 : 0xff);

    constexpr auto round_constants = make_round_constants<rounds>();
    for (unsigned r = 0; r < rounds; r++) {
      for (unsigned i = 0; i < 8; i++) constants[r].at[i] = byte(round_constants[r] >> 8 * i & 0xff);
      constants[r].at[8] = cell_8_constant;
    }
  }
};

template <class Member>
struct Tables : CellTables<Member::cell_bits>, RoundTables<Member::rounds> {
  constexpr bool are_proven() const {
    return simd::agrees(this->mix) && simd::agrees(this->permute) && CellTables<Member::cell_bits>::are_proven();
  }
};

template <class Member>
inline constexpr Tables<Member> tables;

}  // namespace simd128

using simd::get, simd::lookup, simd::shuffle;

template <class Of>
class Simd128 {
  using V = simd::V;
  static constexpr unsigned words = Of::tweakey_words;

 public:
  using Member = Of;
  using Block = typename Member::Block;

  // The cells of TK2 and TK3.
  struct Schedule {
    std::array<common::Block, words - 1> tweakey;
  };

  using Call = skinny::Call<Schedule, Block>;
  using Pair = skinny::Pair<Schedule>;
  using Fork = skinny::Fork<Schedule>;
  static constexpr Schedule bare = {};

  template <unsigned word>
  INLINE void add_tweakey(Schedule& schedule, const Schedule& base, Block tweakey) {
    if constexpr (words > 1) schedule.tweakey[0] = word == 2 ? (common::Block)cells_of(tweakey) : base.tweakey[0];
    if constexpr (words > 2) schedule.tweakey[1] = word == 3 ? (common::Block)cells_of(tweakey) : base.tweakey[1];
  }

  INLINE void encrypt(const Schedule& schedule, Block tweakey1, Block& text) {
    const Full k = full(schedule, tweakey1);
    text = block_of(one(k.tk1, k.tk2, k.tk3, cells_of(text)));
  }

  // Encrypts under a tweakey of two words that is used once.
  INLINE void encrypt_once(Block tweakey1, Block tweakey2, Block& text) {
    text = block_of(one(cells_of(tweakey1), cells_of(tweakey2), V{}, cells_of(text)));
  }

  // Inlined, because a function could take structures only through a stack in memory.
  INLINE void encrypt_both(Call first, Call second) {
    V lane[2] = {cells_of(first.text), cells_of(second.text)};
    run(Beside<Same<1>, Same<1>>{{full(first.schedule, first.tweakey1)}, {full(second.schedule, second.tweakey1)}},
        lane);
    first.text = block_of(lane[0]);
    second.text = block_of(lane[1]);
  }

  [[gnu::noinline]] static void encrypt_pair(const Schedule& schedule, Block tweakey1, Block& first, Block& second) {
    V lane[2] = {cells_of(first), cells_of(second)};
    run(Same<2>{full(schedule, tweakey1)}, lane);
    first = block_of(lane[0]);
    second = block_of(lane[1]);
  }

  [[gnu::noinline]] static void encrypt_fork(const Schedule& schedule, std::uint64_t tweakey1_first, Block& first,
                                             std::uint64_t tweakey1_second, Block& second) {
    V lane[2] = {cells_of(first), cells_of(second)};
    run(Differing::of({schedule, tweakey1_first, first, tweakey1_second, second}), lane);
    first = block_of(lane[0]);
    second = block_of(lane[1]);
  }

  INLINE void encrypt_fork_and_pair(Fork fork, Pair pair) {
    V lane[4] = {cells_of(fork.first), cells_of(fork.second), cells_of(pair.first), cells_of(pair.second)};
    run(Beside<Differing, Same<2>>{Differing::of(fork), {full(pair.schedule, pair.tweakey1)}}, lane);
    fork.first = block_of(lane[0]);
    fork.second = block_of(lane[1]);
    pair.first = block_of(lane[2]);
    pair.second = block_of(lane[3]);
  }

 private:
  using Tables = simd128::Tables<Member>;
  static_assert(simd128::tables<Member>.are_proven());

  [[gnu::noinline]] static V one(V tweakey1, V tweakey2, V tweakey3, V text) {
    V lane[1] = {text};
    run(Same<1>{{tweakey1, tweakey2, tweakey3}}, lane);
    return lane[0];
  }

  // Sixteen cells, a byte for each. In a smaller block, the high nibble of a byte is the first of its two cells.
  INLINE V cells_of(Block block) {
    if constexpr (Member::cell_bits == 8) {
      return (V)block;
    } else {
      const V x = (V)common::Block{block, 0};
      const V twice = wasm_i8x16_shuffle(x, x, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
      const V even = wasm_i16x8_const_splat(0x000f), odd = wasm_i16x8_const_splat(0x0f00);
      return wasm_v128_or(wasm_v128_and(wasm_u16x8_shr(twice, 4), even), wasm_v128_and(twice, odd));
    }
  }

  INLINE Block block_of(V cells) {
    if constexpr (Member::cell_bits == 8) {
      return (Block)cells;
    } else {
      const V x = wasm_v128_or(wasm_i16x8_shl(cells, 4), wasm_u16x8_shr(cells, 8));
      return ((common::Block)wasm_i8x16_shuffle(x, x, 0, 2, 4, 6, 8, 10, 12, 14, 0, 2, 4, 6, 8, 10, 12, 14))[0];
    }
  }

  // Keeps the order of an expression. If the compiler reorders xors, an early operand waits for a late one.
#if defined(__wasm__)
  INLINE void pin(V& x) { asm("" : "+r"(x)); }
#else
  INLINE void pin(V&) {}
#endif
  template <class... More>
  INLINE void pin(V& x, More&... more) {
    pin(x);
    pin(more...);
  }

  // A round. The critical chain, which depends on `middle`, comes first. All other values are summed up and added late.
  INLINE V round(const Tables* t, V x, V key) {
    if constexpr (Member::cell_bits == 4) {
      return mix(t, wasm_v128_xor(lookup(t->out, x), key));
    } else {
      V h = simd::high_nibbles(t, x), l = simd::low_nibbles(t, x);
      V middle = wasm_v128_xor(lookup(t->middle_l, l), lookup(t->middle_h, h));
      pin(middle, l, h);
      const V keep = lookup(t->keep_l, l);
      const V late = wasm_v128_and(lookup(t->out_m, middle), keep);
      V early = wasm_v128_xor(lookup(t->out_l, l), key);
      pin(early);
      early = wasm_v128_xor(wasm_v128_and(lookup(t->out_h, h), keep), early);
      pin(early);
      return mix(t, wasm_v128_xor(late, early));
    }
  }

  // ShiftRows and MixColumns.
  INLINE V mix(const Tables* t, V x) {
    V two = wasm_v128_xor(shuffle(x, t->mix[0]), shuffle(x, t->mix[1]));
    pin(two);
    return wasm_v128_xor(two, shuffle(x, t->mix[2]));
  }

  // The round tweakeys. P exchanges the halves of a TK, so an even round r and round r + 1 together use each cell once:
  // round r uses rows 0 and 1, and round r + 1 uses rows 2 and 3 after one more step. So rows 2 and 3 are stepped once
  // before the first round. One step of all cells then serves two rounds. Both round tweakeys are constant shuffles of
  // the same sum of the TKs.

  // TK2: x <- x<<1 | x7^x5, TK3: x <- x>>1 | (x0^x6)<<7 [skinny 4.2]. Engines cannot shift bytes, so words of 16 bits
  // are shifted, and masks remove the bits that crossed into another byte.
  template <unsigned word>
  INLINE V step(const Tables* t, V x) {
    if constexpr (Member::cell_bits == 4) {
      return lookup(word == 2 ? t->stepped_2 : t->stepped_3, x);
    } else if constexpr (word == 2) {
      const V in = wasm_v128_and(wasm_v128_xor(wasm_u16x8_shr(x, 7), wasm_u16x8_shr(x, 5)), get(t->bit_0));
      V twin = x;
      pin(twin);  // otherwise x + x becomes a shift of bytes, which is five instructions in engines
      return wasm_v128_xor(wasm_i8x16_add(x, twin), in);
    } else {
      const V in = wasm_v128_and(wasm_v128_xor(wasm_i16x8_shl(x, 7), wasm_i16x8_shl(x, 1)), get(t->bit_7));
      return wasm_v128_xor(wasm_v128_and(wasm_u16x8_shr(x, 1), get(t->bits_0_to_6)), in);
    }
  }

  INLINE V in_rows_2_3(const Tables* t, V stepped, V x) { return wasm_v128_bitselect(stepped, x, get(t->rows_2_3)); }

  struct Full {
    V tk1, tk2 = {}, tk3 = {};  // zeros if the member has no such word

    INLINE void begin(const Tables* t, Full& k) {
      if constexpr (words > 1) k.tk2 = in_rows_2_3(t, Simd128::step<2>(t, k.tk2), k.tk2);
      if constexpr (words > 2) k.tk3 = in_rows_2_3(t, Simd128::step<3>(t, k.tk3), k.tk3);
    }
    INLINE void step(const Tables* t, Full& k) {
      if constexpr (words > 1) k.tk2 = Simd128::step<2>(t, k.tk2);
      if constexpr (words > 2) k.tk3 = Simd128::step<3>(t, k.tk3);
    }
    INLINE V sum(const Full& k) {
      if constexpr (words == 1) return k.tk1;
      if constexpr (words == 2) return wasm_v128_xor(k.tk1, k.tk2);
      return wasm_v128_xor(wasm_v128_xor(k.tk1, k.tk2), k.tk3);
    }
  };

  INLINE Full full(const Schedule& schedule, Block tweakey1) {
    Full k = {cells_of(tweakey1)};
    if constexpr (words > 1) k.tk2 = (V)schedule.tweakey[0];
    if constexpr (words > 2) k.tk3 = (V)schedule.tweakey[1];
    return k;
  }

  INLINE V round_key(const Tables* t, V sum, unsigned round) {
    return wasm_v128_xor(get(t->constants[round]), shuffle(sum, t->permute[round % 16]));
  }

  // The types below assign tweakeys to lanes. keys() makes the round tweakeys of two rounds for each lane.

  template <unsigned count>
  struct Same {
    static constexpr unsigned lanes = count;
    Full k;

    INLINE void begin(const Tables* t, Same& x) { Full::begin(t, x.k); }
    INLINE void step(const Tables* t, Same& x) { Full::step(t, x.k); }
    INLINE void keys(const Tables* t, const Same& x, unsigned round, V* even, V* odd) {
      const V sum = Full::sum(x.k);
      even[0] = round_key(t, sum, round);
      odd[0] = round_key(t, sum, round + 1);
      if constexpr (count == 2) {
        even[1] = even[0];
        odd[1] = odd[0];
      }
    }
  };

  // Two lanes whose TK1 differ in rows 0 and 1. TK2 is zero.
  struct Differing {
    static constexpr unsigned lanes = 2;
    V tk1, tk3, difference;

    INLINE Differing of(Fork fork) {
      const std::uint64_t difference = fork.tweakey1_first ^ fork.tweakey1_second;
      return {(V)Block{fork.tweakey1_first, 0}, (V)fork.schedule.tweakey[1], (V)Block{difference, 0}};
    }

    INLINE void begin(const Tables* t, Differing& x) { x.tk3 = in_rows_2_3(t, Simd128::step<3>(t, x.tk3), x.tk3); }
    INLINE void step(const Tables* t, Differing& x) { x.tk3 = Simd128::step<3>(t, x.tk3); }
    INLINE void keys(const Tables* t, const Differing& x, unsigned round, V* even, V* odd) {
      const V sum = wasm_v128_xor(x.tk1, x.tk3);
      even[0] = round_key(t, sum, round);
      even[1] = wasm_v128_xor(even[0], shuffle(x.difference, t->permute[round % 16]));
      odd[0] = odd[1] = round_key(t, sum, round + 1);
    }
  };

  template <class First, class Second>
  struct Beside {
    static constexpr unsigned lanes = First::lanes + Second::lanes;
    First first;
    Second second;

    INLINE void begin(const Tables* t, Beside& x) {
      First::begin(t, x.first);
      Second::begin(t, x.second);
    }
    INLINE void step(const Tables* t, Beside& x) {
      First::step(t, x.first);
      Second::step(t, x.second);
    }
    INLINE void keys(const Tables* t, const Beside& x, unsigned round, V* even, V* odd) {
      First::keys(t, x.first, round, even, odd);
      Second::keys(t, x.second, round, even + First::lanes, odd + First::lanes);
    }
  };

  template <class Tweakeys>
  INLINE void run(Tweakeys tweakeys, V (&lane)[Tweakeys::lanes]) {
    const Tables* t = &simd128::tables<Member>;
    common::hide(t);
    Tweakeys::begin(t, tweakeys);
    LOOP(unsigned r = 0; r < Member::rounds; r += 2) {
      common::hide(t);
      V even[Tweakeys::lanes], odd[Tweakeys::lanes];
      Tweakeys::keys(t, tweakeys, r, even, odd);
      UNROLLED(unsigned i = 0; i < Tweakeys::lanes; i++) lane[i] = Simd128::round(t, lane[i], even[i]);
      Tweakeys::step(t, tweakeys);
      UNROLLED(unsigned i = 0; i < Tweakeys::lanes; i++) lane[i] = Simd128::round(t, lane[i], odd[i]);
    }
  }
};

static_assert(PairedBlockCipher<Simd128<Skinny128_384Plus>>);

}  // namespace skinny
