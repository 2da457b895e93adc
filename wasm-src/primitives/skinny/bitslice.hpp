// The common part of the kernels for many lanes: blocks as planes of bits, S8 as a circuit, the transposition, and
// the tweakey LFSRs as sequences of planes.
//
// A lane is a place for a block with its own tweakey. A plane holds one bit of many cells of all lanes. The S-box is
// then ANDs and XORs over all cells at once, and no data decides an address or a branch. Blocks stay in planes from
// call to call, because a mode's own steps cost little there. Only bytes that enter or leave are transposed.
#pragma once

#include <concepts>

#include "../../common/columns.hpp"
#include "../../common/rho.hpp"
#include "simd128.hpp"

namespace skinny {

namespace planes {

using simd::forget, simd::get, simd::put, simd::V, simd::Vector;

inline constexpr unsigned cell_bits = Skinny128_384Plus::cell_bits, rounds = Skinny128_384Plus::rounds;

// One block of each lane. A plane holds one bit of many cells. row[i] has the planes of row i, but if the kernel has
// only one row, row[0] has the planes of all cells.
struct Planes {
  V row[4][cell_bits];
};

// Reads a constant from memory. Engines would build a literal anew at each use.
INLINE V constant(const Vector& vector) {
  const Vector* at = &vector;
  common::hide(at);
  return get(at);
}

struct Masks {
  // Masks of the bits of a byte whose number has bit 0, 1 or 2 clear.
  Vector bits[3] = {simd::repeated(0x55), simd::repeated(0x33), simd::repeated(0x0f)};
  Vector cells_0_4, rows_2_3, rows_2_3_but_cell_8;
};

inline constexpr Masks masks = [] {
  Masks m{};
  for (unsigned i = 0; i < 16; i++) {
    m.cells_0_4.at[i] = i == 0 || i == 4 ? 0xff : 0;
    m.rows_2_3.at[i] = i < 8 ? 0 : 0xff;
    m.rows_2_3_but_cell_8.at[i] = i <= 8 ? 0 : 0xff;
  }
  return m;
}();

// S8 as eight NORs [skinny 3.1]. Some planes hold complements. A NOR is one operation in each case: AND,
// ANDNOT or OR, where OR gives the complement of the NOR. The permutations of bits only rename planes.
struct Substitution {
  struct Step {
    unsigned target, a, b;  // planes
    bool a_complement, b_complement;
  };
  Step step[cell_bits];        // one for each bit of a cell
  unsigned output[cell_bits];  // the plane where output bit i is
  unsigned complement;         // the output bits that are complemented
};

// The bit that becomes bit i after a step of NORs, or after the last step if `is_last` is true.
constexpr unsigned permuted_bit(unsigned i, bool is_last) {
  return (is_last ? std::array{0U, 2U, 1U, 3U, 4U, 5U, 6U, 7U} : std::array{5U, 3U, 0U, 4U, 6U, 7U, 1U, 2U})[i];
}

constexpr Substitution make_substitution(unsigned complement) {
  Substitution s{};
  unsigned where[cell_bits] = {};
  bool inverted[cell_bits] = {};
  for (unsigned i = 0; i < cell_bits; i++) {
    where[i] = i;
    inverted[i] = (complement >> i & 1U) != 0;
  }
  for (unsigned n = 0; n < cell_bits; n++) {
    const unsigned half = n % 2 == 0 ? 4 : 0;  // S8 has two NORs to a step
    const unsigned target = where[half], a = where[half + 3], b = where[half + 2];
    s.step[n] = {target, a, b, inverted[a], inverted[b]};
    if (!inverted[a] && !inverted[b]) inverted[target] = !inverted[target];
    if (half != 0) continue;
    unsigned moved[cell_bits] = {};
    for (unsigned i = 0; i < cell_bits; i++) moved[i] = where[permuted_bit(i, n == cell_bits - 1)];
    for (unsigned i = 0; i < cell_bits; i++) where[i] = moved[i];
  }
  for (unsigned i = 0; i < cell_bits; i++) {
    s.output[i] = where[i];
    s.complement |= unsigned{inverted[where[i]]} << i;
  }
  return s;
}

constexpr bool substitutes_as_defined(unsigned complement) {
  const Substitution s = make_substitution(complement);
  for (unsigned cell = 0; cell < 1U << cell_bits; cell++) {
    unsigned x[cell_bits] = {}, y = 0;
    for (unsigned i = 0; i < cell_bits; i++) x[i] = (cell ^ complement) >> i & 1U;
    for (const auto& step : s.step) {
      const unsigned a = x[step.a], b = x[step.b];
      x[step.target] ^= step.a_complement ? (step.b_complement ? a & b : a & ~b) : step.b_complement ? b & ~a : a | b;
    }
    for (unsigned i = 0; i < cell_bits; i++) y |= x[s.output[i]] << i;
    if ((y ^ s.complement) != substituted<cell_bits>(static_cast<std::uint8_t>(cell))) return false;
  }
  return true;
}

// The NOR of two planes. The result is a complement if neither input is one.
template <bool a_complement, bool b_complement>
INLINE V nor(V a, V b) {
  if constexpr (a_complement && b_complement) return wasm_v128_and(a, b);
  if constexpr (a_complement && !b_complement) return wasm_v128_andnot(a, b);
  if constexpr (!a_complement && b_complement) return wasm_v128_andnot(b, a);
  return wasm_v128_or(a, b);
}

template <unsigned complement, std::size_t... n>
INLINE void substitute(V (&x)[cell_bits], std::index_sequence<n...>) {
  static_assert(substitutes_as_defined(complement));
  constexpr Substitution s = make_substitution(complement);
  ((x[s.step[n].target] = wasm_v128_xor(
        x[s.step[n].target], nor<s.step[n].a_complement, s.step[n].b_complement>(x[s.step[n].a], x[s.step[n].b]))),
   ...);
  V y[cell_bits] = {x[s.output[n]]...};
  ((x[n] = y[n]), ...);
}

template <unsigned complement>
INLINE void substitute(V (&x)[cell_bits]) {
  substitute<complement>(x, std::make_index_sequence<cell_bits>{});
}

// Works as common::transpose_bits does, with masks in memory.
[[gnu::noinline]] inline void transpose_bits(V* vectors) {
  constexpr unsigned count = cell_bits;
  V x[count];
  UNROLLED(unsigned i = 0; i < count; i++) x[i] = get(vectors + i);
  const auto swap = [&x](unsigned i, unsigned by, V mask) __attribute__((always_inline)) {
    const V t = wasm_v128_and(wasm_v128_xor(wasm_u16x8_shr(x[i], by), x[i + by]), mask);
    x[i + by] = wasm_v128_xor(x[i + by], t);
    x[i] = wasm_v128_xor(x[i], wasm_i16x8_shl(t, by));
  };
  const V mask_4 = constant(masks.bits[2]), mask_2 = constant(masks.bits[1]), mask_1 = constant(masks.bits[0]);
  UNROLLED(unsigned i = 0; i < 4; i++) swap(i, 4, mask_4);
  UNROLLED(unsigned i = 0; i < count; i += i % 4 == 1 ? 3 : 1) swap(i, 2, mask_2);
  UNROLLED(unsigned i = 0; i < count; i += 2) swap(i, 1, mask_1);
  UNROLLED(unsigned i = 0; i < count; i++) put(vectors + i, x[i]);
}

// The LFSRs of TK2 and TK3 shift by one bit. So one sequence of planes holds a TK after every number of steps, and
// `after(k)` is where the planes after k steps begin. P moves cells and is applied later.
struct Sequence {
  static constexpr unsigned tap = lfsr_tap<cell_bits>;
  static constexpr unsigned steps = rounds / 2 + 1, length = steps + cell_bits - 1;
  V plane[length];

  // TK2: x0 <- x7 ^ x5, and every bit moves up. TK3: x7 <- x0 ^ x6, and every bit moves down [skinny 4.2].
  template <unsigned word>
  [[gnu::always_inline]] void make(const V* planes) {
    if constexpr (word == 2) {
      UNROLLED(unsigned b = 0; b < cell_bits; b++) put(&plane[steps - 1 + b], get(&planes[b]));
      LOOP(unsigned n = steps - 1; n-- > 0;)
      put(&plane[n], wasm_v128_xor(get(&plane[n + cell_bits]), get(&plane[n + tap])));
    } else {
      UNROLLED(unsigned b = 0; b < cell_bits; b++) put(&plane[b], get(&planes[b]));
      LOOP(unsigned n = cell_bits; n < length; n++)
      put(&plane[n], wasm_v128_xor(get(&plane[n - cell_bits]), get(&plane[n - (cell_bits - tap)])));
    }
  }

  template <unsigned word>
  [[gnu::always_inline]] const V* after(unsigned k) const {
    return plane + (word == 2 ? steps - 1 - k : k);
  }
};

// Bit i of a round's constant is bit 0 of the constant i rounds earlier [skinny 3.2]. So element 3 + r - i of the masks
// has bit i of round r for cell 0. It also has bit i + 4 of round r, which belongs to cell 4.
struct ConstantMask {
  std::uint32_t cell_0, cell_4;
};

alignas(16) inline constexpr auto constant_masks = [] {
  constexpr auto round_constants = make_round_constants<rounds>();
  std::array<ConstantMask, rounds + 3> masks{};
  for (unsigned r = 0; r < rounds; r++) {
    const std::uint32_t mask = round_constants[r] & 1 ? 0xffffffff : 0;
    masks[3 + r].cell_0 = mask;
    if (r + 4 < rounds) masks[7 + r].cell_4 = mask;
  }
  return masks;
}();

constexpr bool constants_are_proven() {
  constexpr auto round_constants = make_round_constants<rounds>();
  for (unsigned r = 0; r < rounds; r++)
    for (unsigned i = 0; i < 4; i++) {
      const auto& mask = constant_masks[3 + r - i];
      if ((mask.cell_0 & 1) != (round_constants[r] >> i & 1)) return false;
      if (i < 2 && (mask.cell_4 & 1) != (round_constants[r] >> (32 + i) & 1)) return false;
    }
  return true;
}

}  // namespace planes

// The part of TK1 that can differ from zero: the first half, which is rows 0 and 1, or all.
enum class Tweakey1 { half, whole };

// TK2 and TK3.
using Tweakeys = std::array<planes::Planes, 2>;

// The operations of modes on planes. A kernel says in how many rows the planes of its blocks lie.
template <class Kernel>
class PlaneOperations {
  static constexpr unsigned cell_bits = planes::cell_bits;
  using Planes = planes::Planes;
  using V = planes::V;

 public:
  [[gnu::noinline]] void copy(Planes& to, const Planes& from) const {
    for (unsigned row = 0; row < rows(); row++)
      LOOP(unsigned b = 0; b < cell_bits; b++) to.row[row][b] = from.row[row][b];
  }

  void clear(Planes& blocks) const {
    for (unsigned row = 0; row < rows(); row++)
      for (auto& plane : blocks.row[row]) plane = wasm_i64x2_const_splat(0);
  }

  [[gnu::noinline]] void add(Planes& to, const Planes& more) const {
    for (unsigned row = 0; row < rows(); row++)
      LOOP(unsigned b = 0; b < cell_bits; b++) to.row[row][b] = wasm_v128_xor(to.row[row][b], more.row[row][b]);
  }

  // rho, or its inverse [romulus 2.4].
  void rho(common::Direction direction, Planes& state, Planes& text) const {
    for (unsigned row = 0; row < rows(); row++) {
      V *s = state.row[row], *t = text.row[row];
      const V bit_0 = s[0];
      UNROLLED(unsigned b = 0; b < cell_bits; b++) {
        // G moves each bit of a byte down by one. The new highest bit is the sum of the old highest and lowest bits.
        const V next = b < cell_bits - 1 ? s[b + 1] : wasm_v128_xor(s[b], bit_0);
        const V in = t[b], out = wasm_v128_xor(in, next);
        t[b] = out;
        s[b] = wasm_v128_xor(s[b], direction == common::Direction::encrypt ? in : out);
      }
    }
  }

 private:
  const Kernel& kernel() const { return *static_cast<const Kernel*>(this); }
  unsigned rows() const { return kernel().rows(); }
};

// A kernel for one block in each lane. TK1 changes with each call. TK2 and TK3 change less often.
template <class Cipher>
concept LanesCipher = requires(Cipher cipher, typename Cipher::Planes& blocks, const typename Cipher::Planes& other,
                               const Tweakeys& tweakeys, typename Cipher::Schedule& schedule,
                               typename Cipher::Schedule1& schedule1, const std::uint8_t* const* from,
                               std::uint8_t* const* to, Tweakey1 used) {
  { cipher.lanes() } -> std::same_as<unsigned>;
  // Reads a block for each lane from any address, and writes it back. Writing destroys the planes.
  { cipher.spread(blocks, from) } -> std::same_as<void>;
  { cipher.gather(to, blocks) } -> std::same_as<void>;
  { cipher.set_tweakeys(schedule, tweakeys) } -> std::same_as<void>;
  { cipher.template set_tweakey1<Tweakey1::half>(schedule1, other) } -> std::same_as<void>;
  { cipher.template set_tweakey1<Tweakey1::whole>(schedule1, other) } -> std::same_as<void>;
  { cipher.encrypt(blocks, schedule, schedule1, used) } -> std::same_as<void>;
  { cipher.copy(blocks, other) } -> std::same_as<void>;
  { cipher.clear(blocks) } -> std::same_as<void>;
  { cipher.add(blocks, other) } -> std::same_as<void>;
  { cipher.rho(common::Direction::encrypt, blocks, blocks) } -> std::same_as<void>;
  // Flips one bit of one cell of the first two rows in all lanes.
  { cipher.template flip<0, 0>(blocks) } -> std::same_as<void>;
};

}  // namespace skinny
