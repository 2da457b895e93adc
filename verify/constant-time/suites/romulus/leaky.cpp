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
template <class Base>
class Leaky : public Base {
 public:
  void encrypt(typename Base::Planes& blocks, const typename Base::Schedule& schedule,
               const typename Base::Schedule1& schedule1, Tweakey1 used) {
    const bool is_odd = common::load(reinterpret_cast<const std::uint8_t*>(&blocks))[0] % 2 == 1;
    if (Base::lanes() == 8 && is_odd)  // leak in lanes
      leaky::sink = 1;
    if (Base::lanes() == 32 && is_odd)  // leak in lanes
      leaky::sink = 2;
    Base::encrypt(blocks, schedule, schedule1, used);
  }
};
using LeakyBitsliced8 = Leaky<Bitsliced8>;
using LeakyBitsliced32 = Leaky<Bitsliced32>;
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
