// The portable kernel of Deoxys-BC-128-384. A plane holds one bit of all bytes, so the S-box is a circuit, not a table.
#pragma once

#include "../../common/bits.hpp"
#include "deoxys-bc.hpp"

namespace deoxys_bc {

namespace planes {

using Word = std::uint64_t;

// Plane b has bit b of all bytes, in 16 bits: the byte in row r and column c has bit 4 r + c. `low` has planes 0 to 3,
// and `high` has planes 4 to 7. The first plane is in the lowest bits.
struct Planes {
  Word low, high;
};

// Repeats these 16 bits in all four planes of a word.
constexpr Word each(unsigned bits) { return bits * Word{0x0001000100010001}; }

constexpr Planes sum(Planes a, Planes b) { return {a.low ^ b.low, a.high ^ b.high}; }

template <class Map>
INLINE constexpr Planes on_both(Map map, Planes x) {
  return {map(x.low), map(x.high)};
}

// Each of the 128 bits has an address of seven bits, and the first bit of the address selects the word. `exchange`
// exchanges two other bits of all addresses. `exchange_words` exchanges the first bit and `bit`.
template <unsigned low, unsigned high>
INLINE constexpr void exchange(Planes& x) {
  x = on_both(common::exchange_places<low, high, Word>, x);
}

template <unsigned bit>
INLINE constexpr void exchange_words(Planes& x) {
  constexpr unsigned distance = 1U << bit;
  const Word difference = (x.low >> distance ^ x.high) & common::where_clear(bit);
  x.low ^= difference << distance;
  x.high ^= difference;
}

// The address of a bit in a block is column (two bits), row (two), plane (three). In planes, the order is reversed.
INLINE constexpr Planes transposed(Planes block) {
  Planes x = block;
  exchange_words<2>(x);
  exchange<1, 5>(x);
  exchange<0, 4>(x);
  exchange<0, 3>(x);
  exchange<0, 2>(x);
  exchange<0, 1>(x);
  return x;
}

INLINE constexpr Planes transposed_back(Planes planes) {
  Planes x = planes;
  exchange<0, 1>(x);
  exchange<0, 2>(x);
  exchange<0, 3>(x);
  exchange<0, 4>(x);
  exchange<1, 5>(x);
  exchange_words<2>(x);
  return x;
}

// Moves each row up by one or by two rows.
constexpr Word below1(Word x) { return (x >> 4 & each(0x0fff)) | (x << 12 & each(0xf000)); }
constexpr Word below2(Word x) { return (x >> 8 & each(0x00ff)) | (x << 8 & each(0xff00)); }

// ShiftRows: rows 2 and 3 move by two columns, then rows 1 and 3 by one.
INLINE constexpr Word shift_rows(Word x) {
  constexpr Word rows_2_3 = each(0xff00), first_columns = each(0x3333);
  const Word difference = (x ^ x >> 2) & rows_2_3 & first_columns;
  x ^= difference ^ difference << 2;
  return (x & each(0x0f0f)) | (x >> 1 & each(0x7070)) | (x << 3 & each(0x8080));
}

// h moves the byte of row r + 1 and column c + r to row r and column c.
INLINE constexpr Word permuted(Word x) { return shift_rows(below1(x)); }

// Doubles every byte. Each plane moves to the next, and the last plane is added to the planes of the polynomial.
INLINE constexpr Planes doubled(Planes x) {
  static_assert(polynomial == (1 << 8 | 1 << 4 | 1 << 3 | 1 << 1 | 1 << 0));
  const Word last = x.high >> 48;
  return {x.low << 16 ^ last << 48 ^ last << 16 ^ last, x.high << 16 ^ x.low >> 48 ^ last};
}

INLINE constexpr Planes stepped2(Planes x) {
  return {x.low << 16 | ((x.high >> 48 ^ x.high >> 16) & 0xffff), x.high << 16 | x.low >> 48};
}

INLINE constexpr Planes stepped3(Planes x) {
  return {x.low >> 16 | x.high << 48, x.high >> 16 | (x.low ^ x.high >> 32) << 48};
}

// Row r of a column: 2 (a[r] + a[r + 1]) + a[r + 1] + (a[r + 2] + a[r + 3]).
INLINE constexpr Planes mixed(Planes x) {
  const Planes next = on_both(below1, x), pairs = sum(x, next);
  return sum(doubled(pairs), sum(next, on_both(below2, pairs)));
}

// Applies the S-box without its constant to all bits of eight words. The circuit and its names are from J. Boyar and R.
// Peralta, "A small depth-16 circuit for the AES S-box", 2012. Here x0 and s0 are the highest bits. A linear map into a
// tower of fields gives the values y. The values t21 to t24 are the element of GF(16) to invert, and t29, t33, t37 and
// t40 are its inverse. The values z are the products by this inverse, and a linear map leads back.
INLINE constexpr void substitute(Word (&plane)[8]) {
  const Word x0 = plane[7], x1 = plane[6], x2 = plane[5], x3 = plane[4], x4 = plane[3], x5 = plane[2], x6 = plane[1],
             x7 = plane[0];

  const Word y14 = x3 ^ x5, y13 = x0 ^ x6, y9 = x0 ^ x3, y8 = x0 ^ x5, t0 = x1 ^ x2;
  const Word y1 = t0 ^ x7, y4 = y1 ^ x3, y12 = y13 ^ y14, y2 = y1 ^ x0, y5 = y1 ^ x6, y3 = y5 ^ y8, t1 = x4 ^ y12;
  const Word y15 = t1 ^ x5, y20 = t1 ^ x1, y6 = y15 ^ x7, y10 = y15 ^ t0, y11 = y20 ^ y9, y7 = x7 ^ y11;
  const Word y17 = y10 ^ y11, y19 = y10 ^ y8, y16 = t0 ^ y11, y21 = y13 ^ y16, y18 = x0 ^ y16;

  const Word t2 = y12 & y15, t4 = (y3 & y6) ^ t2, t6 = (y4 & x7) ^ t2;
  const Word t7 = y13 & y16, t9 = (y5 & y1) ^ t7, t11 = (y2 & y7) ^ t7;
  const Word t12 = y9 & y11, t14 = (y14 & y17) ^ t12, t16 = (y8 & y10) ^ t12;
  const Word t21 = t4 ^ t14 ^ y20, t22 = t6 ^ t16 ^ y19, t23 = t9 ^ t14 ^ y21, t24 = t11 ^ t16 ^ y18;

  const Word t25 = t21 ^ t22, t26 = t21 & t23, t27 = t24 ^ t26, t29 = (t25 & t27) ^ t22;
  const Word t30 = t23 ^ t24, t31 = t22 ^ t26, t33 = (t31 & t30) ^ t24;
  const Word t34 = t23 ^ t33, t35 = t27 ^ t33, t36 = t24 & t35, t37 = t36 ^ t34;
  const Word t38 = t27 ^ t36, t40 = t25 ^ (t29 & t38);
  const Word t41 = t40 ^ t37, t42 = t29 ^ t33, t43 = t29 ^ t40, t44 = t33 ^ t37, t45 = t42 ^ t41;

  const Word z0 = t44 & y15, z1 = t37 & y6, z2 = t33 & x7, z3 = t43 & y16, z4 = t40 & y1, z5 = t29 & y7;
  const Word z6 = t42 & y11, z7 = t45 & y17, z8 = t41 & y10, z9 = t44 & y12, z10 = t37 & y3, z11 = t33 & y4;
  const Word z12 = t43 & y13, z13 = t40 & y5, z14 = t29 & y2, z15 = t42 & y9, z16 = t45 & y14, z17 = t41 & y8;

  const Word t46 = z15 ^ z16, t47 = z10 ^ z11, t48 = z5 ^ z13, t49 = z9 ^ z10, t50 = z2 ^ z12, t51 = z2 ^ z5;
  const Word t52 = z7 ^ z8, t53 = z0 ^ z3, t54 = z6 ^ z7, t55 = z16 ^ z17, t56 = z12 ^ t48, t57 = t50 ^ t53;
  const Word t58 = z4 ^ t46, t59 = z3 ^ t54, t60 = t46 ^ t57, t61 = z14 ^ t57, t62 = t52 ^ t58, t63 = t49 ^ t58;
  const Word t64 = z4 ^ t59, t65 = t61 ^ t62, t66 = z1 ^ t63, t67 = t64 ^ t65, s3 = t53 ^ t66;

  plane[7] = t59 ^ t63;
  plane[6] = t64 ^ s3;
  plane[5] = t55 ^ t67;
  plane[4] = s3;
  plane[3] = t51 ^ t66;
  plane[2] = t47 ^ t65;
  plane[1] = t56 ^ t62;
  plane[0] = t48 ^ t60;
}

INLINE constexpr Word packed(Word first, Word second, Word third, Word fourth) {
  constexpr Word plane = 0xffff;
  return (first & plane) | (second & plane) << 16 | (third & plane) << 32 | fourth << 48;
}

// The circuit works on each bit alone, so the bits above the lowest 16 of each word do no harm.
INLINE constexpr Planes substituted(Planes x) {
  Word plane[8] = {x.low, x.low >> 16, x.low >> 32, x.low >> 48, x.high, x.high >> 16, x.high >> 32, x.high >> 48};
  substitute(plane);
  return {packed(plane[0], plane[1], plane[2], plane[3]), packed(plane[4], plane[5], plane[6], plane[7])};
}

// planes_of makes planes from a block's bytes, and byte_of reads one. Both are for values that the compiler computes.
template <class Byte>
constexpr Planes planes_of(Byte byte_at) {
  Planes block = {0, 0};
  for (unsigned i = 0; i < block_length; i++)
    (i < 8 ? block.low : block.high) |= Word{static_cast<std::uint8_t>(byte_at(i))} << 8 * (i % 8);
  return transposed(block);
}

constexpr std::uint8_t byte_of(Planes x, unsigned i) {
  const unsigned at = columns * (i % rows) + i / rows;
  unsigned byte = 0;
  for (unsigned bit = 0; bit < 8; bit++)
    byte |= static_cast<unsigned>((bit < 4 ? x.low : x.high) >> (16 * (bit % 4) + at) & 1) << bit;
  return static_cast<std::uint8_t>(byte);
}

constexpr bool are_as_defined() {
  for (unsigned first = 0; first < 256; first += block_length) {
    const auto given = [first](unsigned i) { return static_cast<std::uint8_t>(first + i * 0x1d); };
    const Planes x = planes_of(given), back = transposed(transposed_back(x));
    if (back.low != x.low || back.high != x.high) return false;
    const Planes s = substituted(planes_of([first](unsigned i) { return first + i; })), m = mixed(x);
    const Planes shifted = on_both(shift_rows, x), picked = on_both(permuted, x), two = stepped2(x),
                 three = stepped3(x);
    for (unsigned i = 0; i < block_length; i++) {
      const unsigned row = i % rows, column = i / rows;
      const auto at = [=](unsigned by) { return given(rows * column + (row + by) % rows); };
      const unsigned expected = deoxys_bc::doubled(at(0)) ^ deoxys_bc::doubled(at(1)) ^ at(1) ^ at(2) ^ at(3);
      if (byte_of(x, i) != given(i) || byte_of(m, i) != expected || byte_of(picked, i) != given(h[i]) ||
          byte_of(shifted, i) != given(rows * ((column + row) % columns) + row) ||
          byte_of(two, i) != common::stepped2<8>(given(i)) || byte_of(three, i) != common::stepped3<8>(given(i)) ||
          byte_of(s, i) != (deoxys_bc::substituted(static_cast<std::uint8_t>(first + i)) ^ s_box_constant))
        return false;
    }
  }
  return true;
}
static_assert(are_as_defined());

constexpr std::array<Planes, rounds + 1> make_constants() {
  std::array<Planes, rounds + 1> constants{};
  for (unsigned round = 0; round <= rounds; round++)
    constants[round] = planes_of([round](unsigned i) { return late_constant(round, i); });
  return constants;
}

}  // namespace planes

class Portable {
  using Planes = planes::Planes;

 public:
  using Block = common::Block;

  // The sums that rounds add, without TK1. The first sum is added before the first round.
  struct Schedule {
    std::array<Planes, rounds + 1> round;
  };

  using Call = common::Call<Schedule, Block>;
  static constexpr Schedule bare = {planes::make_constants()};

  template <unsigned word>
  [[gnu::noinline]] static void add_tweakey(Schedule& schedule, const Schedule& base, Block tweakey) {
    constexpr auto lfsr = word == 2 ? planes::stepped2 : planes::stepped3;
    Planes x = planes_of(tweakey);
    for (unsigned round = 0; round <= rounds; round++) {
      schedule.round[round] = sum(base.round[round], x);
      x = lfsr(on_both(planes::permuted, x));
    }
  }

  [[gnu::noinline]] static void encrypt(const Schedule& schedule, Block tweakey1, Block& text) {
    Planes x = planes_of(text), y = planes_of(tweakey1);
    x = sum(x, sum(y, schedule.round[0]));
    for (unsigned round = 1; round <= rounds; round++) {
      y = on_both(planes::permuted, y);
      x = sum(mixed(on_both(planes::shift_rows, planes::substituted(x))), sum(y, schedule.round[round]));
    }
    x = planes::transposed_back(x);
    text = Block{x.low, x.high};
  }

  INLINE void encrypt_both(Call first, Call second) {
    encrypt(first.schedule, first.tweakey1, first.text);
    encrypt(second.schedule, second.tweakey1, second.text);
  }

 private:
  INLINE Planes planes_of(Block block) { return planes::transposed({block[0], block[1]}); }
};

static_assert(common::TweakableBlockCipher<Portable, tweakey_words>);

}  // namespace deoxys_bc
