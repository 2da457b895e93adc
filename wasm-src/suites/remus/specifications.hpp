// The specifications of Remus v1. N1, M1, N2 and M2 are over SKINNY-128-128, and N3 is over SKINNY-64-128 [remus 1].
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

template <class Text>
struct Call {
  Block key;
  Text& text;
};

// A kernel without a schedule: all of its tweakey comes with each call.
template <class Kernel>
struct Keyed {
  INLINE void encrypt(Block key, Block& text) { Kernel::encrypt(Kernel::bare, key, text); }

  INLINE void encrypt_both(Call<Block> first, Call<Block> second) {
    Kernel::encrypt_both({Kernel::bare, first.key, first.text}, {Kernel::bare, second.key, second.text});
  }
};

template <template <class> class Kernel, Kind of, std::uint64_t base>
using Large = ice::WithLargeBlocks<Keyed<Kernel<skinny::Skinny128_128>>, of, base>;

// N3, whose key is TK1 and TK2.
template <template <class> class Kernel>
struct Small {
  using Cipher = Kernel<skinny::Skinny64_128>;
  using Text = SmallBlock;
  static constexpr Kind kind = Kind::ice3;
  static constexpr std::size_t nonce_length = 12;
  static constexpr std::uint64_t domain_base = ice::domains::n3;
  INLINE void encrypt(Block key, Text& text) { Cipher::encrypt_once(key[0], key[1], text); }

  INLINE void encrypt_both(Call<Text> first, Call<Text> second) {
    encrypt(first.key, first.text);
    encrypt(second.key, second.text);
  }
};

#if defined(__wasm_simd128__)
// The lanes of all members but N3.
class LargeLanes {
 public:
  using Cipher = skinny::Bitsliced<skinny::Skinny128_128>;
  using Planes = typename Cipher::Planes;
  using Text = Block;

  Cipher cipher;

  // The key is TK1, so the schedule without TK1 is made only once.
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
