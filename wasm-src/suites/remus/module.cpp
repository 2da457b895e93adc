// The module of Remus: its numbers of modes, their lengths, its memory and its kernels.

#include "../../common/modes.hpp"
#include "../../modes/ice/m.hpp"
#include "../../modes/ice/n.hpp"
#include "../../primitives/skinny/kernel.hpp"
#include "specifications.hpp"

namespace remus {

using ice::Direction, ice::M, ice::N;
using N1 = Large<skinny::Kernel, Kind::ice1, ice::domains::n1>;
using N2 = Large<skinny::Kernel, Kind::ice2, ice::domains::n2>;
using N3 = Small<skinny::Kernel>;
using M1 = Large<skinny::Kernel, Kind::ice1, ice::domains::m1>;
using M2 = Large<skinny::Kernel, Kind::ice2, ice::domains::m2>;

enum class Mode : std::uint32_t { n1, n2, n3, m1, m2 };

constexpr bool reads_first(Mode mode, Direction direction) {
  return mode >= Mode::m1 && direction == Direction::encrypt;
}

// [remus 1]
inline constexpr std::size_t key_length = 16, most_nonce_length = N1::nonce_length, most_tag_length = 16;

constexpr std::size_t nonce_length_of(Mode mode) { return mode == Mode::n3 ? N3::nonce_length : most_nonce_length; }

// A tag is as long as a block.
constexpr std::size_t tag_length_of(Mode mode) { return mode == Mode::n3 ? ice::text_length<N3> : most_tag_length; }

inline constexpr std::size_t piece_length = 16384;
static_assert(piece_length % common::block_length == 0);

struct Aead {
  Mode mode;
  union {
    N<N1> n1;
    N<N2> n2;
    N<N3> n3;
    M<M1> m1;
    M<M2> m2;
  };
};
using Modes = common::Modes<&Aead::n1, &Aead::n2, &Aead::n3, &Aead::m1, &Aead::m2>;

struct Memory {
  Aead aead;
  std::uint8_t window[key_length + most_nonce_length + piece_length + most_tag_length];
};

}  // namespace remus

namespace suite = remus;

#include "../../common/module_aead.hpp"

extern "C" void suite_remus() {}
