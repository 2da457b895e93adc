// The module of Romulus over Deoxys-BC: its numbers of modes, their lengths, its memory and its kernels.

#include "../../common/modes.hpp"
#include "../../modes/romulus/m.hpp"
#include "../../modes/romulus/n.hpp"
#if defined(__wasm_simd128__)
#include "../../primitives/deoxys-bc/simd128.hpp"
#else
#include "../../primitives/deoxys-bc/portable.hpp"
#endif

namespace deoxys {

// The tweakey, counter and domains are those of Romulus v1.3 [deoxys 3].
#if defined(__wasm_simd128__)
using S = romulus::Romulus13<deoxys_bc::Simd128>;
#else
using S = romulus::Romulus13<deoxys_bc::Portable>;
#endif
using romulus::Direction;
using N = romulus::N<S>;
using M = romulus::M<S>;

enum class Mode : std::uint32_t { n, m };

constexpr bool reads_first(Mode mode, Direction direction) {
  return mode == Mode::m && direction == Direction::encrypt;
}

// [deoxys 1]
inline constexpr std::size_t key_length = 16, most_nonce_length = 16, most_tag_length = 16;
constexpr std::size_t nonce_length_of(Mode) { return most_nonce_length; }

inline constexpr std::size_t piece_length = 16384;
static_assert(piece_length % romulus::piece_unit<S> == 0);

struct Aead {
  Mode mode;
  union {
    N n;
    M m;
  };
};
using Modes = common::Modes<&Aead::n, &Aead::m>;

struct Memory {
  Aead aead;
  std::uint8_t window[key_length + most_nonce_length + piece_length + most_tag_length];
};

}  // namespace deoxys

namespace suite = deoxys;

#include "../../common/module_aead.hpp"

extern "C" void suite_deoxys() {}
