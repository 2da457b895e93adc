// The kernel of TGIF-BC for four blocks, each under its own key. It has the layout of the simd128 kernel, but here each
// block has only one bit of each half of a byte. It takes little longer than the simd128 kernel takes for one block.
#pragma once

#include "../../common/bits.hpp"
#include "../../common/columns.hpp"
#include "../../common/rho.hpp"
#include "simd128.hpp"

namespace tgif_bc {

class Blocks4 {
  using Columns = simd128::Columns;
  using Word = Columns::Word;

 public:
  static constexpr unsigned most_lanes = 4;

  // Blocks in their plain form. They become columns only during a call.
  struct Planes {
    Block block[most_lanes];
  };

  static constexpr unsigned lanes() { return most_lanes; }

  static void spread(Planes& blocks, const std::uint8_t* const* from) {
    for (unsigned i = 0; i < most_lanes; i++) blocks.block[i] = common::load(from[i]);
  }

  static void gather(std::uint8_t* const* to, const Planes& blocks) {
    for (unsigned i = 0; i < most_lanes; i++) common::store(to[i], blocks.block[i]);
  }

  static void add(Planes& to, const Planes& more) {
    for (unsigned i = 0; i < most_lanes; i++) to.block[i] ^= more.block[i];
  }

  static void rho(common::Direction direction, Planes& state, Planes& text) {
    for (unsigned i = 0; i < most_lanes; i++)
      common::rho(direction, state.block[i], reinterpret_cast<std::uint8_t*>(&text.block[i]));
  }

  [[gnu::noinline]] static void encrypt(Planes& blocks, const Planes& keys) {
    const Columns columns = Columns::hidden();
    Word x[2 * words];
    UNROLLED(unsigned i = 0; i < most_lanes; i++) {
      x[i] = blocks.block[i];
      x[most_lanes + i] = keys.block[i];
    }
    transpose(x);
    // Now each byte of x has bits of the blocks in its lower half, and bits of the keys in its upper half.
    Word k[2 * words], s[words];
    UNROLLED(unsigned i = 0; i < words; i++)
    s[i] = columns.right(x[words + i]) | columns.right_to_left(x[i]);
    UNROLLED(unsigned i = 0; i < 2 * words; i++)
    k[i] = columns.joined(columns.left_to_right(x[i]), x[i]);
    Rounds<Columns>::run(columns, k, s);
    blocks.block[0] = Columns::gather_halves<0>(s);
    blocks.block[1] = Columns::gather_halves<1>(s);
    blocks.block[2] = Columns::gather_halves<2>(s);
    blocks.block[3] = Columns::gather_halves<3>(s);
  }

 private:
  // Transposes eight blocks. A vector then holds a word, and each of its bytes holds one bit of all eight blocks.
  INLINE void transpose(Word (&x)[2 * words]) {
    common::transpose_bits(x, columns::where_clear);
    // At this point, the number of a vector is the number of a bit in its byte, and a place in the vector is the number
    // of a byte in the block. Three steps turn them into the number of a word, and of a bit in that word.
    UNROLLED(unsigned step = 0; step < 3; step++) columns::interleave(x);
  }
};

}  // namespace tgif_bc
