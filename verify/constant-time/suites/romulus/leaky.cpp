// The module of Romulus with planted leaks. Its results are right. The check must report each line that says `leak`,
// with SIMD and without it. In lanes, it must also report each line that says `leak in lanes`.

#if defined(__wasm_simd128__)
#include "../../../../wasm-src/primitives/skinny/bitsliced32.hpp"
#include "../../../../wasm-src/primitives/skinny/bitsliced8.hpp"
#include "../../../../wasm-src/primitives/skinny/simd128.hpp"
#else
#include "../../../../wasm-src/primitives/skinny/portable.hpp"
#endif
#include "../../leaky/cipher.hpp"

namespace skinny {

#if defined(__wasm_simd128__)
inline bool is_odd(const planes::Planes& blocks) {
  return common::load(reinterpret_cast<const std::uint8_t*>(&blocks))[0] % 2 == 1;
}

class LeakyBitsliced8 : public Bitsliced8 {
 public:
  static void encrypt(Planes& blocks, const Schedule& schedule, const Schedule1& schedule1, Tweakey1 used) {
    if (is_odd(blocks))  // leak in lanes
      leaky::sink = 1;
    Bitsliced8::encrypt(blocks, schedule, schedule1, used);
  }
};

class LeakyBitsliced32 : public Bitsliced32 {
 public:
  void encrypt(Planes& blocks, const Schedule& schedule, const Schedule1& schedule1, Tweakey1 used) {
    if (is_odd(blocks))  // leak in lanes
      leaky::sink = 2;
    Bitsliced32::encrypt(blocks, schedule, schedule1, used);
  }
};

template <class Member>
using LeakySimd128 = leaky::Cipher<Simd128<Member>>;
#define Simd128 LeakySimd128
#define Bitsliced8 LeakyBitsliced8
#define Bitsliced32 LeakyBitsliced32
#else
template <class Member>
using LeakyPortable = leaky::Cipher<Portable<Member>>;
#define Portable LeakyPortable
#endif

}  // namespace skinny

#define equal leaky_equal

#include "../../../../wasm-src/suites/romulus/module.cpp"
