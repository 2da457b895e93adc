// The module of ISAP: its numbers of modes, their lengths, its memory and its kernels.

#include "../../primitives/ascon/portable.hpp"
#include "../../primitives/keccak/p400_portable.hpp"
#include "isap.hpp"

namespace isap {

inline constexpr std::size_t most_nonce_length = nonce_length, most_tag_length = tag_length;
constexpr std::size_t nonce_length_of(Mode) { return nonce_length; }

constexpr bool reads_first(Mode, Direction direction) { return direction == Direction::decrypt; }

inline constexpr std::size_t piece_length = 16128;
static_assert(piece_length % ascon::rate == 0 && piece_length % keccak::rate == 0);
static_assert(ascon::rate == rate_of(Mode::a128a) && keccak::rate == rate_of(Mode::k128a));

struct Aead {
  Mode mode;
  union {
    Isap<ascon::Portable> ascon;
    Isap<keccak::Portable> keccak;
  };
};

// All modes over one permutation share a type of state, which is told the mode before each call.
struct Modes {
  template <class Work>
  static auto with(Aead& aead, unsigned, Work work) {
    const auto work_with = [mode = aead.mode, work](auto& state) {
      state.choose(mode);
      return work(state);
    };
    return is_ascon(aead.mode) ? work_with(aead.ascon) : work_with(aead.keccak);
  }
};

struct Memory {
  Aead aead;
  std::uint8_t window[key_length + nonce_length + piece_length + tag_length];
};

}  // namespace isap

namespace suite = isap;

#include "../../common/module_aead.hpp"

extern "C" void suite_isap() {}
