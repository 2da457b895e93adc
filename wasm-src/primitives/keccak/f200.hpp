// Keccak-f[200], eighteen rounds on words of eight bits. A Word holds a word of many blocks, a byte for each block.
#pragma once

#include "../../common/columns.hpp"
#include "keccak.hpp"

namespace keccak {

namespace f200 {

// [keccak 1]. Rotations are those of longer words modulo 8. Round constants are the lowest bits of those of longer
// words [keccak 4.2].
inline constexpr unsigned word_bits = 8, rounds = 18;

static_assert(moves.rotation[2] % word_bits == 6 && moves.rotation[24] % word_bits == 6);

constexpr std::uint8_t round_constant(unsigned round) { return static_cast<std::uint8_t>(round_constants[round]); }

static_assert(round_constant(1) == 0x82 && round_constant(17) == 0x80);

// A mask of the bits that a rotation by `by` has moved up, in each of eight bytes.
constexpr std::uint64_t moved_up(unsigned by) { return (0xff << by & 0xff) * std::uint64_t{0x0101010101010101}; }

// The masks of moved_up as vectors in memory.
struct Masks {
  alignas(16) std::uint64_t at[word_bits][2];
};

inline constexpr Masks masks = [] {
  Masks masks{};
  for (unsigned by = 0; by < word_bits; by++) masks.at[by][0] = masks.at[by][1] = moved_up(by);
  return masks;
}();

}  // namespace f200

class F200 {
 public:
  static constexpr std::size_t length = words;

  static std::size_t permute(columns::Columns<length>& blocks, std::size_t count) {
    std::size_t block = 0;
    for (; block < count; block += columns::group) permute_group(blocks, block);
    return block;
  }

 private:
  using Word = columns::Word;

  INLINE Word rotate([[maybe_unused]] const f200::Masks* masks, Word x, unsigned by) {
    if (by == 0) return x;
#if defined(__wasm_simd128__)
    const Word mask = columns::get(reinterpret_cast<const std::uint8_t*>(masks->at[by]));
#else
    const Word mask = columns::splat(f200::moved_up(by));
#endif
    return ((x << by) & mask) | ((x >> (f200::word_bits - by)) & ~mask);
  }

  [[gnu::noinline]] static void permute_group(columns::Columns<length>& blocks, std::size_t block) {
    Word a[words];
    UNROLLED(std::size_t i = 0; i < words; i++) a[i] = columns::get(blocks.at[i] + block);
    for (unsigned r = 0; r < f200::rounds; r++) {
      const f200::Masks* masks = &f200::masks;
      common::hide(masks);
      round(
          a, [masks](Word x, unsigned by)
                 __attribute__((always_inline)) { return rotate(masks, x, by % f200::word_bits); });
      a[0] ^= columns::splat_byte(f200::round_constant(r));
    }
    UNROLLED(std::size_t i = 0; i < words; i++) columns::put(blocks.at[i] + block, a[i]);
  }
};

static_assert(columns::BlockPermutation<F200>);

}  // namespace keccak
