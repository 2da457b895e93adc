// Compares each member of SKINNY on each kernel with the published vectors, and with the definition, cell by cell, on
// random inputs.
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string_view>

#include "../../wasm-src/primitives/skinny/portable.hpp"
#if defined(__wasm_simd128__)
#include "../../wasm-src/primitives/skinny/bitsliced.hpp"
#endif
#include "random.hpp"

namespace {

// The definition [skinny 2] to [skinny 4]: a tweakey, word by word, and a block, all a byte for each cell.
template <class Member>
class Definition {
 public:
  static constexpr unsigned block_bytes = 2 * Member::cell_bits, words = Member::tweakey_words;

  static void encrypt(const std::uint8_t* tweakey_bytes, const std::uint8_t* plaintext, std::uint8_t* ciphertext) {
    std::uint8_t tweakey[words][16], state[16];
    for (unsigned w = 0; w < words; w++) read(tweakey[w], tweakey_bytes + w * block_bytes);
    read(state, plaintext);
    unsigned rc = 0;
    for (unsigned r = 0; r < Member::rounds; r++) {
      for (auto& cell : state) cell = skinny::substituted<Member::cell_bits>(cell);
      rc = (rc << 1 & 0x3f) | ((rc >> 5 ^ rc >> 4 ^ 1) & 1);
      state[0] = static_cast<std::uint8_t>(state[0] ^ (rc & 0xf));
      state[4] = static_cast<std::uint8_t>(state[4] ^ rc >> 4);
      state[8] ^= 2;
      for (unsigned w = 0; w < words; w++) {
        for (unsigned i = 0; i < 8; i++) state[i] ^= tweakey[w][i];
        step(tweakey[w], w);
      }
      mix(state);
    }
    for (unsigned i = 0; i < block_bytes; i++)
      ciphertext[i] =
          Member::cell_bits == 8 ? state[i] : static_cast<std::uint8_t>(state[2 * i] << 4 | state[2 * i + 1]);
  }

 private:
  static void read(std::uint8_t (&cells)[16], const std::uint8_t* bytes) {
    for (unsigned i = 0; i < 16; i++)
      cells[i] = Member::cell_bits == 8 ? bytes[i] : (i % 2 == 0 ? bytes[i / 2] >> 4 : bytes[i / 2] & 0xf);
  }

  static void step(std::uint8_t (&cells)[16], unsigned word) {
    constexpr unsigned permutation[16] = {9, 15, 8, 13, 10, 14, 12, 11, 0, 1, 2, 3, 4, 5, 6, 7};
    std::uint8_t before[16];
    std::memcpy(before, cells, 16);
    for (unsigned i = 0; i < 16; i++) {
      cells[i] = before[permutation[i]];
      if (i < 8 && word == 1) cells[i] = skinny::stepped2<Member::cell_bits>(cells[i]);
      if (i < 8 && word == 2) cells[i] = skinny::stepped3<Member::cell_bits>(cells[i]);
    }
  }

  static void mix(std::uint8_t (&cells)[16]) {
    std::uint8_t row[4][4];
    for (unsigned r = 0; r < 4; r++)
      for (unsigned c = 0; c < 4; c++) row[r][c] = cells[4 * r + (c + 4 - r) % 4];
    for (unsigned c = 0; c < 4; c++) {
      cells[c] = row[0][c] ^ row[2][c] ^ row[3][c];
      cells[4 + c] = row[0][c];
      cells[8 + c] = row[1][c] ^ row[2][c];
      cells[12 + c] = row[0][c] ^ row[2][c];
    }
  }
};

unsigned failures = 0;

void expect(bool is_right, const char* member, const char* what) {
  if (is_right) return;
  if (++failures <= 20) std::printf("%s, %s: wrong\n", member, what);
}

template <class Member>
struct Case {
  static constexpr unsigned block_bytes = Definition<Member>::block_bytes;
  std::uint8_t tweakey[Member::tweakey_words][block_bytes], plaintext[block_bytes], ciphertext[block_bytes];
};

template <class Block>
Block block_at(const std::uint8_t* bytes) {
  Block block;
  std::memcpy(&block, bytes, sizeof block);
  return block;
}

// One block, and two at a time.
template <class Kernel>
class One {
  using Member = typename Kernel::Member;
  using Block = typename Kernel::Block;
  using Schedule = typename Kernel::Schedule;

 public:
  static void check(const char* member, const char* kernel, const Case<Member>& x, const Case<Member>& y) {
    Schedule first, second;
    schedule(first, x);
    schedule(second, y);
    const Block tweakey1 = block_at<Block>(x.tweakey[0]);
    Block text = block_at<Block>(x.plaintext), other = block_at<Block>(y.plaintext);
    Kernel::encrypt(first, tweakey1, text);
    expect(is(text, x.ciphertext), member, kernel);
    text = block_at<Block>(x.plaintext);
    Kernel::encrypt_both({first, tweakey1, text}, {second, block_at<Block>(y.tweakey[0]), other});
    expect(is(text, x.ciphertext) && is(other, y.ciphertext), member, kernel);
    if constexpr (Member::tweakey_words == 2) {
      text = block_at<Block>(x.plaintext);
      Kernel::encrypt_once(tweakey1, block_at<Block>(x.tweakey[1]), text);
      expect(is(text, x.ciphertext), member, kernel);
    }
    if constexpr (Member::tweakey_words == 3) check_together(member, kernel, x, y);
  }

 private:
  static void schedule(Schedule& to, const Case<Member>& x) {
    to = Kernel::bare;
    if constexpr (Member::tweakey_words > 2) Kernel::template add_tweakey<3>(to, to, block_at<Block>(x.tweakey[2]));
    if constexpr (Member::tweakey_words > 1) Kernel::template add_tweakey<2>(to, to, block_at<Block>(x.tweakey[1]));
  }

  static bool is(Block block, const std::uint8_t* bytes) { return std::memcmp(&block, bytes, sizeof block) == 0; }

  // A pair under the tweakey of x; a fork under the halves of TK1 of x and y, without TK2 (tweakeys of a kind of their
  // own); and both together.
  static void check_together(const char* member, const char* kernel, const Case<Member>& x, const Case<Member>& y) {
    Case<Member> pair[2] = {x, x}, fork[2] = {x, x};
    std::memcpy(pair[1].plaintext, y.plaintext, 16);
    std::memcpy(fork[1].tweakey[0], y.tweakey[0], 8);
    std::memcpy(fork[1].plaintext, y.plaintext, 16);
    for (auto& each : fork) {
      std::memset(each.tweakey[0] + 8, 0, 8);
      std::memset(each.tweakey[1], 0, 16);
    }
    Schedule of_pair, of_fork;
    schedule(of_pair, pair[0]);
    schedule(of_fork, fork[0]);
    const std::uint64_t halves[2] = {block_at<Block>(fork[0].tweakey[0])[0], block_at<Block>(fork[1].tweakey[0])[0]};
    for (auto* both : {&pair, &fork})
      for (auto& each : *both) Definition<Member>::encrypt(each.tweakey[0], each.plaintext, each.ciphertext);

    const auto text = [](const Case<Member>& each) { return block_at<Block>(each.plaintext); };
    const Block tweakey1 = block_at<Block>(x.tweakey[0]);
    for (const bool together : {false, true}) {
      Block p = text(pair[0]), q = text(pair[1]), f = text(fork[0]), g = text(fork[1]);
      if (together) {
        Kernel::encrypt_fork_and_pair({of_fork, halves[0], f, halves[1], g}, {of_pair, tweakey1, p, q});
      } else {
        Kernel::encrypt_pair(of_pair, tweakey1, p, q);
        Kernel::encrypt_fork(of_fork, halves[0], f, halves[1], g);
      }
      expect(is(p, pair[0].ciphertext) && is(q, pair[1].ciphertext), member, kernel);
      expect(is(f, fork[0].ciphertext) && is(g, fork[1].ciphertext), member, kernel);
    }
  }
};

#if defined(__wasm_simd128__)
// As many lanes as `count` asks for.
template <class Member>
class InLanes {
  using Kernel = skinny::Bitsliced<Member>;
  static constexpr unsigned block_bytes = Definition<Member>::block_bytes;

 public:
  void check(const char* member, unsigned count, Case<Member>* cases, skinny::Tweakey1 used) {
    kernel_.choose(count);
    for (unsigned i = 0; i < kernel_.lanes(); i++) {
      if (used == skinny::Tweakey1::half) std::memset(cases[i].tweakey[0] + block_bytes / 2, 0, block_bytes / 2);
      Definition<Member>::encrypt(cases[i].tweakey[0], cases[i].plaintext, cases[i].ciphertext);
    }
    for (unsigned w = 1; w < Member::tweakey_words; w++)
      spread(tweakeys_[w - 1], cases, [w](Case<Member>& x) { return x.tweakey[w]; });
    kernel_.set_tweakeys(schedule_, tweakeys_);
    spread(tweakey1_, cases, [](Case<Member>& x) { return x.tweakey[0]; });
    if (used == skinny::Tweakey1::half)
      kernel_.template set_tweakey1<skinny::Tweakey1::half>(schedule1_, tweakey1_);
    else
      kernel_.template set_tweakey1<skinny::Tweakey1::whole>(schedule1_, tweakey1_);
    spread(blocks_, cases, [](Case<Member>& x) { return x.plaintext; });
    kernel_.encrypt(blocks_, schedule_, schedule1_, used);
    compare(member, cases);
    if constexpr (Member::tweakey_words == 2) {
      kernel_.clear(none_[0]);
      kernel_.set_bare(bare_, none_);
      kernel_.set_tweakeys_once(schedule_, bare_, tweakey1_, tweakeys_);
      spread(blocks_, cases, [](Case<Member>& x) { return x.plaintext; });
      kernel_.encrypt_once(blocks_, schedule_);
      compare(member, cases);
    }
  }

 private:
  // It uses up the blocks.
  void compare(const char* member, const Case<Member>* cases) {
    std::uint8_t out[32][block_bytes], *to[32];
    for (unsigned i = 0; i < 32; i++) to[i] = out[i];
    kernel_.gather(to, blocks_);
    for (unsigned i = 0; i < kernel_.lanes(); i++)
      expect(std::memcmp(out[i], cases[i].ciphertext, block_bytes) == 0, member,
             kernel_.lanes() > 8 ? "32 lanes" : "8 lanes");
  }

  template <class Of>
  void spread(typename Kernel::Planes& planes, Case<Member>* cases, Of of) {
    const std::uint8_t* from[32];
    for (unsigned i = 0; i < kernel_.lanes(); i++) from[i] = of(cases[i]);
    kernel_.spread(planes, from);
  }

  Kernel kernel_;
  typename Kernel::Schedule schedule_, bare_;
  typename Kernel::Schedule1 schedule1_;
  typename Kernel::Planes blocks_, tweakey1_;
  skinny::Tweakeys<Member> tweakeys_, none_;
};
#endif

template <class Member>
void check_alone(const char* member, const Case<Member>& x, const Case<Member>& y) {
  One<skinny::Portable<Member>>::check(member, "portable", x, y);
#if defined(__wasm_simd128__)
  One<skinny::Simd128<Member>>::check(member, "simd128", x, y);
#endif
}

void from_hexadecimal(std::uint8_t* to, std::string_view text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i < text.size(); i += 2)
    to[i / 2] = static_cast<std::uint8_t>(digit(text[i]) << 4 | digit(text[i + 1]));
}

template <class Member>
void check_member(const char* member, std::initializer_list<std::string_view> vector) {
  Case<Member> x;
  from_hexadecimal(x.tweakey[0], vector.begin()[0]);
  from_hexadecimal(x.plaintext, vector.begin()[1]);
  from_hexadecimal(x.ciphertext, vector.begin()[2]);
  std::uint8_t defined[16];
  Definition<Member>::encrypt(x.tweakey[0], x.plaintext, defined);
  expect(std::memcmp(defined, x.ciphertext, x.block_bytes) == 0, member, "definition");
  check_alone(member, x, x);

  Random random;
#if defined(__wasm_simd128__)
  static_assert(std::has_unique_object_representations_v<Case<Member>>);
  const auto lanes = std::make_unique<InLanes<Member>>();
  Case<Member> several[32];
  for (unsigned times = 0; times < 200; times++)
    for (const unsigned count : {8U, 32U})
      for (const auto used : {skinny::Tweakey1::half, skinny::Tweakey1::whole}) {
        random.fill(several, sizeof several);
        several[times % count] = x;
        lanes->check(member, count, several, used);
      }
#endif
  for (unsigned times = 0; times < 5000; times++) {
    Case<Member> cases[2];
    random.fill(cases, sizeof cases);
    for (auto& each : cases) Definition<Member>::encrypt(each.tweakey[0], each.plaintext, each.ciphertext);
    check_alone(member, cases[0], cases[1]);
  }
}

static_assert(skinny::TweakableBlockCipher<skinny::Portable<skinny::Skinny128_256>> &&
              skinny::TweakableBlockCipher<skinny::Portable<skinny::Skinny128_128>> &&
              skinny::TweakableBlockCipher<skinny::Portable<skinny::Skinny64_128>>);
#if defined(__wasm_simd128__)
static_assert(skinny::TweakableBlockCipher<skinny::Simd128<skinny::Skinny128_256>> &&
              skinny::TweakableBlockCipher<skinny::Simd128<skinny::Skinny128_128>> &&
              skinny::TweakableBlockCipher<skinny::Simd128<skinny::Skinny64_128>>);
static_assert(skinny::LanesCipher<skinny::Bitsliced<skinny::Skinny128_384>> &&
              skinny::LanesCipher<skinny::Bitsliced<skinny::Skinny128_256>> &&
              skinny::LanesCipher<skinny::Bitsliced<skinny::Skinny128_128>> &&
              skinny::LanesCipher<skinny::Bitsliced<skinny::Skinny64_128>>);
#endif

constexpr std::string_view tweakey_384 =
    "df889548cfc7ea52d296339301797449ab588a34a47f1ab2dfe9c8293fbea9a5ab1afac2611012cd8cef952618c3ebe8";
constexpr std::string_view plaintext_384 = "a3994b66ad85a3459f44e92b08f550cb";

}  // namespace

int main() {
  // "Romulus v1.3", section 2.3 [skinny 5.2].
  check_member<skinny::Skinny128_384Plus>("SKINNY-128-384+",
                                          {tweakey_384, plaintext_384, "ff38d1d24c864c4352a853690fe36e5e"});
  // "The SKINNY Family of Block Ciphers", as are all that follow [skinny 5.1].
  check_member<skinny::Skinny128_384>("SKINNY-128-384",
                                      {tweakey_384, plaintext_384, "94ecf589e2017c601b38c6346a10dcfa"});
  check_member<skinny::Skinny128_256>("SKINNY-128-256",
                                      {"009cec81605d4ac1d2ae9e3085d7a1f31ac123ebfc00fddcf01046ceeddfcab3",
                                       "3a0c47767a26a68dd382a695e7022e25", "b731d98a4bde147a7ed4a6f16b9b587f"});
  check_member<skinny::Skinny128_128>(
      "SKINNY-128-128",
      {"4f55cfb0520cac52fd92c15f37073e93", "f20adb0eb08b648a3b2eeed1f0adda14", "22ff30d498ea62d7e45b476e33675b74"});
  check_member<skinny::Skinny64_128>("SKINNY-64-128",
                                     {"9eb93640d088da6376a39d1c8bea71e1", "cf16cfe8fd0f98aa", "6ceda1f43de92b9e"});
  if (failures > 0) std::printf("%u wrong\n", failures);
  return failures > 0;
}
