// The module of Romulus: its numbers of modes, their lengths, its memory and its kernels.

#include "../../common/modes.hpp"
#include "../../modes/romulus/h.hpp"
#include "../../modes/romulus/m.hpp"
#include "../../modes/romulus/n.hpp"
#include "../../modes/romulus/t.hpp"
#include "../../primitives/skinny/kernel.hpp"
#if defined(__wasm_simd128__)
#include "../../modes/romulus/scheduler.hpp"
#endif

namespace romulus {

using Cipher = skinny::Kernel<skinny::Skinny128_384Plus>;
using Romulus = Romulus13<Cipher>;
#if defined(__wasm_simd128__)
using Lanes = Scheduler<Romulus>;
#endif

// [romulus 1]
inline constexpr std::size_t key_length = 16, most_nonce_length = 16, most_tag_length = 16;
constexpr std::size_t nonce_length_of(Mode) { return most_nonce_length; }

inline constexpr std::size_t piece_length = 16384;
static_assert(piece_length % piece_unit<Romulus> == 0);

struct Aead {
  Mode mode;
  union {
    N<Romulus> n;
    M<Romulus> m;
    T<Romulus> t;
  };
};
using Modes = common::Modes<&Aead::n, &Aead::m, &Aead::t>;

struct Memory {
#if defined(__wasm_simd128__)
  Lanes lanes;
  Lane lane[Lanes::most];
#endif
  union {
    Aead aead;
    H<Romulus> hash;
  };
  std::uint8_t window[key_length + most_nonce_length + piece_length + most_tag_length];
};

}  // namespace romulus

namespace suite = romulus;

#include "../../common/module_aead.hpp"

extern "C" {

void hash_start() { memory.hash.start(); }
void hash_update(std::size_t length) { memory.hash.update(memory.window, length); }

// Writes the digest to the window.
void hash_finish() { memory.hash.finish(memory.window); }

// Hashes a whole message, which is in the window, and writes the digest to the window.
void hash(std::size_t length) {
  hash_start();
  hash_update(length);
  hash_finish();
}
}

#include "../../common/module_lanes.hpp"

extern "C" void suite_romulus() {}
