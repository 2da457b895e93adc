// Deoxys-BC-128-384 as its designers define it. Kernels are proven against it at compile time where C++ allows it.
#pragma once

#include "../../common/tweakable_block_cipher.hpp"

namespace deoxys_bc {

using common::Block;
using common::block_length;

// The number of words of the tweakey, and the number of rounds [deoxys 2.1].
inline constexpr unsigned tweakey_words = 3, rounds = 16;

// GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 [deoxys 2.3].
inline constexpr unsigned polynomial = 0x11b;

constexpr std::uint8_t doubled(std::uint8_t x) { return static_cast<std::uint8_t>((x >> 7) * polynomial ^ 2U * x); }

constexpr std::uint8_t product(std::uint8_t a, std::uint8_t b) {
  std::uint8_t sum = 0;
  for (unsigned bit = 8; bit-- > 0;) sum = static_cast<std::uint8_t>(doubled(sum) ^ (b >> bit & 1) * a);
  return sum;
}

// The inverse of x is x^254 [deoxys 2.3]. So 0 becomes 0.
constexpr std::uint8_t inverse(std::uint8_t x) {
  std::uint8_t power = x;
  for (unsigned times = 0; times < 6; times++) power = product(product(power, power), x);
  return product(power, power);
}

// The S-box takes the inverse, applies a linear map, and adds this constant [deoxys 2.3].
inline constexpr std::uint8_t s_box_constant = 0x63;

constexpr std::uint8_t affine_without_constant(std::uint8_t y) {
  return static_cast<std::uint8_t>(y ^ std::rotl(y, 1) ^ std::rotl(y, 2) ^ std::rotl(y, 3) ^ std::rotl(y, 4));
}

constexpr std::uint8_t substituted(std::uint8_t x) { return affine_without_constant(inverse(x)) ^ s_box_constant; }

static_assert(substituted(0) == 0x63 && substituted(1) == 0x7c && substituted(0x53) == 0xed &&
              substituted(0xff) == 0x16);

// Byte 4 c + r of a block is in row r and column c [deoxys 2.1].
inline constexpr unsigned rows = 4, columns = 4;

// MixColumns makes a byte from the old byte and the three below it in the column, with these factors [deoxys 2.3].
inline constexpr std::array<unsigned, rows> mix_factors = {2, 3, 1, 1};

// The tweakey permutation: byte i comes from byte h[i] [deoxys 2.4].
inline constexpr std::array<unsigned, block_length> h = {1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8};

// The order of h: after this number of applications, every byte is back in its place [deoxys 2.4].
inline constexpr unsigned h_order = 8;
static_assert(common::power(h, h_order) == common::power(h, 0));

// Byte i of RC[round] [deoxys 2.5].
constexpr std::uint8_t round_constant(unsigned round, unsigned i) {
  constexpr unsigned first_power = 15;
  if (i < 4) return static_cast<std::uint8_t>(1 << i);
  if (i >= 8) return 0;
  std::uint8_t rcon = 1;
  for (unsigned power = 0; power < first_power + round; power++) rcon = doubled(rcon);
  return rcon;
}

// A kernel adds late_constant where the definition adds the constant of STK[round]. It contains the constant of the
// S-box, which may come late, because MixColumns does not change it.
static_assert((mix_factors[0] ^ mix_factors[1] ^ mix_factors[2] ^ mix_factors[3]) == 1);

constexpr std::uint8_t late_constant(unsigned round, unsigned i) {
  return round == 0 ? round_constant(round, i) : round_constant(round, i) ^ s_box_constant;
}

}  // namespace deoxys_bc
