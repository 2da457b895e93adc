// The specifications of TGIF v1: its members are modes over ICE with a cipher of their own [tgif 2].
#pragma once

#include "../../modes/ice/domains.hpp"
#include "../../modes/ice/specification.hpp"
#include "../../primitives/tgif-bc/tgif-bc.hpp"
#if defined(__wasm_simd128__)
#include "../../primitives/tgif-bc/blocks4.hpp"
#endif

namespace tgif {

using common::Block;
using ice::Kind;

template <tgif_bc::BlockCipher Cipher, Kind of, std::uint64_t base>
struct Member {
  using Text = Block;

  static constexpr Kind kind = of;
  static constexpr std::size_t nonce_length = 16;
  static constexpr std::uint64_t domain_base = base;

  [[gnu::always_inline]] static void encrypt(Block key, Text& text) { Cipher::encrypt(key, text); }

  [[gnu::always_inline]] static void encrypt_both(ice::CipherCall<Text> first, ice::CipherCall<Text> second) {
    Cipher::encrypt_both({first.key, first.text}, {second.key, second.text});
  }
};

#if defined(__wasm_simd128__)
class MemberLanes {
 public:
  using Cipher = tgif_bc::Blocks4;
  using Planes = Cipher::Planes;
  using Text = Block;

  Cipher cipher;

  // There is one number of lanes.
  static void choose(unsigned) {}

  void set_keys(const std::uint8_t* const* from) { Cipher::spread(keys_, from); }
  void encrypt(Planes& blocks) const { Cipher::encrypt(blocks, keys_); }

 private:
  Planes keys_;
};
#endif

}  // namespace tgif
