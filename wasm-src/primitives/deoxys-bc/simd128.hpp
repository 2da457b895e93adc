// The simd128 kernel of Deoxys-BC-128-384, for one or two blocks at a time. Each word of a vector holds a row.
#pragma once

#include "../../common/vector.hpp"
#include "deoxys-bc.hpp"

namespace deoxys_bc {

namespace simd128 {

using simd::byte, simd::Vector;

// The elements of the field as pairs of nibbles: x = high * root + low. A nibble is an element of the subfield GF(16),
// and root^2 = scale * root + scale. The sum of two pairs is their exclusive or. Products come from tables.
struct Pairs {
  std::uint8_t of[256] = {}, from[256] = {};  // the pair for a byte, and the byte for a pair: high << 4 | low
  std::uint8_t root = 0, scale = 0;

  constexpr Pairs() {
    // 3 generates the 255 nonzero elements. So its 17th power generates the 15 nonzero elements of the subfield.
    std::uint8_t basis[8] = {1};
    for (unsigned bit = 1; bit < 4; bit++) {
      basis[bit] = basis[bit - 1];
      for (unsigned times = 0; times < 17; times++) basis[bit] = product(basis[bit], 3);
    }
    fill(basis, 4);
    find_root();
    for (unsigned bit = 0; bit < 4; bit++) basis[4 + bit] = product(basis[bit], root);
    fill(basis, 8);
  }

 private:
  constexpr void fill(const std::uint8_t* basis, unsigned bits) {
    for (unsigned pair = 1; pair < 1U << bits; pair++) {
      const auto bit = static_cast<unsigned>(std::countr_zero(pair));
      from[pair] = from[pair & (pair - 1)] ^ basis[bit];
      of[from[pair]] = byte(pair);
    }
  }

  constexpr void find_root() {
    for (unsigned x = 2; x < 256 && root == 0; x++) {
      if (of[x] != 0) continue;
      // If x is a root, its scale is x^2 / (x + 1).
      const std::uint8_t y = byte(x), quotient = product(product(y, y), inverse(y ^ 1));
      if (of[quotient] == 0) continue;
      root = y;
      scale = quotient;
    }
  }
};

// The inversion of M. Hamburg, "Accelerating AES with Vector Permute Instructions", 2009. For the pair (high, low), let
// sum = high + low, let s be the scale, and put
//   a = 1 / (1/high + s/low) + sum,  b = 1 / (1/sum + s/low) + high.
// Let N = low^2 + s high low + s high^2, the norm. Then a = N / (low + s high), and b = N / (low + s sum). The inverse
// of the pair is (low + s high + root high) / N. This equals (1 + root/s + root/s^2) / a + (root/s^2) / b. So three
// lookups of nibbles, one after another, give the inverse. The last lookup also contains the linear step that follows
// the inversion. 1/0 is `infinity`, an index for which a swizzle gives 0. A sum with `infinity` stays infinite.
inline constexpr std::uint8_t infinity = 0x80;

struct Tables {
  Vector inverse, scaled_inverse;           // 1/x and s/x
  Vector once_a, once_b, twice_a, twice_b;  // the S-box of a and of b without its constant, and the double of that
  Vector into_high, into_low, from_high, from_low;  // from the nibbles of a byte to its pair, and back
  Vector shift_rows, to_columns, to_rows[h_order];
  // Masks.
  Vector nibble = simd::repeated(0x0f), bit_0 = simd::repeated(0x01), bit_7 = simd::repeated(0x80),
         bits_0_to_6 = simd::repeated(0x7f);

  constexpr Tables() : inverse(), scaled_inverse(), once_a(), once_b(), twice_a(), twice_b() {
    constexpr Pairs pairs;
    constexpr std::uint8_t over = deoxys_bc::inverse(pairs.scale), factor_b = product(pairs.root, product(over, over)),
                           factor_a = 1 ^ product(pairs.root, over) ^ factor_b;
    inverse.at[0] = scaled_inverse.at[0] = infinity;
    for (unsigned n = 1; n < 16; n++) {
      const std::uint8_t x = deoxys_bc::inverse(pairs.from[n]);
      inverse.at[n] = pairs.of[x];
      scaled_inverse.at[n] = pairs.of[product(pairs.scale, x)];
      const std::uint8_t a = affine_without_constant(product(factor_a, x)),
                         b = affine_without_constant(product(factor_b, x));
      once_a.at[n] = pairs.of[a];
      once_b.at[n] = pairs.of[b];
      twice_a.at[n] = pairs.of[doubled(a)];
      twice_b.at[n] = pairs.of[doubled(b)];
    }
    for (unsigned n = 0; n < 16; n++) {
      into_high.at[n] = pairs.of[n << 4];
      into_low.at[n] = pairs.of[n];
      from_high.at[n] = pairs.from[n << 4];
      from_low.at[n] = pairs.from[n];
    }
    for (unsigned row = 0; row < rows; row++)
      for (unsigned column = 0; column < columns; column++) {
        const unsigned in_rows = columns * row + column, in_columns = rows * column + row;
        shift_rows.at[in_rows] = byte(columns * row + (column + row) % columns);
        to_columns.at[in_columns] = byte(in_rows);
        for (unsigned steps = 0; steps < h_order; steps++)
          to_rows[steps].at[in_rows] = byte(common::power(h, steps)[in_columns]);
      }
  }

  constexpr std::uint8_t into_pair(std::uint8_t x) const { return into_high.at[x >> 4] ^ into_low.at[x & 15]; }

  // Looks up as i8x16.swizzle does. Returns false if engines may differ on relaxed_swizzle.
  static constexpr bool looks_up(const Vector& table, std::uint8_t index, std::uint8_t& result) {
    result = index < 16 ? table.at[index] : 0;
    return simd::agrees(index);
  }

  constexpr bool are_proven() const {
    for (unsigned x = 0; x < 256; x++) {
      const std::uint8_t pair = into_pair(byte(x)), high = pair >> 4, low = pair & 15, sum = high ^ low;
      if ((from_high.at[high] ^ from_low.at[low]) != x) return false;
      const std::uint8_t ratio = scaled_inverse.at[low];
      std::uint8_t a = 0, b = 0, once[2] = {}, twice[2] = {};
      if (!looks_up(inverse, inverse.at[high] ^ ratio, a) || !looks_up(inverse, inverse.at[sum] ^ ratio, b))
        return false;
      a ^= sum;
      b ^= high;
      if (!looks_up(once_a, a, once[0]) || !looks_up(once_b, b, once[1])) return false;
      if (!looks_up(twice_a, a, twice[0]) || !looks_up(twice_b, b, twice[1])) return false;
      const std::uint8_t expected = substituted(byte(x)) ^ s_box_constant;
      if ((once[0] ^ once[1]) != into_pair(expected) || (twice[0] ^ twice[1]) != into_pair(doubled(expected)))
        return false;
    }
    return true;
  }
};

inline constexpr Tables tables;
static_assert(tables.are_proven());

constexpr std::array<Block, rounds + 1> make_constants() {
  std::array<Block, rounds + 1> constants{};
  for (unsigned round = 0; round <= rounds; round++)
    for (unsigned i = 0; i < block_length; i++) {
      const unsigned at = columns * (i % rows) + i / rows;
      const std::uint64_t constant = tables.into_pair(late_constant(round, i));
      constants[round] |= at < 8 ? Block{constant << 8 * at, 0} : Block{0, constant << 8 * (at - 8)};
    }
  return constants;
}

}  // namespace simd128

using simd::get, simd::high_nibbles, simd::lookup, simd::low_nibbles, simd::shuffle;

class Simd128 {
  using V = simd::V;
  using Tables = simd128::Tables;

 public:
  using Block = common::Block;

  // The sums that rounds add, by rows and in pairs, without TK1. The first sum is added before the first round.
  struct Schedule {
    std::array<Block, rounds + 1> round;
  };

  using Call = common::Call<Schedule, Block>;
  static constexpr Schedule bare = {simd128::make_constants()};

  // h only moves bytes, and the LFSR changes each byte by itself. So the bytes stay in place here, and each round picks
  // its rows.
  template <unsigned word>
  [[gnu::noinline]] static void add_tweakey(Schedule& schedule, const Schedule& base, Block tweakey) {
    const Tables* t = &simd128::tables;
    V x = (V)tweakey;
    LOOP(unsigned round = 0; round <= rounds; round++) {
      common::hide(t);
      schedule.round[round] = base.round[round] ^ (Block)picked(t, into_pairs(t, x), round);
      x = step<word>(t, x);
    }
  }

  INLINE void encrypt(const Schedule& schedule, Block tweakey1, Block& text) { text = one(schedule, tweakey1, text); }
  INLINE void encrypt_both(Call first, Call second) { run(first, second); }

 private:
  [[gnu::noinline]] static Block one(const Schedule& schedule, Block tweakey1, Block text) {
    run(Call{schedule, tweakey1, text});
    return text;
  }

  INLINE V into_pairs(const Tables* t, V x) {
    return wasm_v128_xor(lookup(t->into_high, high_nibbles(t, x)), lookup(t->into_low, low_nibbles(t, x)));
  }
  INLINE V from_pairs(const Tables* t, V x) {
    return wasm_v128_xor(lookup(t->from_high, high_nibbles(t, x)), lookup(t->from_low, low_nibbles(t, x)));
  }

  // The rows of a word of the tweakey after `round` applications of h.
  INLINE V picked(const Tables* t, V pairs, unsigned round) { return shuffle(pairs, t->to_rows[round % h_order]); }

  // TK2: x <- x<<1 | x7^x5, TK3: x <- x>>1 | (x0^x6)<<7 [deoxys 2.4]. Engines cannot shift bytes, so words of 16 bits
  // are shifted, and masks remove the bits that crossed into another byte.
  template <unsigned word>
  INLINE V step(const Tables* t, V x) {
    if constexpr (word == 2) {
      const V in = wasm_v128_and(wasm_v128_xor(wasm_u16x8_shr(x, 7), wasm_u16x8_shr(x, 5)), get(t->bit_0));
      return wasm_v128_xor(wasm_i8x16_add(x, x), in);
    } else {
      const V in = wasm_v128_and(wasm_v128_xor(wasm_i16x8_shl(x, 7), wasm_i16x8_shl(x, 1)), get(t->bit_7));
      return wasm_v128_xor(wasm_v128_and(wasm_u16x8_shr(x, 1), get(t->bits_0_to_6)), in);
    }
  }

  // Moves each row up by this number of rows.
  template <unsigned by>
  INLINE V below(V x) {
    return wasm_i32x4_shuffle(x, x, by % 4, (by + 1) % 4, (by + 2) % 4, (by + 3) % 4);
  }

  // SubBytes, ShiftRows, MixColumns and the addition of a key. Three times a byte is the sum of one and two times.
  INLINE V round(const Tables* t, V x, V key) {
    const V shifted = shuffle(x, t->shift_rows), high = high_nibbles(t, shifted), low = low_nibbles(t, shifted);
    const V sum = wasm_v128_xor(high, low), ratio = lookup(t->scaled_inverse, low);
    const V a = wasm_v128_xor(lookup(t->inverse, wasm_v128_xor(lookup(t->inverse, high), ratio)), sum);
    const V b = wasm_v128_xor(lookup(t->inverse, wasm_v128_xor(lookup(t->inverse, sum), ratio)), high);
    const V once = wasm_v128_xor(lookup(t->once_a, a), lookup(t->once_b, b));
    const V twice = wasm_v128_xor(lookup(t->twice_a, a), lookup(t->twice_b, b));
    const V half = wasm_v128_xor(twice, below<1>(once));
    return wasm_v128_xor(wasm_v128_xor(half, wasm_v128_xor(below<3>(once), key)), below<1>(half));
  }

  template <class... Calls>
  INLINE void run(Calls... calls) {
    constexpr unsigned count = sizeof...(calls);
    const Call call[count] = {calls...};
    const Tables* t = &simd128::tables;
    common::hide(t);
    V x[count], tweakey1[count];
    UNROLLED(unsigned i = 0; i < count; i++) {
      tweakey1[i] = into_pairs(t, (V)call[i].tweakey1);
      x[i] = wasm_v128_xor(picked(t, into_pairs(t, (V)call[i].text), 0), key(t, call[i], tweakey1[i], 0));
    }
    LOOP(unsigned r = 1; r <= rounds; r++) {
      common::hide(t);
      UNROLLED(unsigned i = 0; i < count; i++) x[i] = round(t, x[i], key(t, call[i], tweakey1[i], r));
    }
    UNROLLED(unsigned i = 0; i < count; i++) call[i].text = (Block)shuffle(from_pairs(t, x[i]), t->to_columns);
  }

  INLINE V key(const Tables* t, const Call& call, V tweakey1, unsigned round) {
    return wasm_v128_xor((V)call.schedule.round[round], picked(t, tweakey1, round));
  }
};

static_assert(common::TweakableBlockCipher<Simd128, tweakey_words>);

}  // namespace deoxys_bc
