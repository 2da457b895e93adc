// Compares TGIF-BC on each kernel with the published vectors, and with the definition, word by word, on random inputs.
#include <cstdio>
#include <cstring>
#include <string_view>

#include "../../wasm-src/primitives/tgif-bc/portable.hpp"
#if defined(__wasm_simd128__)
#include "../../wasm-src/primitives/tgif-bc/blocks4.hpp"
#include "../../wasm-src/primitives/tgif-bc/simd128.hpp"
#endif
#include "random.hpp"

namespace {

using tgif_bc::Block;

// The definition [tgif-bc 1] to [tgif-bc 4].
class Definition {
 public:
  static void encrypt(const std::uint8_t* key_bytes, const std::uint8_t* plaintext, std::uint8_t* ciphertext) {
    std::uint32_t key[4];
    Half left, right;
    for (unsigned i = 0; i < 4; i++) {
      key[i] = word(key_bytes + 4 * i) | static_cast<std::uint32_t>(word(key_bytes + 4 * i + 2)) << 16;
      left.word[i] = word(plaintext + 2 * i);
      right.word[i] = word(plaintext + 8 + 2 * i);
    }
    unsigned c = 1;
    for (unsigned step = 0; step < 18; step++) {
      Half made = right;
      for (unsigned r = 0; r < 4; r++) {
        made.word[0] = low(made.word[0] ^ key[0]);
        made.word[1] = low(made.word[1] ^ key[0] >> 16);
        made.word[3] = low(made.word[3] ^ 0x8000 ^ c);
        substitute(made);
        for (unsigned i = 0; i < 4; i++) made.word[i] = permuted(made.word[i], i, r);
        step_key(key);
        c = (c << 1 & 0x7f) ^ (c >> 6 & 1) ^ (c >> 6 & 1) << 1;
      }
      right = left;
      left = rotated(left);
      for (unsigned i = 0; i < 4; i++) left.word[i] = low(left.word[i] ^ made.word[i]);
    }
    for (unsigned i = 0; i < 4; i++) {
      put(ciphertext + 2 * i, left.word[i]);
      put(ciphertext + 8 + 2 * i, right.word[i]);
    }
  }

 private:
  struct Half {
    std::uint16_t word[4];
  };

  static std::uint16_t low(std::uint64_t x) { return static_cast<std::uint16_t>(x); }
  static std::uint16_t word(const std::uint8_t* bytes) { return low(bytes[0] | std::uint64_t{bytes[1]} << 8); }

  static void put(std::uint8_t* to, std::uint16_t x) {
    to[0] = static_cast<std::uint8_t>(x);
    to[1] = static_cast<std::uint8_t>(x >> 8);
  }

  static void step_key(std::uint32_t (&key)[4]) {
    const std::uint32_t next = key[0] ^ key[1] ^ std::rotl(key[3] ^ 1, 8) ^ 1;
    for (unsigned i = 0; i < 3; i++) key[i] = key[i + 1];
    key[3] = next;
  }

  // Column by column, by the table.
  static void substitute(Half& half) {
    Half out = {};
    for (unsigned column = 0; column < 16; column++) {
      unsigned in = 0;
      for (unsigned i = 0; i < 4; i++) in |= (half.word[i] >> column & 1U) << i;
      for (unsigned i = 0; i < 4; i++) out.word[i] = low(out.word[i] | (tgif_bc::s_box[in] >> i & 1U) << column);
    }
    half = out;
  }

  // Bit by bit.
  static std::uint16_t permuted(std::uint16_t x, unsigned i, unsigned round) {
    std::uint16_t out = 0;
    for (unsigned bit = 0; bit < 16; bit++) {
      const unsigned nibble = bit / 4, place = bit % 4, by = round < 2 ? 4 - i : i;
      const unsigned to = round % 2 == 0 ? 4 * nibble + (place + by) % 4 : (bit + 4 * by) % 16;
      out = low(out | (x >> bit & 1U) << to);
    }
    return out;
  }

  static Half rotated(Half half) {
    std::uint64_t x = 0;
    for (unsigned i = 0; i < 4; i++) x = x << 16 | half.word[i];
    x = std::rotl(x, 55);
    for (unsigned i = 0; i < 4; i++) half.word[i] = low(x >> (48 - 16 * i));
    return half;
  }
};

unsigned failures = 0;

void expect(bool is_right, const char* what) {
  if (is_right) return;
  if (++failures <= 20) std::printf("%s: wrong\n", what);
}

struct Case {
  std::uint8_t key[16], plaintext[16], ciphertext[16];
};

// One block, and two at a time.
template <tgif_bc::BlockCipher Kernel>
void check_kernel(const char* kernel, const Case& x, const Case& y) {
  const auto is = [](Block block, const Case& each) { return std::memcmp(&block, each.ciphertext, 16) == 0; };
  Block text = common::load(x.plaintext), other = common::load(y.plaintext);
  Kernel::encrypt(common::load(x.key), text);
  expect(is(text, x), kernel);
  text = common::load(x.plaintext);
  Kernel::encrypt_both({common::load(x.key), text}, {common::load(y.key), other});
  expect(is(text, x) && is(other, y), kernel);
}

#if defined(__wasm_simd128__)
void check_blocks4(const Case (&cases)[4]) {
  using Kernel = tgif_bc::Blocks4;
  Kernel::Planes keys, blocks;
  const std::uint8_t *keys_at[4], *blocks_at[4];
  std::uint8_t out[4][16], *to[4];
  for (unsigned i = 0; i < 4; i++) {
    keys_at[i] = cases[i].key;
    blocks_at[i] = cases[i].plaintext;
    to[i] = out[i];
  }
  Kernel::spread(keys, keys_at);
  Kernel::spread(blocks, blocks_at);
  Kernel::encrypt(blocks, keys);
  Kernel::gather(to, blocks);
  for (unsigned i = 0; i < 4; i++) expect(std::memcmp(out[i], cases[i].ciphertext, 16) == 0, "four blocks");
}
#endif

void check(const Case& x, const Case& y) {
  check_kernel<tgif_bc::Portable>("portable", x, y);
#if defined(__wasm_simd128__)
  check_kernel<tgif_bc::Simd128>("simd128", x, y);
#endif
}

void from_hexadecimal(std::uint8_t* to, std::string_view text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i < text.size(); i += 2)
    to[i / 2] = static_cast<std::uint8_t>(digit(text[i]) << 4 | digit(text[i + 1]));
}

Case published(std::string_view key, std::string_view plaintext, std::string_view ciphertext) {
  Case x;
  from_hexadecimal(x.key, key);
  from_hexadecimal(x.plaintext, plaintext);
  from_hexadecimal(x.ciphertext, ciphertext);
  std::uint8_t defined[16];
  Definition::encrypt(x.key, x.plaintext, defined);
  expect(std::memcmp(defined, x.ciphertext, sizeof defined) == 0, "definition");
  return x;
}

}  // namespace

int main() {
  // "Thank Goodness It's Friday (TGIF) v1.0" [tgif-bc 5].
  constexpr std::string_view counting = "000102030405060708090a0b0c0d0e0f";
  const Case first = published(counting, counting, "f61b940328c758b690a65ab1034b9bb7");
  const Case second = published("3ae8af4bc588015c24c648bc2c1ccde5", "ac3bc6dc0d10081ece8cb4e328b2ddd5",
                                "2ea60dbef63809f98034f4af3ade28d9");
  check(first, second);
  check(second, first);

  Random random;
  for (unsigned times = 0; times < 5000; times++) {
    Case cases[4];
    random.fill(cases, sizeof cases);
    for (auto& each : cases) Definition::encrypt(each.key, each.plaintext, each.ciphertext);
    check(cases[0], cases[1]);
#if defined(__wasm_simd128__)
    check_blocks4(cases);
#endif
  }
  if (failures > 0) std::printf("%u wrong\n", failures);
  return failures > 0;
}
