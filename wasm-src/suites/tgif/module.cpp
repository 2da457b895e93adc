// The module of TGIF: its numbers of modes, their lengths, its memory and its kernels.

#include "../../common/modes.hpp"
#include "../../modes/ice/m.hpp"
#include "../../modes/ice/n.hpp"
#if defined(__wasm_simd128__)
#include "../../primitives/tgif-bc/simd128.hpp"
#else
#include "../../primitives/tgif-bc/portable.hpp"
#endif

namespace tgif {

#if defined(__wasm_simd128__)
using Cipher = tgif_bc::Simd128;
#else
using Cipher = tgif_bc::Portable;
#endif
using ice::Direction, ice::Kind, ice::M, ice::N;
using N1 = ice::WithLargeBlocks<Cipher, Kind::ice1, ice::domains::n1>;
using N2 = ice::WithLargeBlocks<Cipher, Kind::ice2, ice::domains::n2>;
using M1 = ice::WithLargeBlocks<Cipher, Kind::ice1, ice::domains::m1>;
using M2 = ice::WithLargeBlocks<Cipher, Kind::ice2, ice::domains::m2>;

enum class Mode : std::uint32_t { n1, n2, m1, m2 };

constexpr bool reads_first(Mode mode, Direction direction) {
  return mode >= Mode::m1 && direction == Direction::encrypt;
}

// [tgif 1]
inline constexpr std::size_t key_length = 16, most_nonce_length = N1::nonce_length, most_tag_length = 16;
constexpr std::size_t nonce_length_of(Mode) { return most_nonce_length; }

inline constexpr std::size_t piece_length = 16384;
static_assert(piece_length % common::block_length == 0);

struct Aead {
  Mode mode;
  union {
    N<N1> n1;
    N<N2> n2;
    M<M1> m1;
    M<M2> m2;
  };
};
using Modes = common::Modes<&Aead::n1, &Aead::n2, &Aead::m1, &Aead::m2>;

struct Memory {
  Aead aead;
  std::uint8_t window[key_length + most_nonce_length + piece_length + most_tag_length];
};

}  // namespace tgif

namespace suite = tgif;

#include "../../common/module_aead.hpp"

extern "C" void suite_tgif() {}
