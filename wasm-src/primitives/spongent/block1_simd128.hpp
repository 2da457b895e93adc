// The kernel of Spongent-pi for one block. Its cells are in four vectors, and lookups in constant time make the S-box.
#pragma once

#include "../../common/vector.hpp"
#include "blocks16_or_32.hpp"

namespace spongent {

namespace block1 {

using simd::byte, simd::Vector;

// Vector r has the cells 4t + r, each at place(t). A lookup in vector r gives bit j of the S-box as bit r of a nibble.
// The four lookups together give a whole nibble, which is cell t + j * count / 4 of the next round. One vector of bytes
// has the nibbles for j = 0 and 1, and another has those for j = 2 and 3.
struct Tables {
  Vector low[4], high[4];  // bits 0 and 1 of the S-box, and bits 2 and 3, for each r
  Vector home[4];          // the places where the cells of a vector are after words are exchanged
  Vector nibble = simd::repeated(0x0f), first, last;
};

// The place of t in a vector. Its word is t modulo 4, so cells that move by the same distance share a word.
constexpr unsigned place(unsigned t) { return t % 4 * 4 + t / 4; }

template <class Pi>
constexpr Tables make_tables() {
  constexpr unsigned quarter = Pi::width / 16;
  Tables tables{};
  for (unsigned r = 0; r < 4; r++) {
    for (unsigned cell = 0; cell < 16; cell++) {
      const auto bit = [=](unsigned j) { return unsigned{s_box[cell]} >> j & 1U; };
      tables.low[r].at[cell] = byte(bit(0) << r | bit(1) << (4 + r));
      tables.high[r].at[cell] = byte(bit(2) << r | bit(3) << (4 + r));
    }
    tables.home[r] = simd::repeated(0xff);
    for (unsigned t = 0; t < quarter; t++) {
      const unsigned cell = 4 * t + r, j = cell / quarter;
      tables.home[r].at[place(t)] = byte(4 * j + cell % quarter / 4);
    }
  }
  tables.first.at[0] = 0xff;
  tables.last.at[place(quarter - 1)] = 0xff;
  return tables;
}

// The nibbles of a counter are in bytes 0 and 1. The same nibbles with reversed bits are in bytes 2 and 3.
constexpr std::uint32_t nibbles(unsigned counter) {
  const unsigned low = counter & 0xf, high = counter >> 4;
  return low | high << 8 | reversed(low) << 16 | reversed(high) << 24;
}

static_assert(simd::agrees(make_tables<Pi160>().home) && simd::agrees(make_tables<Pi176>().home),
              "other indices are nibbles");

}  // namespace block1

using simd::get, simd::high_nibbles, simd::lookup, simd::low_nibbles;

template <class Pi>
class Block1 {
 public:
  // Permutes the block with this index.
  [[gnu::noinline]] void permute(columns::Columns<Pi::length>& blocks, std::size_t block) {
    for (unsigned t = 0; t < quarter; t++) {
      bytes_[0].at[block1::place(t)] = blocks.at[2 * t][block];
      bytes_[1].at[block1::place(t)] = blocks.at[2 * t + 1][block];
    }
    permute_bytes();
    for (unsigned t = 0; t < quarter; t++) {
      blocks.at[2 * t][block] = bytes_[0].at[block1::place(t)];
      blocks.at[2 * t + 1][block] = bytes_[1].at[block1::place(t)];
    }
    bytes_[0] = bytes_[1] = {};
  }

 private:
  using V = simd::V;
  using Tables = block1::Tables;
  static constexpr unsigned quarter = Pi::width / 16;
  static constexpr Tables tables = block1::make_tables<Pi>();

  // Moves word c - j * quarter to word c, where its cells are needed together.
  template <unsigned j>
  INLINE V turn(V x) {
    constexpr unsigned by = (4 - j * quarter % 4) % 4;
    if constexpr (by == 0) return x;
    return wasm_i32x4_shuffle(x, x, by % 4, (by + 1) % 4, (by + 2) % 4, (by + 3) % 4);
  }

  INLINE V sum(const simd::Vector (&table)[4], const V (&n)[4]) {
    return wasm_v128_xor(wasm_v128_xor(lookup(table[0], n[0]), lookup(table[1], n[1])),
                         wasm_v128_xor(lookup(table[2], n[2]), lookup(table[3], n[3])));
  }

  [[gnu::always_inline]] void permute_bytes() {
    const Tables* t = &tables;
    common::hide(t);
    V n[4] = {low_nibbles(t, get(bytes_[0])), high_nibbles(t, get(bytes_[0])), low_nibbles(t, get(bytes_[1])),
              high_nibbles(t, get(bytes_[1]))};
    unsigned counter = Pi::counter;
    for (unsigned r = 0; r < Pi::rounds; r++) {
      common::hide(t);
      const V even = wasm_i32x4_splat(static_cast<int>(block1::nibbles(counter))), odd = wasm_u32x4_shr(even, 8);
      counter = next(counter);
      n[0] = wasm_v128_xor(n[0], wasm_v128_and(even, get(t->first)));
      n[1] = wasm_v128_xor(n[1], wasm_v128_and(odd, get(t->first)));
      n[2] = wasm_v128_xor(n[2], wasm_v128_and(odd, get(t->last)));
      n[3] = wasm_v128_xor(n[3], wasm_v128_and(even, get(t->last)));
      const V low = sum(t->low, n), high = sum(t->high, n);
      columns::Word x[4] = {(columns::Word)low_nibbles(t, low), (columns::Word)turn<1>(high_nibbles(t, low)),
                            (columns::Word)turn<2>(low_nibbles(t, high)),
                            (columns::Word)turn<3>(high_nibbles(t, high))};
      cells::transpose_quarters(x[0], x[1], x[2], x[3]);
      UNROLLED(unsigned i = 0; i < 4; i++) n[i] = wasm_i8x16_swizzle((V)x[i], get(t->home[i]));
    }
    simd::put(&bytes_[0], wasm_v128_or(n[0], wasm_i16x8_shl(n[1], 4)));
    simd::put(&bytes_[1], wasm_v128_or(n[2], wasm_i16x8_shl(n[3], 4)));
  }

  // The first vector has byte 2t of the block at place(t). The second vector has byte 2t + 1 there.
  simd::Vector bytes_[2];
};

}  // namespace spongent
