// The module of Romulus over Deoxys-BC with leaks in it, for the check to find: each line that says so is to be
// reported, with SIMD and without. What it computes is right.

#if defined(__wasm_simd128__)
#include "../../../../wasm-src/primitives/deoxys-bc/simd128.hpp"
#else
#include "../../../../wasm-src/primitives/deoxys-bc/portable.hpp"
#endif
#include "../../leaky/equal.hpp"

namespace deoxys_bc {

using leaky::sink, leaky::table;

// Looks a byte of the block up in a table, and one of the key.
template <class Cipher>
class Leaky : public Cipher {
 public:
  using Schedule = typename Cipher::Schedule;

  static void encrypt(const Schedule& schedule, Block tweakey1, Block& text) {
    sink = table[text[0] & 0xff];  // leak
    Cipher::encrypt(schedule, tweakey1, text);
  }

  template <unsigned word>
  static void add_tweakey(Schedule& schedule, const Schedule& base, Block tweakey) {
    if constexpr (word == 3) sink = table[tweakey[1] & 0xff];  // leak
    Cipher::template add_tweakey<word>(schedule, base, tweakey);
  }
};

#if defined(__wasm_simd128__)
using LeakySimd128 = Leaky<Simd128>;
#define Simd128 LeakySimd128
#else
using LeakyPortable = Leaky<Portable>;
#define Portable LeakyPortable
#endif

}  // namespace deoxys_bc

#define equal leaky_equal

#include "../../../../wasm-src/suites/deoxys/module.cpp"
