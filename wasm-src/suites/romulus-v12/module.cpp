// The module of Romulus v1.2: its numbers of modes, their lengths, its memory and its kernels.

#include "../../common/modes.hpp"
#include "../../modes/romulus/m.hpp"
#include "../../modes/romulus/n.hpp"
#include "../../primitives/skinny/kernel.hpp"
#include "specifications.hpp"

namespace romulus_v12 {

using romulus::Direction, romulus::M, romulus::N;
using S1 = First<skinny::Kernel>;
using S2 = Second<skinny::Kernel>;
using S3 = Third<skinny::Kernel>;

enum class Mode : std::uint32_t { n1, n2, n3, m1, m2, m3 };

constexpr bool reads_first(Mode mode, Direction direction) {
  return mode >= Mode::m1 && direction == Direction::encrypt;
}

// [romulus-v12 1]
inline constexpr std::size_t key_length = 16, most_nonce_length = S1::tweak_length, most_tag_length = 16;

// A nonce is as long as a tweak.
constexpr std::size_t nonce_length_of(Mode mode) {
  return mode == Mode::n1 || mode == Mode::m1 ? S1::tweak_length : S2::tweak_length;
}

inline constexpr std::size_t piece_length = 16352;
static_assert(piece_length % romulus::piece_unit<S1> == 0 && piece_length % romulus::piece_unit<S2> == 0);

struct Aead {
  Mode mode;
  union {
    N<S1> n1;
    N<S2> n2;
    N<S3> n3;
    M<S1> m1;
    M<S2> m2;
    M<S3> m3;
  };
};
using Modes = common::Modes<&Aead::n1, &Aead::n2, &Aead::n3, &Aead::m1, &Aead::m2, &Aead::m3>;

struct Memory {
  Aead aead;
  std::uint8_t window[key_length + most_nonce_length + piece_length + most_tag_length];
};

}  // namespace romulus_v12

namespace suite = romulus_v12;

#include "../../common/module_aead.hpp"

extern "C" void suite_romulus_v12() {}
