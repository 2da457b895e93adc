// Keccak-f[200], eighteen rounds on 25 lanes of eight bits: a word holds that lane of as many blocks as it has bytes.
// (What the designers call a lane is a byte here, and its place a column.)
#pragma once

#include <array>
#include <utility>

#include "../../common/columns.hpp"
#include "p400.hpp"

namespace keccak {

namespace f200 {

// [keccak 1]
inline constexpr unsigned lane_bits = 8, rounds = 18;

// Those of Keccak-p[400], as far as shorter lanes go [keccak 4.2].
constexpr std::array<unsigned, lanes> make_rotations() {
  std::array<unsigned, lanes> rotations = moves.rotation;
  for (unsigned& rotation : rotations) rotation %= lane_bits;
  return rotations;
}

inline constexpr std::array<unsigned, lanes> rotations = make_rotations();

constexpr std::array<std::uint8_t, rounds> make_constants() {
  std::array<std::uint8_t, rounds> constants{};
  for (unsigned r = 0; r < rounds; r++) constants[r] = static_cast<std::uint8_t>(round_constants[r]);
  return constants;
}

inline constexpr std::array<std::uint8_t, rounds> constants = make_constants();

static_assert(rotations[2] == 6 && rotations[24] == 6 && constants[1] == 0x82 && constants[17] == 0x80);

// The bits of eight bytes that a rotation by so many has moved up.
constexpr std::uint64_t moved_up(unsigned by) { return (0xff << by & 0xff) * std::uint64_t{0x0101010101010101}; }

// The same as vectors in memory, as engines build literals anew at each use.
struct Masks {
  alignas(16) std::uint8_t at[8][16];
};

constexpr Masks make_masks() {
  Masks masks{};
  for (unsigned by = 0; by < 8; by++)
    for (unsigned i = 0; i < 16; i++) masks.at[by][i] = static_cast<std::uint8_t>(moved_up(by));
  return masks;
}

inline constexpr Masks masks = make_masks();

}  // namespace f200

class F200 {
 public:
  static constexpr std::size_t length = 25;

  static std::size_t permute(columns::Columns<length>& blocks, std::size_t count) {
    std::size_t lane = 0;
    for (; lane < count; lane += columns::group) permute_group(blocks, lane);
    return lane;
  }

 private:
  using Word = columns::Word;

  template <unsigned by>
  INLINE Word rotate([[maybe_unused]] const f200::Masks* masks, Word x) {
    if constexpr (by == 0) return x;
#if defined(__wasm_simd128__)
    const Word mask = columns::get(masks->at[by]);
#else
    const Word mask = columns::splat(f200::moved_up(by));
#endif
    return ((x << by) & mask) | ((x >> (8 - by)) & ~mask);
  }

  // theta's part in a lane, rho, and pi [keccak 3]: lane i of the state to its new place.
  template <unsigned i>
  INLINE void move(const f200::Masks* masks, Word (&to)[25], const Word (&from)[25], const Word (&d)[5]) {
    constexpr unsigned x = i % 5, y = i / 5;
    to[y + 5 * ((2 * x + 3 * y) % 5)] = rotate<f200::rotations[i]>(masks, from[i] ^ d[x]);
  }

  template <std::size_t... i>
  INLINE void move_all(const f200::Masks* masks, Word (&to)[25], const Word (&from)[25], const Word (&d)[5],
                       std::index_sequence<i...>) {
    (move<i>(masks, to, from, d), ...);
  }

  [[gnu::noinline]] static void permute_group(columns::Columns<length>& blocks, std::size_t lane) {
    Word a[25];
    UNROLLED(unsigned i = 0; i < 25; i++) a[i] = columns::get(blocks.at[i] + lane);
    for (unsigned r = 0; r < f200::rounds; r++) {
      const f200::Masks* masks = &f200::masks;
      asm volatile("" : "+r"(masks));
      Word b[25], c[5], d[5];
      UNROLLED(unsigned x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
      UNROLLED(unsigned x = 0; x < 5; x++) d[x] = c[(x + 4) % 5] ^ rotate<1>(masks, c[(x + 1) % 5]);
      move_all(masks, b, a, d, std::make_index_sequence<25>{});
      UNROLLED(unsigned y = 0; y < 25; y += 5)
      UNROLLED(unsigned x = 0; x < 5; x++) a[y + x] = b[y + x] ^ (b[y + (x + 2) % 5] & ~b[y + (x + 1) % 5]);
      a[0] ^= columns::splat_byte(f200::constants[r]);
    }
    UNROLLED(unsigned i = 0; i < 25; i++) columns::put(blocks.at[i] + lane, a[i]);
  }
};

static_assert(columns::BlockPermutation<F200>);

}  // namespace keccak
