// The module of Romulus with leaks in it, for the check to find: each line that says so is to be reported, with SIMD or
// without, or only in lanes. What it computes is right.

#if defined(__wasm_simd128__)
#include "../../../../wasm-src/primitives/skinny/bitsliced32.hpp"
#include "../../../../wasm-src/primitives/skinny/bitsliced8.hpp"
#include "../../../../wasm-src/primitives/skinny/simd128.hpp"
#else
#include "../../../../wasm-src/primitives/skinny/portable.hpp"
#endif
#include "../../leaky/equal.hpp"

namespace skinny {

using common::Block;
using leaky::sink, leaky::table;

// Looks a cell up in a table.
template <class Cipher>
class LeakyCipher : public Cipher {
 public:
  static void encrypt(const typename Cipher::Schedule& schedule, Block tweakey1, Block& text) {
    sink = table[text[0] & 0xff];  // leak
    Cipher::encrypt(schedule, tweakey1, text);
  }
};

// The same in a round tweakey.
template <class Cipher>
class LeakyKeys : public LeakyCipher<Cipher> {
 public:
  template <unsigned word>
  static void add_tweakey(typename Cipher::Schedule& schedule, const typename Cipher::Schedule& base, Block tweakey) {
    if constexpr (word == 3) sink = table[tweakey[1] & 0xff];  // leak
    Cipher::template add_tweakey<word>(schedule, base, tweakey);
  }
};

#if defined(__wasm_simd128__)
template <class Member>
class LeakyBitsliced8 : public Bitsliced8<Member> {
  using Base = Bitsliced8<Member>;

 public:
  void encrypt(typename Base::Planes& blocks, const typename Base::Schedule& schedule,
               const typename Base::Schedule1& schedule1, Tweakey1 used) {
    if (common::load(reinterpret_cast<const std::uint8_t*>(&blocks))[0] % 2 == 1)  // leak in lanes
      sink = 1;
    Base::encrypt(blocks, schedule, schedule1, used);
  }
};

template <class Member>
class LeakyBitsliced32 : public Bitsliced32<Member> {
  using Base = Bitsliced32<Member>;

 public:
  void encrypt(typename Base::Planes& blocks, const typename Base::Schedule& schedule,
               const typename Base::Schedule1& schedule1, Tweakey1 used) {
    if (common::load(reinterpret_cast<const std::uint8_t*>(&blocks))[0] % 2 == 1)  // leak in lanes
      sink = 2;
    Base::encrypt(blocks, schedule, schedule1, used);
  }
};

template <class Member>
using LeakySimd128 = LeakyKeys<Simd128<Member>>;
#define Simd128 LeakySimd128
#define Bitsliced8 LeakyBitsliced8
#define Bitsliced32 LeakyBitsliced32
#else
template <class Member>
using LeakyPortable = LeakyKeys<Portable<Member>>;
#define Portable LeakyPortable
#endif

}  // namespace skinny

#define equal leaky_equal

#include "../../../../wasm-src/suites/romulus/module.cpp"
