// A batch of blocks in columns: row c of the memory holds byte c of every block. A word of a row serves many blocks.
#pragma once

#include <concepts>

#include "bits.hpp"
#include "block.hpp"

namespace columns {

// With SIMD, a Word is a compiler vector of two 64-bit words, and one operation works on both. Without SIMD, it is one
// 64-bit word. The code uses only operators that both types have. It masks every shift, so no bit leaves its byte.
#if defined(__wasm_simd128__)
using Word = common::Block;
#else
using Word = std::uint64_t;
#endif

inline constexpr std::size_t group = sizeof(Word);
inline constexpr std::size_t batch = 8 * group;

// A batch of blocks of `length` bytes. A row has room for another group, as a write may run beyond the last block.
template <std::size_t length>
struct Columns {
  alignas(16) std::uint8_t at[length][batch + group];
};

INLINE Word get(const std::uint8_t* at) { return common::load_as<Word>(at); }
INLINE void put(std::uint8_t* at, Word word) { common::store(at, word); }

INLINE Word splat(std::uint64_t eight) { return Word{} | eight; }
INLINE Word where_clear(unsigned bit) { return splat(common::where_clear(bit)); }
INLINE Word splat_byte(std::uint8_t byte) { return splat(byte * std::uint64_t{0x0101010101010101}); }

// The exclusive or of all bytes.
INLINE std::uint8_t fold(Word word) {
#if defined(__wasm_simd128__)
  std::uint64_t x = word[0] ^ word[1];
#else
  std::uint64_t x = word;
#endif
  x ^= x >> 32;
  x ^= x >> 16;
  x ^= x >> 8;
  return static_cast<std::uint8_t>(x);
}

// A mask of the first `count` bytes (less than a group).
INLINE Word first_bytes(std::size_t count) {
#if defined(__wasm_simd128__)
  return common::first_bytes(count);
#else
  return common::first_bytes(count)[0];
#endif
}

// Fills `count` blocks from `first` on, whole groups at a time. `of(c, i)` returns byte c of the group at `first` + i.
template <std::size_t length, class Of>
INLINE void fill(Columns<length>& blocks, std::size_t first, std::size_t count, Of of) {
  for (std::size_t i = 0; i < count; i += group)
    for (std::size_t c = 0; c < length; c++) put(blocks.at[c] + first + i, of(c, i));
}

// Works as `fill` does, but adds the bytes to the blocks by exclusive or.
template <std::size_t length, class Of>
INLINE void add(Columns<length>& blocks, std::size_t first, std::size_t count, Of of) {
  fill(
      blocks, first, count, [&](std::size_t c, std::size_t i) __attribute__((always_inline)) {
        return get(blocks.at[c] + first + i) ^ of(c, i);
      });
}

// Adds the first `count` blocks to `sum`.
template <std::size_t length>
[[gnu::noinline]] inline void add_up(std::uint8_t* sum, const Columns<length>& blocks, std::size_t count) {
  const std::size_t whole = count - count % group;
  const Word rest = first_bytes(count % group);
  for (std::size_t c = 0; c < length; c++) {
    Word word = get(blocks.at[c] + whole) & rest;
    for (std::size_t i = 0; i < whole; i += group) word ^= get(blocks.at[c] + i);
    sum[c] ^= fold(word);
  }
}

#if defined(__wasm_simd128__)

using Bytes = std::uint8_t __attribute__((vector_size(16)));

template <int h>
INLINE Word unpack(Word a, Word b) {
  return (Word)__builtin_shufflevector((Bytes)a, (Bytes)b, h + 0, h + 16, h + 1, h + 17, h + 2, h + 18, h + 3, h + 19,
                                       h + 4, h + 20, h + 5, h + 21, h + 6, h + 22, h + 7, h + 23);
}

// Rotates the index of each byte left by one bit. The bits of the row are above those of the place in the row.
template <std::size_t rows>
INLINE void interleave(Word (&x)[rows]) {
  Word y[rows];
  UNROLLED(std::size_t i = 0; i < rows / 2; i++) {
    y[2 * i] = unpack<0>(x[i], x[rows / 2 + i]);
    y[2 * i + 1] = unpack<8>(x[i], x[rows / 2 + i]);
  }
  UNROLLED(std::size_t i = 0; i < rows; i++) x[i] = y[i];
}

// Transposes sixteen rows of sixteen bytes.
[[gnu::noinline]] inline void transpose(std::uint8_t* to, std::size_t to_row, const std::uint8_t* from,
                                        std::size_t from_row) {
  Word x[16];
  UNROLLED(unsigned i = 0; i < 16; i++, from += from_row) x[i] = get(from);
  UNROLLED(unsigned step = 0; step < 4; step++) interleave(x);
  UNROLLED(unsigned i = 0; i < 16; i++, to += to_row) put(to, x[i]);
}

// Moves consecutive blocks into the columns: first the first sixteen bytes of each block, and then its last sixteen
// bytes, which may overlap with them. It also reads up to fifteen blocks behind the last.
template <std::size_t length>
INLINE void spread(Columns<length>& to, std::size_t first, const std::uint8_t* blocks, std::size_t count) {
  constexpr std::size_t row = sizeof to.at[0], rest = length - 16;
  for (std::size_t i = 0; i < count; i += group) {
    transpose(to.at[0] + first + i, row, blocks + length * i, length);
    transpose(to.at[rest] + first + i, row, blocks + length * i + rest, length);
  }
}

// The reverse of spread. It also writes up to fifteen blocks behind the last.
template <std::size_t length>
INLINE void gather(std::uint8_t* blocks, const Columns<length>& from, std::size_t first, std::size_t count) {
  constexpr std::size_t row = sizeof from.at[0], rest = length - 16;
  for (std::size_t i = 0; i < count; i += group) {
    transpose(blocks + length * i, length, from.at[0] + first + i, row);
    transpose(blocks + length * i + rest, length, from.at[rest] + first + i, row);
  }
}

#else

template <std::size_t length>
[[gnu::noinline]] inline void spread(Columns<length>& to, std::size_t first, const std::uint8_t* blocks,
                                     std::size_t count) {
  for (std::size_t i = 0; i < count; i++)
    for (std::size_t c = 0; c < length; c++) to.at[c][first + i] = *blocks++;
}

template <std::size_t length>
[[gnu::noinline]] inline void gather(std::uint8_t* blocks, const Columns<length>& from, std::size_t first,
                                     std::size_t count) {
  for (std::size_t i = 0; i < count; i++)
    for (std::size_t c = 0; c < length; c++) *blocks++ = from.at[c][first + i];
}

#endif

// The kernel of a permutation, for any number of blocks of `length` bytes. The number of blocks decides how many of
// them the kernel permutes at a time. The kernel overwrites its own memory before it returns.
template <class Permutation>
concept BlockPermutation = requires(Permutation work, Columns<Permutation::length>& blocks, std::size_t count) {
  { Permutation::length } -> std::convertible_to<std::size_t>;
  // Permutes the first `count` blocks (at most a batch), and perhaps blocks behind them. Returns how many it permuted.
  { work.permute(blocks, count) } -> std::same_as<std::size_t>;
};

}  // namespace columns
