// The module of ISAP with planted leaks. Its results are right. The check must report each line that says `leak`, with
// SIMD and without it. In lanes, it must also report each line that says `leak in lanes`.

#include "../../../../wasm-src/primitives/ascon/portable.hpp"
#include "../../../../wasm-src/primitives/keccak/p400_portable.hpp"
#if defined(__wasm_simd128__)
#include "../../../../wasm-src/primitives/ascon/bitsliced8.hpp"
#include "../../../../wasm-src/primitives/keccak/p400_bitsliced8.hpp"
#endif
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

#if defined(__wasm_simd128__)
class LeakyBitsliced8 : public Bitsliced8 {
 public:
  void permute(unsigned count) {
    if (reinterpret_cast<const std::uint8_t*>(this)[0] % 2 == 1)  // leak in lanes
      leaky::sink = 1;
    Bitsliced8::permute(count);
  }
};
#endif

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

#if defined(__wasm_simd128__)
class LeakyBitsliced8 : public Bitsliced8 {
 public:
  void absorb_bits(const std::uint8_t* const* strings, unsigned rounds) {
    if (strings[0][0] % 2 == 1)  // leak in lanes
      leaky::sink = 3;
    Bitsliced8::absorb_bits(strings, rounds);
  }
};
#endif

}  // namespace keccak

#define Portable LeakyPortable
#define Bitsliced8 LeakyBitsliced8
#define equal leaky_equal

#include "../../../../wasm-src/suites/isap/module.cpp"
