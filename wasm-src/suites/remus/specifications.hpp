// The specifications of Remus v1. N1, M1, N2 and M2 are over SKINNY-128-128, and N3 is over SKINNY-64-128 [remus 1].
#pragma once

#include "../../modes/ice/domains.hpp"
#include "../../modes/ice/specification.hpp"
#include "../../primitives/skinny/skinny.hpp"

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

}  // namespace remus
