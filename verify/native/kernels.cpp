// Compares the kernels of the block ciphers with their definitions. kernels.ts names a cipher and gives cases by
// standard input: tweakey, plaintext, and the ciphertext that the definition gives.
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "../../wasm-src/primitives/deoxys-bc/portable.hpp"
#include "../../wasm-src/primitives/deoxys-bc/simd128.hpp"
#include "../../wasm-src/primitives/skinny/bitsliced.hpp"
#include "../../wasm-src/primitives/skinny/portable.hpp"
#include "../../wasm-src/primitives/tgif-bc/portable.hpp"
#include "../../wasm-src/primitives/tgif-bc/simd128.hpp"

namespace {

using skinny::Tweakey1;

unsigned failures = 0;

void expect(bool is_right, const char* kernel, const char* call) {
  constexpr unsigned most_shown = 20;
  if (!is_right && ++failures <= most_shown) std::printf("%s, %s: not as defined\n", kernel, call);
}

template <unsigned tweakey_words, class Of>
struct Case {
  using Block = Of;
  static constexpr unsigned words = tweakey_words;

  Block tweakey[tweakey_words], plaintext, ciphertext;

  bool is_right(Block text) const { return common::equal(text, ciphertext) != 0; }
};

// A kernel that gets its whole key with each call.
template <class Kernel, class Case>
struct Keyed {
  static void encrypt(const Case& x, typename Case::Block& text) { Kernel::encrypt(x.tweakey[0], text); }

  static void encrypt_both(const Case& x, typename Case::Block& text, const Case& y, typename Case::Block& other) {
    Kernel::encrypt_both({x.tweakey[0], text}, {y.tweakey[0], other});
  }
};

// A kernel with a schedule for the whole tweakey except TK1.
template <class Kernel, class Case>
struct Tweakable {
  using Block = typename Case::Block;
  using Schedule = typename Kernel::Schedule;

  static Schedule schedule(const Case& x) {
    Schedule made = Kernel::bare;
    if constexpr (Case::words > 2) Kernel::template add_tweakey<3>(made, made, x.tweakey[2]);
    if constexpr (Case::words > 1) Kernel::template add_tweakey<2>(made, made, x.tweakey[1]);
    return made;
  }

  static void encrypt(const Case& x, Block& text) { Kernel::encrypt(schedule(x), x.tweakey[0], text); }

  static void encrypt_both(const Case& x, Block& text, const Case& y, Block& other) {
    const Schedule first = schedule(x), second = schedule(y);
    Kernel::encrypt_both({first, x.tweakey[0], text}, {second, y.tweakey[0], other});
  }
};

// Checks the encryption of one block, and of two at a time.
template <class Calls, class Case>
void check_one(const char* kernel, const Case& x, const Case& y) {
  auto text = x.plaintext, other = y.plaintext;
  Calls::encrypt(x, text);
  expect(x.is_right(text), kernel, "encrypt");
  text = x.plaintext;
  Calls::encrypt_both(x, text, y, other);
  expect(x.is_right(text) && y.is_right(other), kernel, "encrypt_both");
}

// The calls that only SKINNY has. A pair is two blocks under one tweakey. A fork is two blocks under halves of TK1,
// without TK2. The portable kernel defines the results of a fork, after it has been compared itself.
template <class Kernel, class Case>
void check_skinny(const char* kernel, const Case& x, const Case& y) {
  using Calls = Tweakable<Kernel, Case>;
  using Defined = Tweakable<skinny::Portable<typename Kernel::Member>, Case>;
  check_one<Calls>(kernel, x, y);
  auto text = x.plaintext;
  if constexpr (Case::words == 2) {
    Kernel::encrypt_once(x.tweakey[0], x.tweakey[1], text);
    expect(x.is_right(text), kernel, "encrypt_once");
  }
  if constexpr (Case::words == 3) {
    Case pair[2] = {x, x}, fork[2] = {x, x};
    pair[1].plaintext = fork[1].plaintext = y.plaintext;
    fork[1].tweakey[0] = y.tweakey[0];
    for (Case& each : fork) {
      each.tweakey[0][1] = 0;
      each.tweakey[1] = {};
    }
    for (Case* each : {&pair[0], &pair[1], &fork[0], &fork[1]}) {
      each->ciphertext = each->plaintext;
      Defined::encrypt(*each, each->ciphertext);
    }
    const auto of_pair = Calls::schedule(pair[0]), of_fork = Calls::schedule(fork[0]);
    const std::uint64_t halves[2] = {fork[0].tweakey[0][0], fork[1].tweakey[0][0]};
    for (const bool is_together : {false, true}) {
      auto p = pair[0].plaintext, q = pair[1].plaintext, f = fork[0].plaintext, g = fork[1].plaintext;
      if (is_together) {
        Kernel::encrypt_fork_and_pair({of_fork, halves[0], f, halves[1], g}, {of_pair, x.tweakey[0], p, q});
      } else {
        Kernel::encrypt_pair(of_pair, x.tweakey[0], p, q);
        Kernel::encrypt_fork(of_fork, halves[0], f, halves[1], g);
      }
      expect(pair[0].is_right(p) && pair[1].is_right(q), kernel, "encrypt_pair");
      expect(fork[0].is_right(f) && fork[1].is_right(g), kernel, "encrypt_fork");
    }
  }
}

template <class Kernel, class Case, class Field>
void spread(Kernel& kernel, typename Kernel::Planes& planes, const Case* cases, Field field) {
  const std::uint8_t* from[Kernel::most_lanes];
  for (unsigned i = 0; i < kernel.lanes(); i++) from[i] = reinterpret_cast<const std::uint8_t*>(&field(cases[i]));
  kernel.spread(planes, from);
}

template <class Kernel, class Case>
void compare_lanes(Kernel& kernel, typename Kernel::Planes& blocks, const Case* cases) {
  typename Case::Block out[Kernel::most_lanes];
  std::uint8_t* to[Kernel::most_lanes];
  for (unsigned i = 0; i < Kernel::most_lanes; i++) to[i] = reinterpret_cast<std::uint8_t*>(&out[i]);
  kernel.gather(to, blocks);
  for (unsigned i = 0; i < kernel.lanes(); i++)
    expect(cases[i].is_right(out[i]), kernel.lanes() > 8 ? "32 lanes" : "8 lanes", "encrypt");
}

const auto plaintext_of = [](const auto& x) -> auto& { return x.plaintext; };

// Compares the kernel of Romulus for many lanes with the definition.
template <class Case>
class SkinnyInLanes {
 public:
  void check(unsigned count, const Case* given, Tweakey1 used) {
    std::vector<Case> cases(given, given + Kernel::most_lanes);
    if (used == Tweakey1::half)
      for (Case& x : cases) {
        std::memset(reinterpret_cast<std::uint8_t*>(&x.tweakey[0]) + sizeof(x.plaintext) / 2, 0,
                    sizeof x.plaintext / 2);
        x.ciphertext = x.plaintext;
        Tweakable<skinny::Portable<Kernel::Member>, Case>::encrypt(x, x.ciphertext);
      }
    kernel_.choose(count);
    for (unsigned w = 1; w < Case::words; w++)
      spread(
          kernel_, tweakeys_[w - 1], cases.data(), [w](const Case& x) -> auto& { return x.tweakey[w]; });
    kernel_.set_tweakeys(schedule_, tweakeys_);
    spread(
        kernel_, tweakey1_, cases.data(), [](const Case& x) -> auto& { return x.tweakey[0]; });
    if (used == Tweakey1::half)
      kernel_.set_tweakey1<Tweakey1::half>(schedule1_, tweakey1_);
    else
      kernel_.set_tweakey1<Tweakey1::whole>(schedule1_, tweakey1_);
    spread(kernel_, blocks_, cases.data(), plaintext_of);
    kernel_.encrypt(blocks_, schedule_, schedule1_, used);
    compare_lanes(kernel_, blocks_, cases.data());
  }

 private:
  using Kernel = skinny::Bitsliced;

  Kernel kernel_;
  Kernel::Schedule schedule_;
  Kernel::Schedule1 schedule1_;
  Kernel::Planes blocks_, tweakey1_;
  skinny::Tweakeys tweakeys_;
};

// Reads all cases of the input. Their number is even.
template <class Case>
std::vector<Case> read_cases() {
  std::vector<Case> cases;
  for (Case x; std::fread(&x, sizeof x, 1, stdin) == 1;) cases.push_back(x);
  return cases;
}

template <class Member>
void check_member() {
  static_assert(skinny::TweakableBlockCipher<skinny::Portable<Member>> &&
                skinny::TweakableBlockCipher<skinny::Simd128<Member>>);
  using MemberCase = Case<Member::tweakey_words, typename Member::Block>;
  const auto cases = read_cases<MemberCase>();
  for (std::size_t i = 0; i + 1 < cases.size(); i++) {
    check_skinny<skinny::Portable<Member>>("portable", cases[i], cases[i + 1]);
    check_skinny<skinny::Simd128<Member>>("simd128", cases[i], cases[i + 1]);
  }
  if constexpr (std::is_same_v<Member, skinny::Bitsliced::Member>) {
    const auto lanes = std::make_unique<SkinnyInLanes<MemberCase>>();
    constexpr unsigned most = skinny::Bitsliced::most_lanes;
    for (std::size_t i = 0; i + most <= cases.size(); i += most / 4)
      for (const unsigned count : {most / 4, most})
        for (const auto used : {Tweakey1::half, Tweakey1::whole}) lanes->check(count, &cases[i], used);
  }
}

// `Calls` says how kernels are called.
template <template <class, class> class Calls, class Portable, class Simd128, class Case>
void check_pairs(const std::vector<Case>& cases) {
  for (std::size_t i = 0; i + 1 < cases.size(); i++) {
    check_one<Calls<Portable, Case>>("portable", cases[i], cases[i + 1]);
    check_one<Calls<Simd128, Case>>("simd128", cases[i], cases[i + 1]);
  }
}

void check_deoxys() {
  check_pairs<Tweakable, deoxys_bc::Portable, deoxys_bc::Simd128>(
      read_cases<Case<deoxys_bc::tweakey_words, common::Block>>());
}

void check_tgif() { check_pairs<Keyed, tgif_bc::Portable, tgif_bc::Simd128>(read_cases<Case<1, tgif_bc::Block>>()); }

struct Cipher {
  std::string_view name;
  void (*check)();
};

constexpr Cipher ciphers[] = {
    {"SKINNY-128-384+", check_member<skinny::Skinny128_384Plus>},
    {"SKINNY-128-384", check_member<skinny::Skinny128_384>},
    {"SKINNY-128-256", check_member<skinny::Skinny128_256>},
    {"SKINNY-128-128", check_member<skinny::Skinny128_128>},
    {"SKINNY-64-128", check_member<skinny::Skinny64_128>},
    {"Deoxys-BC-128-384", check_deoxys},
    {"TGIF-BC", check_tgif},
};

}  // namespace

int main(int count, char** words) {
  for (const Cipher& cipher : ciphers)
    if (count == 2 && cipher.name == words[1]) {
      cipher.check();
      if (failures > 0) std::printf("%u are not\n", failures);
      return failures > 0 ? 1 : 0;
    }
  std::printf("for which cipher?\n");
  return 2;
}
