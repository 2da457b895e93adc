// The specifications of Remus v1: of N1, M1, N2 and M2 over SKINNY-128-128, and of N3 over SKINNY-64-128 [remus 1].
#pragma once

#include "../../modes/ice/domains.hpp"
#include "../../modes/ice/specification.hpp"
#include "../../primitives/skinny/skinny.hpp"
#if defined(__wasm_simd128__)
#include "../../primitives/skinny/bitsliced.hpp"
#endif

namespace remus {

using common::Block;
using common::SmallBlock;
using ice::Kind;

// N1, N2, M1 and M2.
template <template <class> class Kernel, Kind of, std::uint64_t base>
struct Large {
  using Cipher = Kernel<skinny::Skinny128_128>;
  using Text = Block;

  static constexpr Kind kind = of;
  static constexpr std::size_t nonce_length = 16;
  static constexpr std::uint64_t domain_base = base;

  [[gnu::always_inline]] static void encrypt(Block key, Text& text) { Cipher::encrypt(Cipher::bare, key, text); }

  [[gnu::always_inline]] static void encrypt_both(ice::CipherCall<Text> first, ice::CipherCall<Text> second) {
    Cipher::encrypt_both({Cipher::bare, first.key, first.text}, {Cipher::bare, second.key, second.text});
  }
};

// N3, whose key is TK1 and TK2.
template <template <class> class Kernel>
struct Small {
  using Cipher = Kernel<skinny::Skinny64_128>;
  using Text = SmallBlock;

  static constexpr Kind kind = Kind::ice3;
  static constexpr std::size_t nonce_length = 12;
  static constexpr std::uint64_t domain_base = ice::domains::n3;

  [[gnu::always_inline]] static void encrypt(Block key, Text& text) { Cipher::encrypt_once(key[0], key[1], text); }

  [[gnu::always_inline]] static void encrypt_both(ice::CipherCall<Text> first, ice::CipherCall<Text> second) {
    encrypt(first.key, first.text);
    encrypt(second.key, second.text);
  }
};

#if defined(__wasm_simd128__)
// Of all members but N3.
class LargeLanes {
 public:
  using Cipher = skinny::Bitsliced<skinny::Skinny128_128>;
  using Planes = typename Cipher::Planes;
  using Text = Block;

  Cipher cipher;

  // The key is TK1, so the schedule of all else is made once.
  void choose(unsigned count) {
    cipher.choose(count);
    cipher.set_tweakeys(schedule_, none_);
  }

  void set_keys(const std::uint8_t* const* from) {
    cipher.spread(key_, from);
    cipher.template set_tweakey1<skinny::Tweakey1::whole>(schedule1_, key_);
  }

  void encrypt(Planes& blocks) { cipher.encrypt(blocks, schedule_, schedule1_, skinny::Tweakey1::whole); }

 private:
  typename Cipher::Schedule schedule_;
  typename Cipher::Schedule1 schedule1_;
  skinny::Tweakeys<typename Cipher::Member> none_;
  Planes key_;
};

class SmallLanes {
 public:
  using Cipher = skinny::Bitsliced<skinny::Skinny64_128>;
  using Planes = typename Cipher::Planes;
  using Text = SmallBlock;

  Cipher cipher;

  void choose(unsigned count) {
    cipher.choose(count);
    cipher.clear(tweakey_[0]);
    cipher.set_bare(bare_, tweakey_);
  }

  void set_keys(const std::uint8_t* const* from) {
    cipher.spread(key_, from);
    for (unsigned i = 0; i < cipher.lanes(); i++) second_at_[i] = from[i] + sizeof(Text);
    cipher.spread(tweakey_[0], second_at_);
    cipher.set_tweakeys_once(schedule_, bare_, key_, tweakey_);
  }

  void encrypt(Planes& blocks) { cipher.encrypt_once(blocks, schedule_); }

 private:
  typename Cipher::Schedule schedule_, bare_;
  skinny::Tweakeys<typename Cipher::Member> tweakey_;
  Planes key_;
  const std::uint8_t* second_at_[Cipher::most_lanes];
};
#endif

}  // namespace remus
