// The module of ISAP with planted leaks. Its results are right. The check must report each line that says `leak`, with
// SIMD and without it.

#include "../../../../wasm-src/primitives/ascon/portable.hpp"
#include "../../../../wasm-src/primitives/keccak/p400_portable.hpp"
#include "../../leaky/equal.hpp"

namespace ascon {

// Looks up a byte of the state in a table.
class LeakyPortable : public Portable {
 public:
  [[gnu::always_inline]] static void permute(State& state, unsigned count) {
    leaky::sink = leaky::table[state.word[0] & 0xff];  // leak
    Portable::permute(state, count);
  }
};

}  // namespace ascon

namespace keccak {

// Branches on the bits from which a key is derived.
class LeakyPortable : public Portable {
 public:
  [[gnu::always_inline]] static void add_bit(State& state, std::uint32_t bit) {
    if (bit != 0)  // leak
      leaky::sink = 2;
    Portable::add_bit(state, bit);
  }
};

}  // namespace keccak

#define Portable LeakyPortable
#define equal leaky_equal

#include "../../../../wasm-src/suites/isap/module.cpp"
