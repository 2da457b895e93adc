// Proves at compile time that the portable kernel computes each member of SKINNY-128 that has a published vector.
#include <string_view>

#include "../wasm-src/primitives/skinny/portable.hpp"

namespace {

// Eight bytes of a vector, in hexadecimal, as a little-endian word.
constexpr std::uint64_t word(std::string_view hex, std::size_t index) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < 16; i++) {
    const char digit = hex[16 * index + i];
    const auto nibble = static_cast<std::uint64_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    value |= nibble << (8 * (i / 2) + (i % 2 == 0 ? 4 : 0));
  }
  return value;
}

template <class Member>
struct Proof : skinny::PortableKernel<Member> {
  using Kernel = skinny::PortableKernel<Member>;

  static constexpr bool encrypts(std::string_view tweakey, std::string_view plaintext, std::string_view ciphertext) {
    typename Kernel::Schedule schedule{};
    for (unsigned r = 0; r < Member::rounds; r++) schedule.round[r] = Kernel::constants[r];
    if constexpr (Member::tweakey_words > 1)
      Kernel::template add<Kernel::lfsr2>(schedule, schedule.round, word(tweakey, 2), word(tweakey, 3));
    if constexpr (Member::tweakey_words > 2)
      Kernel::template add<Kernel::lfsr3>(schedule, schedule.round, word(tweakey, 4), word(tweakey, 5));
    std::uint64_t upper = word(plaintext, 0), lower = word(plaintext, 1);
    Kernel::encrypt(schedule, word(tweakey, 0), word(tweakey, 1), upper, lower);
    return upper == word(ciphertext, 0) && lower == word(ciphertext, 1);
  }
};

constexpr std::string_view tweakey_384 =
    "df889548cfc7ea52d296339301797449ab588a34a47f1ab2dfe9c8293fbea9a5ab1afac2611012cd8cef952618c3ebe8";
constexpr std::string_view plaintext_384 = "a3994b66ad85a3459f44e92b08f550cb";

// "Romulus v1.3", section 2.3 [skinny 5.2].
static_assert(Proof<skinny::Skinny128_384Plus>::encrypts(tweakey_384, plaintext_384,
                                                         "ff38d1d24c864c4352a853690fe36e5e"));
// "The SKINNY Family of Block Ciphers" [skinny 5.1].
static_assert(Proof<skinny::Skinny128_384>::encrypts(tweakey_384, plaintext_384, "94ecf589e2017c601b38c6346a10dcfa"));
// The same.
static_assert(Proof<skinny::Skinny128_256>::encrypts("009cec81605d4ac1d2ae9e3085d7a1f31ac123ebfc00fddcf01046ceeddfcab3",
                                                     "3a0c47767a26a68dd382a695e7022e25",
                                                     "b731d98a4bde147a7ed4a6f16b9b587f"));
// The same, for a tweakey of one word.
static_assert(Proof<skinny::Skinny128_128>::encrypts("4f55cfb0520cac52fd92c15f37073e93",
                                                     "f20adb0eb08b648a3b2eeed1f0adda14",
                                                     "22ff30d498ea62d7e45b476e33675b74"));

}  // namespace
