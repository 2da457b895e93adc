// What the kernels for many lanes share: blocks as planes of bits, S8 as a circuit, the transposition, and the tweakey
// LFSRs as sequences of planes.
//
// A lane is a place for a block, with a tweakey of its own; a plane is one bit of many cells of all lanes. S8 then is
// ANDs and XORs over all of them at once, and nothing is indexed or decided by data. Blocks stay in planes from call to
// call: what a mode does to them costs little there, and only what enters or leaves is transposed.
#pragma once

#include <concepts>

#include "simd128.hpp"

namespace skinny {

namespace planes {

using simd::forget, simd::get, simd::put;
using simd::V;

// A block of each lane: the planes of a cell's eight bits, for each row of cells or for all cells in the first.
struct Planes {
  V row[4][8];
};

// Reads a constant from memory where a literal would do: engines build a literal anew at each use.
INLINE V constant(const simd128::Vector& vector) {
  const simd128::Vector* at = &vector;
  asm volatile("" : "+r"(at));
  return get(at);
}

struct Masks {
  simd128::Vector bits[3];  // those that have bit 0, 1 or 2 clear in their number
  simd128::Vector cells_0_4, rows_2_3, rows_2_3_but_cell_8;
};

constexpr Masks make_masks() {
  Masks m{};
  for (unsigned i = 0; i < 16; i++) {
    m.bits[0].at[i] = 0x55;
    m.bits[1].at[i] = 0x33;
    m.bits[2].at[i] = 0x0f;
    m.cells_0_4.at[i] = i == 0 || i == 4 ? 0xff : 0;
    m.rows_2_3.at[i] = i < 8 ? 0 : 0xff;
    m.rows_2_3_but_cell_8.at[i] = i <= 8 ? 0 : 0xff;
  }
  return m;
}

inline constexpr Masks masks = make_masks();

// S8 as eight NORs [skinny 3.1], for planes of which some hold complements. A NOR is one operation whichever of its
// inputs are complemented: ANDNOT, AND, or OR, which yields the complement. The permutations of bits are only names.
struct Substitution {
  struct Step {
    unsigned target, a, b;  // planes
    bool a_complement, b_complement;
  };
  Step step[8];
  unsigned output[8];   // the plane where output bit i is
  unsigned complement;  // the output bits that are complemented
};

constexpr Substitution make_substitution(unsigned complement) {
  Substitution s{};
  unsigned where[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  bool inverted[8] = {};
  for (unsigned i = 0; i < 8; i++) inverted[i] = (complement >> i & 1U) != 0;
  for (unsigned n = 0; n < 8; n++) {
    const unsigned target = where[n % 2 ? 0 : 4], a = where[n % 2 ? 3 : 7], b = where[n % 2 ? 2 : 6];
    s.step[n] = {target, a, b, inverted[a], inverted[b]};
    if (!inverted[a] && !inverted[b]) inverted[target] = !inverted[target];
    if (n % 2 == 0) continue;
    constexpr unsigned from[8] = {5, 3, 0, 4, 6, 7, 1, 2}, last[8] = {0, 2, 1, 3, 4, 5, 6, 7};
    unsigned moved[8] = {};
    for (unsigned i = 0; i < 8; i++) moved[i] = where[n < 7 ? from[i] : last[i]];
    for (unsigned i = 0; i < 8; i++) where[i] = moved[i];
  }
  for (unsigned i = 0; i < 8; i++) {
    s.output[i] = where[i];
    s.complement |= unsigned{inverted[where[i]]} << i;
  }
  return s;
}

constexpr bool substitutes_as_defined(unsigned complement) {
  const Substitution s = make_substitution(complement);
  for (unsigned cell = 0; cell < 256; cell++) {
    unsigned x[8] = {}, y = 0;
    for (unsigned i = 0; i < 8; i++) x[i] = (cell ^ complement) >> i & 1U;
    for (const auto& step : s.step) {
      const unsigned a = x[step.a], b = x[step.b];
      x[step.target] ^= step.a_complement ? (step.b_complement ? a & b : a & ~b) : step.b_complement ? b & ~a : a | b;
    }
    for (unsigned i = 0; i < 8; i++) y |= x[s.output[i]] << i;
    if ((y ^ s.complement) != substituted<8>(static_cast<std::uint8_t>(cell))) return false;
  }
  return true;
}

// The NOR of two planes, complemented if neither is.
template <bool a_complement, bool b_complement>
INLINE V nor(V a, V b) {
  if constexpr (a_complement && b_complement) return wasm_v128_and(a, b);
  if constexpr (a_complement && !b_complement) return wasm_v128_andnot(a, b);
  if constexpr (!a_complement && b_complement) return wasm_v128_andnot(b, a);
  return wasm_v128_or(a, b);
}

template <unsigned complement, std::size_t... n>
INLINE void substitute(V (&x)[8], std::index_sequence<n...>) {
  static_assert(substitutes_as_defined(complement));
  constexpr Substitution s = make_substitution(complement);
  ((x[s.step[n].target] = wasm_v128_xor(
        x[s.step[n].target], nor<s.step[n].a_complement, s.step[n].b_complement>(x[s.step[n].a], x[s.step[n].b]))),
   ...);
  V y[8] = {x[s.output[n]]...};
  ((x[n] = y[n]), ...);
}

// S8 on the planes of eight bits.
template <unsigned complement>
INLINE void substitute(V (&x)[8]) {
  substitute<complement>(x, std::make_index_sequence<8>{});
}

// Transposes the 8x8 bits that bytes at equal places in eight vectors form: bit b of vector g <-> bit g of vector b.
[[gnu::noinline]] inline void transpose_bits(V* vectors) {
  V x[8];
  UNROLLED(unsigned i = 0; i < 8; i++) x[i] = get(vectors + i);
  const auto swap = [&x](unsigned i, unsigned by, V mask) __attribute__((always_inline)) {
    const V t = wasm_v128_and(wasm_v128_xor(wasm_u16x8_shr(x[i], by), x[i + by]), mask);
    x[i + by] = wasm_v128_xor(x[i + by], t);
    x[i] = wasm_v128_xor(x[i], wasm_i16x8_shl(t, by));
  };
  const V mask_4 = constant(masks.bits[2]), mask_2 = constant(masks.bits[1]), mask_1 = constant(masks.bits[0]);
  UNROLLED(unsigned i = 0; i < 4; i++) swap(i, 4, mask_4);
  UNROLLED(unsigned i = 0; i < 8; i += i % 4 == 1 ? 3 : 1) swap(i, 2, mask_2);
  UNROLLED(unsigned i = 0; i < 8; i += 2) swap(i, 1, mask_1);
  UNROLLED(unsigned i = 0; i < 8; i++) put(vectors + i, x[i]);
}

// The LFSRs of TK2 and TK3 shift by one bit, so the planes of a TK, step after step, are windows of one sequence.
// P moves cells and comes later.
template <class Member>
struct Sequence {
  static constexpr unsigned steps = Member::rounds / 2 + 1, length = steps + 7;

  V plane[length];

  // From the planes of TK2: x0 <- x7 ^ x5, everything moves up; or of TK3: x7 <- x0 ^ x6, everything moves down
  // [skinny 4.2].
  template <unsigned word>
  [[gnu::always_inline]] void make(const V* planes) {
    if constexpr (word == 2) {
      UNROLLED(unsigned b = 0; b < 8; b++) put(&plane[steps - 1 + b], get(&planes[b]));
      LOOP(unsigned n = steps - 1; n-- > 0;) put(&plane[n], wasm_v128_xor(get(&plane[n + 8]), get(&plane[n + 6])));
    } else {
      UNROLLED(unsigned b = 0; b < 8; b++) put(&plane[b], get(&planes[b]));
      LOOP(unsigned n = 8; n < length; n++) put(&plane[n], wasm_v128_xor(get(&plane[n - 8]), get(&plane[n - 2])));
    }
  }

  // The eight planes after k steps.
  template <unsigned word>
  [[gnu::always_inline]] const V* after(unsigned k) const {
    return plane + (word == 2 ? steps - 1 - k : k);
  }
};

// Where P has brought the cells of half a TK after `times` of the half_permutation.
struct Half {
  unsigned cell[8];
};

constexpr Half permuted(unsigned times) {
  Half half{{0, 1, 2, 3, 4, 5, 6, 7}};
  for (; times > 0; times--) {
    const Half last = half;
    for (unsigned i = 0; i < 8; i++) half.cell[i] = last.cell[half_permutation[i]];
  }
  return half;
}

// Bit i of round r's constant is bit 0 of round r - i's [skinny 3.2]. Both bit i on cell 0 and bit i + 4 on cell 4 are
// in at[3 + r - i].
template <unsigned rounds>
struct ConstantMasks {
  struct {
    std::uint32_t cell_0, cell_4;
  } at[rounds + 3];
};

template <unsigned rounds>
constexpr ConstantMasks<rounds> make_constant_masks() {
  constexpr auto round_constants = make_round_constants<rounds>();
  ConstantMasks<rounds> constants{};
  for (unsigned r = 0; r < rounds; r++) {
    const std::uint32_t mask = round_constants[r] & 1 ? 0xffffffff : 0;
    constants.at[3 + r].cell_0 = mask;
    if (r + 4 < rounds) constants.at[7 + r].cell_4 = mask;
  }
  return constants;
}

template <unsigned rounds>
alignas(16) inline constexpr ConstantMasks<rounds> constant_masks = make_constant_masks<rounds>();

// That the round constants are a sequence of bits.
template <unsigned rounds>
constexpr bool constants_are_proven() {
  constexpr auto round_constants = make_round_constants<rounds>();
  for (unsigned r = 0; r < rounds; r++)
    for (unsigned i = 0; i < 4; i++) {
      const auto& mask = constant_masks<rounds>.at[3 + r - i];
      if ((mask.cell_0 & 1) != (round_constants[r] >> i & 1)) return false;
      if (i < 2 && (mask.cell_4 & 1) != (round_constants[r] >> (32 + i) & 1)) return false;
    }
  return true;
}

}  // namespace planes

// How much of TK1 is not zero: its first eight bytes, or all.
enum class Tweakey1 { half, whole };

// TK2 and TK3, as far as a member has them.
template <class Member>
using Tweakeys = std::array<planes::Planes, Member::tweakey_words - 1>;

// What a mode does to planes, in kernels that say in how many rows the planes of their blocks lie.
template <class Kernel>
class PlaneOperations {
  using Planes = planes::Planes;
  using V = planes::V;

 public:
  [[gnu::noinline]] void copy(Planes& to, const Planes& from) const {
    for (unsigned row = 0; row < rows(); row++) LOOP(unsigned b = 0; b < 8; b++) to.row[row][b] = from.row[row][b];
  }

  void clear(Planes& blocks) const {
    for (unsigned row = 0; row < rows(); row++)
      for (auto& plane : blocks.row[row]) plane = wasm_i64x2_const_splat(0);
  }

  // Exclusive or.
  [[gnu::noinline]] void add(Planes& to, const Planes& more) const {
    for (unsigned row = 0; row < rows(); row++)
      LOOP(unsigned b = 0; b < 8; b++) to.row[row][b] = wasm_v128_xor(to.row[row][b], more.row[row][b]);
  }

  // Changes all bytes of two blocks: `change` is given the eight bits of a byte of each, the lowest first.
  template <class Change>
  void each_byte(Planes& first, Planes& second, Change change) const {
    for (unsigned row = 0; row < rows(); row++) change(first.row[row], second.row[row]);
  }

 private:
  unsigned rows() const { return static_cast<const Kernel*>(this)->rows(); }
};

// The kernel of a member with cells of a byte, on one block in each of its lanes. TK1 changes with each call, TK2 and
// TK3 more seldom.
template <class Cipher>
concept LanesCipher = requires(Cipher cipher, typename Cipher::Planes& blocks, const typename Cipher::Planes& other,
                               const Tweakeys<typename Cipher::Member>& tweakeys, typename Cipher::Schedule& schedule,
                               typename Cipher::Schedule1& schedule1, const std::uint8_t* const* from,
                               std::uint8_t* const* to, Tweakey1 used) {
  // How many there are.
  { cipher.lanes() } -> std::same_as<unsigned>;
  // A block for each lane from 16 bytes anywhere, and back; back, it uses up the planes.
  { cipher.spread(blocks, from) } -> std::same_as<void>;
  { cipher.gather(to, blocks) } -> std::same_as<void>;
  // The schedule of TK2 and TK3.
  { cipher.set_tweakeys(schedule, tweakeys) } -> std::same_as<void>;
  // The schedule of TK1.
  { cipher.template set_tweakey1<Tweakey1::half>(schedule1, other) } -> std::same_as<void>;
  { cipher.template set_tweakey1<Tweakey1::whole>(schedule1, other) } -> std::same_as<void>;
  // In place.
  { cipher.encrypt(blocks, schedule, schedule1, used) } -> std::same_as<void>;
  // A copy, zeros, an exclusive or; and a change of each byte of two blocks, given as vectors of their bits.
  { cipher.copy(blocks, other) } -> std::same_as<void>;
  { cipher.clear(blocks) } -> std::same_as<void>;
  { cipher.add(blocks, other) } -> std::same_as<void>;
  {
    cipher.each_byte(blocks, blocks, [](auto& first, auto& second) { first[0] = second[7]; })
    } -> std::same_as<void>;
  // Flips one bit of one cell of the first two rows in all lanes.
  { cipher.template flip<0, 0>(blocks) } -> std::same_as<void>;
};

}  // namespace skinny
