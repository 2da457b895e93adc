// The simd128 kernel of SKINNY-128-384+: the cells of a block in one vector or, as nibbles, in two; one, two or four
// blocks at a time.
//
// Constant time: i8x16.swizzle with a constant table and secret indices is a lookup of 16 cells at once that touches no
// memory. A call is a chain of 40 rounds, bound by latency and not by work. So tweakeys are not expanded ahead but
// stepped beside the rounds, where they cost nothing.
#pragma once

#include "../../common/vector.hpp"
#include "skinny.hpp"

namespace skinny {

namespace simd128 {

struct alignas(16) Vector {
  std::uint8_t at[16];
};

// S8 [skinny 3.1] by two dependent levels of nibble lookups. Name the bit that each of the eight NORs makes:
//   a4 = x4 ^ nor(x7,x6)   b4 = x6 ^ nor(x2,x1)   c4 = x1 ^ nor(a0,x3)   d4 = x3 ^ nor(b0,a4)
//   a0 = x0 ^ nor(x3,x2)   b0 = x5 ^ nor(a4,a0)   c0 = x7 ^ nor(b4,b0)   d0 = x2 ^ nor(c4,c0)
// and S8(x) is (b0 a4 a0 d4 | c4 b4 c0 d0). With h = x7..x4 and l = x3..x0:
//   middle = (x5 a4 a0 b4) = middle_h[h] ^ middle_l[l], as each of the four is a function of h xor one of l;
//   S8(x)  = (out_m[middle] & keep_l[l]) ^ (out_h[h] & keep_l[l]) ^ out_l[l]: d4 needs x3 of l, and with
//            g = nor(b4,b0), c0 = x7 ^ g and nor(c4,c0) = (!c4 & g) ^ (!c4 & !x7): keep_l clears bit 0 where c4 is 1.
// out_h and keep_l matter to the low nibble only. Tables are swizzled by nibbles and shuffled by cells or 0xff: no
// index lies in 16..127, where engines may differ on relaxed_swizzle.
struct Tables {
  Vector middle_h, middle_l, out_m, out_h, out_l, keep_l;
  Vector high_m, high_l, low_m, low_l;                 // the nibbles of out_m and out_l
  Vector mix[3];                                       // ShiftRows and MixColumns: the xor of three cell shuffles
  Vector nibble, bit_0, bit_7, bits_0_to_6, rows_2_3;  // masks
  Vector permute[16];                                  // the rows 0 and 1 of a TK in round r; nothing in rows 2 and 3
  Vector constants[rounds];                            // AddConstants
};

constexpr Tables make_tables() {
  constexpr auto bit = [](unsigned x, unsigned i) { return x >> i & 1U; };
  constexpr auto nor = [](unsigned a, unsigned b) { return ~(a | b) & 1U; };
  constexpr auto byte = [](unsigned x) { return static_cast<std::uint8_t>(x); };
  Tables t{};
  for (unsigned n = 0; n < 16; n++) {
    {
      const unsigned x7 = bit(n, 3), x6 = bit(n, 2), x5 = bit(n, 1), x4 = bit(n, 0), a4 = x4 ^ nor(x7, x6);
      t.middle_h.at[n] = byte(x5 << 3 | a4 << 2 | x6);
      t.out_h.at[n] = byte(x7 << 1 | (x7 ^ 1));
    }
    {
      const unsigned x3 = bit(n, 3), x2 = bit(n, 2), x1 = bit(n, 1), x0 = bit(n, 0);
      const unsigned a0 = x0 ^ nor(x3, x2), c4 = x1 ^ nor(a0, x3);
      t.middle_l.at[n] = byte(a0 << 1 | nor(x2, x1));
      t.out_l.at[n] = byte(x3 << 4 | c4 << 3 | x2);
      t.keep_l.at[n] = byte(c4 ? 0xfe : 0xff);
    }
    {
      const unsigned x5 = bit(n, 3), a4 = bit(n, 2), a0 = bit(n, 1), b4 = bit(n, 0);
      const unsigned b0 = x5 ^ nor(a4, a0), g = nor(b4, b0);
      t.out_m.at[n] = byte(b0 << 7 | a4 << 6 | a0 << 5 | nor(b0, a4) << 4 | b4 << 2 | g << 1 | g);
    }
    t.high_m.at[n] = t.out_m.at[n] >> 4;
    t.low_m.at[n] = t.out_m.at[n] & 0xf;
    t.high_l.at[n] = t.out_l.at[n] >> 4;
    t.low_l.at[n] = t.out_l.at[n] & 0xf;
    t.nibble.at[n] = 0x0f;
    t.bit_0.at[n] = 0x01;
    t.bit_7.at[n] = 0x80;
    t.bits_0_to_6.at[n] = 0x7f;
    t.rows_2_3.at[n] = n < 8 ? 0 : 0xff;
  }

  // MixColumns [skinny 3.5], per column: (a,b,c,d) -> (a^c^d, a, b^c, a^c). mix[k] brings each row its k-th term, if it
  // has one; ShiftRows [skinny 3.4] (row r rotates right by r cells) says from which cell of that row.
  constexpr int terms[4][3] = {{0, 2, 3}, {0, -1, -1}, {1, 2, -1}, {0, 2, -1}};
  for (int k = 0; k < 3; k++)
    for (int row = 0; row < 4; row++)
      for (int column = 0; column < 4; column++) {
        const int from = terms[row][k];
        t.mix[k].at[4 * row + column] = byte(from < 0 ? 0xff : unsigned(4 * from + (column - from + 4) % 4));
      }

  // Both halves of a TK go through half_permutation every two rounds, and after eight times stand as at first
  // [skinny 4.1].
  unsigned cell[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (unsigned r = 0; r < 16; r++) {
    if (r % 2 == 1) {
      unsigned permuted[8] = {};
      for (unsigned i = 0; i < 8; i++) permuted[i] = cell[half_permutation[i]];
      for (unsigned i = 0; i < 8; i++) cell[i] = permuted[i];
    }
    for (unsigned i = 0; i < 16; i++) t.permute[r].at[i] = byte(i < 8 ? cell[i] + (r % 2) * 8 : 0xff);
  }

  for (unsigned r = 0; r < rounds; r++) {
    for (unsigned i = 0; i < 8; i++) t.constants[r].at[i] = byte(round_constants[r] >> 8 * i & 0xff);
    t.constants[r].at[8] = cell_8_constant;
  }
  return t;
}

inline constexpr Tables tables = make_tables();

static_assert(
    [] {
      for (unsigned x = 0; x < 256; x++) {
        const Tables& t = tables;
        const unsigned h = x >> 4, l = x & 15, m = t.middle_h.at[h] ^ t.middle_l.at[l], keep = t.keep_l.at[l];
        const unsigned whole = (t.out_m.at[m] & keep) ^ (t.out_h.at[h] & keep) ^ t.out_l.at[l];
        const unsigned high = t.high_m.at[m] ^ t.high_l.at[l];
        const unsigned low = (t.low_m.at[m] & keep) ^ (t.out_h.at[h] & keep) ^ t.low_l.at[l];
        const unsigned expected = s8(static_cast<std::uint8_t>(x));
        if (m > 15 || high > 15 || low > 15 || whole != expected || (high << 4 | low) != expected) return false;
      }
      return true;
    }(),
    "the lookups are S8, and every index is a nibble");

static_assert(
    [] {
      for (unsigned i = 0; i < 16; i++) {
        for (const Vector& vector : tables.mix)
          if (vector.at[i] > 15 && vector.at[i] < 128) return false;
        for (const Vector& vector : tables.permute)
          if (vector.at[i] > 15 && vector.at[i] < 128) return false;
      }
      return true;
    }(),
    "swizzle and relaxed_swizzle agree on every index");

static_assert(
    [] {
      for (unsigned i = 0; i < 8; i++) {
        unsigned cell = i;
        for (unsigned times = 0; times < 8; times++) cell = half_permutation[cell];
        if (cell != i) return false;
      }
      return true;
    }(),
    "round r + 16 takes the cells of round r");

}  // namespace simd128

// Arrays of blocks become locals, and not memory, only within one function: so all is inlined.
class Simd128 {
 public:
  struct Schedule {
    Block tweakey2, tweakey3;
  };

  INLINE void set_tweakey3(Schedule& schedule, Block tweakey3) { schedule = {Block{0, 0}, tweakey3}; }

  INLINE void add_tweakey2(Schedule& schedule, const Schedule& base, Block tweakey2) {
    schedule = {tweakey2, base.tweakey3};
  }

  INLINE void encrypt(const Schedule& schedule, std::uint64_t tweakey1, Block& text) {
    text = (Block)one((V)Block{tweakey1, 0}, (V)schedule.tweakey2, (V)schedule.tweakey3, (V)text);
  }

  [[gnu::noinline]] static void encrypt_pair(const Schedule& schedule, Block tweakey1, Block& first, Block& second) {
    V lane[2] = {(V)first, (V)second};
    run<Cells>(Same<2>{full(schedule, tweakey1)}, lane);
    first = (Block)lane[0];
    second = (Block)lane[1];
  }

  [[gnu::noinline]] static void encrypt_fork(const Schedule& schedule, std::uint64_t tweakey1_first, Block& first,
                                             std::uint64_t tweakey1_second, Block& second) {
    V lane[2] = {(V)first, (V)second};
    run<Cells>(fork(schedule, tweakey1_first, tweakey1_second), lane);
    first = (Block)lane[0];
    second = (Block)lane[1];
  }

  [[gnu::noinline]] static void encrypt_fork_and_pair(const Schedule& fork_schedule, std::uint64_t tweakey1_first,
                                                      Block& first, std::uint64_t tweakey1_second, Block& second,
                                                      const Schedule& pair_schedule, Block tweakey1_pair, Block& third,
                                                      Block& fourth) {
    V lane[4] = {(V)first, (V)second, (V)third, (V)fourth};
    run<Cells>(Beside<Fork, Same<2>>{fork(fork_schedule, tweakey1_first, tweakey1_second),
                                     {full(pair_schedule, tweakey1_pair)}},
               lane);
    first = (Block)lane[0];
    second = (Block)lane[1];
    third = (Block)lane[2];
    fourth = (Block)lane[3];
  }

  [[gnu::noinline]] static void encrypt_both(const Schedule& schedule_first, std::uint64_t tweakey1_first, Block& first,
                                             const Schedule& schedule_second, std::uint64_t tweakey1_second,
                                             Block& second) {
    V lane[2] = {(V)first, (V)second};
    run<Cells>(Beside<Same<1>, Same<1>>{{full(schedule_first, Block{tweakey1_first, 0})},
                                        {full(schedule_second, Block{tweakey1_second, 0})}},
               lane);
    first = (Block)lane[0];
    second = (Block)lane[1];
  }

 private:
  using V = v128_t;
  using Tables = simd128::Tables;
  using Vector = simd128::Vector;

  [[gnu::noinline]] static V one(V tweakey1, V tweakey2, V tweakey3, V text) {
    V lane[1] = {text};
    run<Nibbles>(Same<1>{{tweakey1, tweakey2, tweakey3}}, lane);
    return lane[0];
  }

  // What the compilers must be told. Tables are read from memory inside the loop: engines rebuild a literal v128.const
  // at each use, and when too many vectors are held across the loop they move the state itself out to the stack and
  // back, on the critical chain, where a load from a table is beside it. So hide() keeps the compiler from seeing
  // through the pointer and from lifting the loads out. And pin() fixes a value as it is written: free to re-associate
  // xors, the compiler would let an early operand wait for a late one.
  INLINE void hide(const Tables*& t) { asm volatile("" : "+r"(t)); }
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

  INLINE V get(const Vector& vector) { return wasm_v128_load(vector.at); }
  INLINE V lookup(const Vector& table, V nibbles) { return wasm_i8x16_swizzle(get(table), nibbles); }
  INLINE V shuffle(V cells, const Vector& from) { return wasm_i8x16_swizzle(cells, get(from)); }
  INLINE V high_nibbles(const Tables* t, V x) { return wasm_v128_and(wasm_u16x8_shr(x, 4), get(t->nibble)); }
  INLINE V low_nibbles(const Tables* t, V x) { return wasm_v128_and(x, get(t->nibble)); }

  // The two forms of the state. In both, what hangs on `middle` is the critical chain and comes first; the rest, the
  // round tweakey included, is put together beside it and meets it late.

  // One vector of cells: the less work, for two blocks and more.
  struct Cells {
    V x;

    INLINE Cells of(const Tables*, V x) { return {x}; }
    INLINE V whole(Cells s) { return s.x; }

    INLINE Cells round(const Tables* t, Cells s, Cells key) {
      V h = high_nibbles(t, s.x), l = low_nibbles(t, s.x);
      V middle = wasm_v128_xor(lookup(t->middle_l, l), lookup(t->middle_h, h));
      pin(middle, l, h);
      const V keep = lookup(t->keep_l, l);
      const V late = wasm_v128_and(lookup(t->out_m, middle), keep);
      V early = wasm_v128_xor(lookup(t->out_l, l), key.x);
      pin(early);
      early = wasm_v128_xor(wasm_v128_and(lookup(t->out_h, h), keep), early);
      pin(early);
      return {mix(t, wasm_v128_xor(late, early))};
    }
  };

  // Two vectors of nibbles: the shorter chain, for one block.
  struct Nibbles {
    V high, low;

    INLINE Nibbles of(const Tables* t, V x) { return {high_nibbles(t, x), low_nibbles(t, x)}; }
    INLINE V whole(Nibbles s) { return wasm_v128_or(wasm_i16x8_shl(s.high, 4), s.low); }

    INLINE Nibbles round(const Tables* t, Nibbles s, Nibbles key) {
      V h = s.high, l = s.low;
      V middle = wasm_v128_xor(lookup(t->middle_l, l), lookup(t->middle_h, h));
      pin(middle, l, h);
      V keep = lookup(t->keep_l, l), late = lookup(t->low_m, middle);
      pin(late, keep, l, h);
      V early = wasm_v128_xor(lookup(t->low_l, l), key.low);
      pin(early);
      early = wasm_v128_xor(wasm_v128_and(lookup(t->out_h, h), keep), early);
      pin(early, l);
      V low = wasm_v128_xor(wasm_v128_and(late, keep), early);
      early = wasm_v128_xor(lookup(t->high_l, l), key.high);
      pin(early);
      V high = wasm_v128_xor(lookup(t->high_m, middle), early);
      pin(low, high);
      return {mix(t, high), mix(t, low)};
    }
  };

  // ShiftRows and MixColumns.
  INLINE V mix(const Tables* t, V x) {
    V two = wasm_v128_xor(shuffle(x, t->mix[0]), shuffle(x, t->mix[1]));
    pin(two);
    return wasm_v128_xor(two, shuffle(x, t->mix[2]));
  }

  // Round tweakeys. P swaps the halves of a TK: rounds r (even) and r + 1 together use each cell once, rows 0 and 1 in
  // round r and rows 2 and 3, stepped once more, in round r + 1. So with rows 2 and 3 stepped once beforehand, one step
  // of all cells in place serves two rounds, and both round tweakeys are constant shuffles of one sum of the TKs.

  // TK2: x <- x<<1 | x7^x5 [skinny 4.2]. Shifts are of 16-bit lanes (engines lack those of bytes); masks drop what
  // strays.
  INLINE V step2(const Tables* t, V x) {
    const V in = wasm_v128_and(wasm_v128_xor(wasm_u16x8_shr(x, 7), wasm_u16x8_shr(x, 5)), get(t->bit_0));
    V twin = x;
    pin(twin);  // or x + x becomes a shift of bytes, five instructions in engines
    return wasm_v128_xor(wasm_i8x16_add(x, twin), in);
  }

  // TK3: x <- x>>1 | (x0^x6)<<7 [skinny 4.2].
  INLINE V step3(const Tables* t, V x) {
    const V in = wasm_v128_and(wasm_v128_xor(wasm_i16x8_shl(x, 7), wasm_i16x8_shl(x, 1)), get(t->bit_7));
    return wasm_v128_xor(wasm_v128_and(wasm_u16x8_shr(x, 1), get(t->bits_0_to_6)), in);
  }

  INLINE V in_rows_2_3(const Tables* t, V stepped, V x) { return wasm_v128_bitselect(stepped, x, get(t->rows_2_3)); }

  struct Full {
    V tk1, tk2, tk3;

    INLINE void begin(const Tables* t, Full& k) {
      k.tk2 = in_rows_2_3(t, step2(t, k.tk2), k.tk2);
      k.tk3 = in_rows_2_3(t, step3(t, k.tk3), k.tk3);
    }
    INLINE void step(const Tables* t, Full& k) {
      k.tk2 = step2(t, k.tk2);
      k.tk3 = step3(t, k.tk3);
    }
    INLINE V sum(const Full& k) { return wasm_v128_xor(wasm_v128_xor(k.tk1, k.tk2), k.tk3); }
  };

  INLINE Full full(const Schedule& schedule, Block tweakey1) {
    return {(V)tweakey1, (V)schedule.tweakey2, (V)schedule.tweakey3};
  }

  INLINE V round_key(const Tables* t, V sum, unsigned round) {
    return wasm_v128_xor(get(t->constants[round]), shuffle(sum, t->permute[round % 16]));
  }

  // Which lanes have which tweakey. keys() makes the round tweakeys of two rounds for each lane.

  // All lanes the same.
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

  // Two lanes that differ in rows 0 and 1 of TK1; TK2 = 0.
  struct Fork {
    static constexpr unsigned lanes = 2;
    V tk1, tk3, difference;

    INLINE void begin(const Tables* t, Fork& x) { x.tk3 = in_rows_2_3(t, step3(t, x.tk3), x.tk3); }
    INLINE void step(const Tables* t, Fork& x) { x.tk3 = step3(t, x.tk3); }
    INLINE void keys(const Tables* t, const Fork& x, unsigned round, V* even, V* odd) {
      const V sum = wasm_v128_xor(x.tk1, x.tk3);
      even[0] = round_key(t, sum, round);
      even[1] = wasm_v128_xor(even[0], shuffle(x.difference, t->permute[round % 16]));
      odd[0] = odd[1] = round_key(t, sum, round + 1);
    }
  };

  INLINE Fork fork(const Schedule& schedule, std::uint64_t tweakey1_first, std::uint64_t tweakey1_second) {
    return {(V)Block{tweakey1_first, 0}, (V)schedule.tweakey3, (V)Block{tweakey1_first ^ tweakey1_second, 0}};
  }

  // The lanes of one, then those of the other.
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

#define EACH_LANE _Pragma("clang loop unroll(full)") for (unsigned i = 0; i < Tweakeys::lanes; i++)

  template <class Form, class Tweakeys>
  INLINE void run(Tweakeys tweakeys, V (&lane)[Tweakeys::lanes]) {
    const Tables* t = &simd128::tables;
    hide(t);
    Form s[Tweakeys::lanes];
    EACH_LANE s[i] = Form::of(t, lane[i]);
    Tweakeys::begin(t, tweakeys);
    _Pragma("clang loop unroll(disable)") for (unsigned r = 0; r < rounds; r += 2) {
      hide(t);
      V even[Tweakeys::lanes], odd[Tweakeys::lanes];
      Tweakeys::keys(t, tweakeys, r, even, odd);
      EACH_LANE s[i] = Form::round(t, s[i], Form::of(t, even[i]));
      Tweakeys::step(t, tweakeys);
      EACH_LANE s[i] = Form::round(t, s[i], Form::of(t, odd[i]));
    }
    EACH_LANE lane[i] = Form::whole(s[i]);
  }

#undef EACH_LANE
};

static_assert(TweakableBlockCipher<Simd128>);

}  // namespace skinny
