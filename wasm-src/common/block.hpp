// Blocks of 16 bytes, and of 8: loading, storing, cutting, and comparing in constant time. Ciphers, modes and the
// window of a module exchange a block as little-endian 64-bit words.
#pragma once

#include <bit>

#include "compiler.hpp"

namespace common {

static_assert(std::endian::native == std::endian::little, "blocks are read from memory as little-endian words");

enum class Direction : std::uint32_t { encrypt, decrypt };

// A compiler vector. With SIMD, it is one v128; without SIMD, it is two i64. Both have bitwise operators.
using Block = std::uint64_t __attribute__((vector_size(16)));

inline constexpr std::size_t block_length = 16;

// Half a block: the block of small ciphers. It has the same functions as a Block.
using SmallBlock = std::uint64_t;

template <class B>
inline B load_as(const std::uint8_t* bytes) {
  B block;
  __builtin_memcpy(&block, bytes, sizeof block);
  return block;
}

INLINE void copy(std::uint8_t* to, const std::uint8_t* from, std::size_t length) {
  for (std::size_t i = 0; i < length; i++) to[i] = from[i];
}

inline Block load(const std::uint8_t* bytes) { return load_as<Block>(bytes); }

template <class B>
inline void store(std::uint8_t* bytes, B block) {
  __builtin_memcpy(bytes, &block, sizeof block);
}

template <class Function>
[[gnu::noinline]] constexpr std::uint32_t of_word(std::uint32_t bytes) {
  return Function::of(bytes);
}

// Applies a function to each of eight or sixteen bytes. In the module for JavaScript, it takes 32 bits at a time.
template <class Function, class B>
INLINE constexpr B of_bytes(B bytes) {
  if constexpr (!for_javascript)
    return Function::of(bytes);
  else if constexpr (sizeof bytes == block_length)
    return B{of_bytes<Function>(bytes[0]), of_bytes<Function>(bytes[1])};
  else
    return of_word<Function>(static_cast<std::uint32_t>(bytes)) |
           B{of_word<Function>(static_cast<std::uint32_t>(bytes >> 32))} << 32;
}

// A mask for the bytes `at` to `at` + 3 of a block. It keeps the bytes that are among the first `length` bytes.
[[gnu::noinline]] inline std::uint32_t first_bytes_of_word(std::size_t length, std::size_t at) {
  if (length <= at) return 0;
  return length >= at + 4 ? ~std::uint32_t{0} : (std::uint32_t{1} << 8 * (length - at)) - 1;
}

// A mask of the first `length` bytes (0 to 16).
inline Block first_bytes(std::size_t length) {
  if constexpr (for_javascript)
    return Block{first_bytes_of_word(length, 0) | std::uint64_t{first_bytes_of_word(length, 4)} << 32,
                 first_bytes_of_word(length, 8) | std::uint64_t{first_bytes_of_word(length, 12)} << 32};
  const auto ones = [](std::size_t count) { return count == 0 ? 0 : ~std::uint64_t{0} >> (64 - 8 * count); };
  return length < 8 ? Block{ones(length), 0} : Block{~std::uint64_t{0}, ones(length - 8)};
}

// Returns the first `length` bytes, followed by zeros. It reads sixteen bytes, so the caller must own all of them.
inline Block load_short(const std::uint8_t* bytes, std::size_t length) { return load(bytes) & first_bytes(length); }

// Writes the first `length` bytes, and writes the bytes behind them back unchanged.
inline void store_short(std::uint8_t* bytes, Block block, std::size_t length) {
  const Block mask = first_bytes(length);
  store(bytes, (block & mask) | (load(bytes) & ~mask));
}

// Returns the first `length` bytes (0 to 8), followed by zeros.
inline SmallBlock first_bytes_of(SmallBlock block, std::size_t length) { return block & first_bytes(length)[0]; }

inline void store_short(std::uint8_t* bytes, SmallBlock block, std::size_t length) {
  const SmallBlock last = load_as<SmallBlock>(bytes);
  store(bytes, last ^ first_bytes_of(last ^ block, length));
}

// Returns 1 if the blocks are equal, else 0. The time does not depend on the blocks.
inline std::uint32_t equal(Block a, Block b) {
  const Block difference = a ^ b;
  const std::uint64_t any = difference[0] | difference[1];
  return static_cast<std::uint32_t>(((any | (0 - any)) >> 63) ^ 1);
}

inline std::uint32_t equal(SmallBlock a, SmallBlock b) { return equal(Block{a, 0}, Block{b, 0}); }

}  // namespace common
