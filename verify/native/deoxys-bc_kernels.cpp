// Compares Deoxys-BC-128-384 on each kernel with the published vector and with the definition, byte by byte, on random
// inputs.
#include <cstdio>
#include <cstring>
#include <string_view>

#include "../../wasm-src/primitives/deoxys-bc/portable.hpp"
#if defined(__wasm_simd128__)
#include "../../wasm-src/primitives/deoxys-bc/simd128.hpp"
#endif
#include "random.hpp"

namespace {

using common::Block;
using common::block_length;

struct Case {
  std::uint8_t tweakey[3][block_length], plaintext[block_length], ciphertext[block_length];
};

// The definition [deoxys 2.2] to [deoxys 2.5].
class Definition {
 public:
  static void encrypt(Case& x) {
    std::uint8_t tweakey[3][block_length], state[block_length], rcon = first_rcon;
    std::memcpy(tweakey, x.tweakey, sizeof tweakey);
    std::memcpy(state, x.plaintext, block_length);
    add_subtweakey(state, tweakey, rcon);
    for (unsigned round = 1; round <= rounds; round++) {
      for (auto& byte : state) byte = deoxys_bc::substituted(byte);
      shift_rows(state);
      mix_columns(state);
      rcon = deoxys_bc::doubled(rcon);
      add_subtweakey(state, tweakey, rcon);
    }
    std::memcpy(x.ciphertext, state, block_length);
  }

 private:
  static constexpr unsigned rounds = 16;
  static constexpr std::uint8_t first_rcon = 0x2f;

  // And brings all three words to the next round.
  static void add_subtweakey(std::uint8_t (&state)[block_length], std::uint8_t (&tweakey)[3][block_length],
                             std::uint8_t rcon) {
    const std::uint8_t constant[block_length] = {1, 2, 4, 8, rcon, rcon, rcon, rcon};
    for (unsigned i = 0; i < block_length; i++) state[i] ^= tweakey[0][i] ^ tweakey[1][i] ^ tweakey[2][i] ^ constant[i];
    for (unsigned w = 0; w < 3; w++) {
      constexpr unsigned permutation[block_length] = {1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8};
      std::uint8_t before[block_length];
      std::memcpy(before, tweakey[w], block_length);
      for (unsigned i = 0; i < block_length; i++) tweakey[w][i] = before[permutation[i]];
      for (auto& byte : tweakey[w])
        byte = w == 1 ? deoxys_bc::stepped2(byte) : w == 2 ? deoxys_bc::stepped3(byte) : byte;
    }
  }

  static void shift_rows(std::uint8_t (&state)[block_length]) {
    std::uint8_t before[block_length];
    std::memcpy(before, state, block_length);
    for (unsigned row = 0; row < 4; row++)
      for (unsigned column = 0; column < 4; column++) state[4 * column + row] = before[4 * ((column + row) % 4) + row];
  }

  static void mix_columns(std::uint8_t (&state)[block_length]) {
    for (unsigned column = 0; column < block_length; column += 4) {
      std::uint8_t before[4];
      std::memcpy(before, state + column, 4);
      for (unsigned row = 0; row < 4; row++)
        state[column + row] = static_cast<std::uint8_t>(deoxys_bc::product(before[row], 2) ^
                                                        deoxys_bc::product(before[(row + 1) % 4], 3) ^
                                                        before[(row + 2) % 4] ^ before[(row + 3) % 4]);
    }
  }
};

unsigned failures = 0;

void expect(bool is_right, const char* what) {
  if (is_right) return;
  if (++failures <= 20) std::printf("Deoxys-BC-128-384, %s: wrong\n", what);
}

bool is(Block block, const std::uint8_t* bytes) { return std::memcmp(&block, bytes, block_length) == 0; }

// One block, two at a time, and schedules made in place and not.
template <class Kernel>
void check(const char* kernel, const Case& x, const Case& y) {
  const auto load = [](const std::uint8_t(&bytes)[block_length]) { return common::load(bytes); };
  typename Kernel::Schedule key, first, second;
  Kernel::template add_tweakey<3>(key, Kernel::bare, load(x.tweakey[2]));
  Kernel::template add_tweakey<2>(first, key, load(x.tweakey[1]));
  second = Kernel::bare;
  Kernel::template add_tweakey<2>(second, second, load(y.tweakey[1]));
  Kernel::template add_tweakey<3>(second, second, load(y.tweakey[2]));

  Block text = load(x.plaintext), other = load(y.plaintext);
  Kernel::encrypt(first, load(x.tweakey[0]), text);
  expect(is(text, x.ciphertext), kernel);
  text = load(x.plaintext);
  Kernel::encrypt_both({first, load(x.tweakey[0]), text}, {second, load(y.tweakey[0]), other});
  expect(is(text, x.ciphertext) && is(other, y.ciphertext), kernel);
}

void check_all(const Case& x, const Case& y) {
  check<deoxys_bc::Portable>("portable", x, y);
#if defined(__wasm_simd128__)
  check<deoxys_bc::Simd128>("simd128", x, y);
#endif
}

void from_hexadecimal(std::uint8_t* to, std::string_view text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i < text.size(); i += 2)
    to[i / 2] = static_cast<std::uint8_t>(digit(text[i]) << 4 | digit(text[i + 1]));
}

}  // namespace

int main() {
  // The published vector [deoxys 5.1].
  Case published = {};
  std::uint8_t ciphertext[block_length];
  from_hexadecimal(published.tweakey[0], "00001020304050607000000000000000");
  from_hexadecimal(published.tweakey[1], "202122232425262728292a2b2c2d2e2f");
  from_hexadecimal(published.tweakey[2], "101112131415161718191a1b1c1d1e1f");
  from_hexadecimal(published.plaintext, "d18db1b44ad16fe5623ccd73c250c272");
  from_hexadecimal(ciphertext, "e94c5c6df7c19474bbdd292baa2555fd");
  Definition::encrypt(published);
  expect(std::memcmp(published.ciphertext, ciphertext, block_length) == 0, "definition");
  check_all(published, published);

  // Every byte of a block takes every value.
  Random random;
  for (unsigned times = 0; times < 5000; times++) {
    Case x, y;
    random.fill(&x, sizeof x);
    random.fill(&y, sizeof y);
    if (times < 256) std::memset(x.plaintext, static_cast<int>(times), block_length);
    Definition::encrypt(x);
    Definition::encrypt(y);
    check_all(x, y);
  }
  if (failures > 0) std::printf("%u wrong\n", failures);
  return failures > 0;
}
