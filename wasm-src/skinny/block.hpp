// A block: the 16 bytes that the cipher, the modes and the window exchange, as two little-endian 64-bit words.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace skinny {

static_assert(std::endian::native == std::endian::little, "blocks are read from memory as little-endian words");

// A compiler vector: one v128 with SIMD, two i64 without, and bitwise operators in both.
using Block = std::uint64_t __attribute__((vector_size(16)));

inline constexpr std::size_t block_length = 16;

inline Block load(const std::uint8_t* bytes) {
  Block block;
  __builtin_memcpy(&block, bytes, block_length);
  return block;
}

inline void store(std::uint8_t* bytes, Block block) { __builtin_memcpy(bytes, &block, block_length); }

// The first `length` bytes (0 to 16), the rest zero. Byte by byte: nothing past the end is read, and no buffer in
// memory holds a copy.
inline Block load_short(const std::uint8_t* bytes, std::size_t length) {
  std::uint64_t word[2] = {0, 0};
  for (std::size_t i = 0; i < length && i < 8; i++) word[0] |= std::uint64_t{bytes[i]} << 8 * i;
  for (std::size_t i = 8; i < length; i++) word[1] |= std::uint64_t{bytes[i]} << 8 * (i - 8);
  return Block{word[0], word[1]};
}

inline void store_short(std::uint8_t* bytes, Block block, std::size_t length) {
  for (std::size_t i = 0; i < length && i < 8; i++) bytes[i] = static_cast<std::uint8_t>(block[0] >> 8 * i);
  for (std::size_t i = 8; i < length; i++) bytes[i] = static_cast<std::uint8_t>(block[1] >> 8 * (i - 8));
}

// 1 if the blocks are equal, else 0, in a time that does not depend on them.
inline std::uint32_t equal(Block a, Block b) {
  const Block difference = a ^ b;
  const std::uint64_t any = difference[0] | difference[1];
  return static_cast<std::uint32_t>(((any | (0 - any)) >> 63) ^ 1);
}

}  // namespace skinny
