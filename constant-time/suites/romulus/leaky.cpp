// The module of Romulus with leaks in it, for the check to find: each line that says so is to be reported, with SIMD or
// without, or only in lanes. What it computes is right.

#if defined(__wasm_simd128__)
#include "../../../wasm-src/primitives/skinny/bitsliced32.hpp"
#include "../../../wasm-src/primitives/skinny/bitsliced8.hpp"
#include "../../../wasm-src/primitives/skinny/simd128.hpp"
#else
#include "../../../wasm-src/primitives/skinny/portable.hpp"
#endif
#include "../../leaky/equal.hpp"

namespace skinny {

using leaky::sink, leaky::table;

// Looks a cell up in a table.
template <class Cipher>
class LeakyCipher : public Cipher {
 public:
  static void encrypt(const typename Cipher::Schedule& schedule, std::uint64_t tweakey1, Block& text) {
    sink = table[text[0] & 0xff];  // leak
    Cipher::encrypt(schedule, tweakey1, text);
  }
};

// The same in a round tweakey.
template <class Cipher>
class LeakyKeys : public LeakyCipher<Cipher> {
 public:
  static void set_tweakey3(typename Cipher::Schedule& schedule, Block tweakey3) {
    sink = table[tweakey3[1] & 0xff];  // leak
    Cipher::set_tweakey3(schedule, tweakey3);
  }
};

#if defined(__wasm_simd128__)
class LeakyLanes8 : public Lanes8 {
 public:
  void encrypt(Planes& blocks, const Schedule& schedule, const Schedule1& schedule1, bool whole) {
    if (common::load(reinterpret_cast<const std::uint8_t*>(&blocks))[0] % 2 == 1)  // leak in lanes
      sink = 1;
    Lanes8::encrypt(blocks, schedule, schedule1, whole);
  }
};

class LeakyLanes32 : public Lanes32 {
 public:
  void encrypt(Planes& blocks, const Schedule& schedule, const Schedule1& schedule1, bool whole) {
    if (common::load(reinterpret_cast<const std::uint8_t*>(&blocks))[0] % 2 == 1)  // leak in lanes
      sink = 2;
    Lanes32::encrypt(blocks, schedule, schedule1, whole);
  }
};

using LeakySimd128 = LeakyKeys<Simd128>;
#define Simd128 LeakySimd128
#define Lanes8 LeakyLanes8
#define Lanes32 LeakyLanes32
#else
using LeakyPortable = LeakyKeys<Portable>;
#define Portable LeakyPortable
#endif

}  // namespace skinny

#define equal leaky_equal

#include "../../../wasm-src/suites/romulus/module.cpp"
