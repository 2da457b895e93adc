// The specification of a member over ICE, a block cipher under masks that double at each call, and these masks
// [remus 3].
#pragma once

#include <concepts>
#include <type_traits>

#include "../../common/rho.hpp"

namespace ice {

using common::Block, common::block_length, common::Direction;

// The ways to make masks from a key and a nonce [remus 3].
enum class Kind { ice1, ice2, ice3 };

template <class S>
concept Specification = requires(Block key, typename S::Text& text) {
  // A block of text: common::Block or common::SmallBlock. A tag has the same length.
  requires std::same_as<typename S::Text, common::Block> || std::same_as<typename S::Text, common::SmallBlock>;
  { S::kind } -> std::convertible_to<Kind>;
  { S::nonce_length } -> std::convertible_to<std::size_t>;
  // This number is added to every domain.
  { S::domain_base } -> std::convertible_to<std::uint64_t>;
  // Encrypts a block with the block cipher. Each key is used once.
  { S::encrypt(key, text) } -> std::same_as<void>;
  // Makes two calls that do not wait for each other. Each has a key, and a block that is encrypted in place.
  { S::encrypt_both({key, text}, {key, text}) } -> std::same_as<void>;
}
&&(S::kind == Kind::ice3 || std::same_as<typename S::Text, Block>);

// The length of a block. The lengths of all pieces of a string but the last are multiples of it.
template <class S>
inline constexpr std::size_t text_length = sizeof(typename S::Text);

// Returns a block of text as a Block. Zeros follow a short block.
INLINE Block as_block(Block x) { return x; }
INLINE Block as_block(common::SmallBlock x) { return Block{x, 0}; }

// The specification of a member with blocks of 16 bytes, over a cipher whose key is used once.
template <class Cipher, Kind of, std::uint64_t base>
struct WithLargeBlocks : Cipher {
  using Text = Block;
  static constexpr Kind kind = of;
  static constexpr std::size_t nonce_length = block_length;
  static constexpr std::uint64_t domain_base = base;
};

// Doubling in the field of 128 or of 120 bits adds this constant if the highest bit was set [remus 2.2].
inline constexpr std::uint64_t reduction_128 = 0x87, reduction_120 = 0x1b;

INLINE Block doubled(Block x) {
  const Block leaves = 0 - (x >> 63);
  return x << 1 ^ (Block{leaves[1], leaves[0]} & Block{reduction_128, 1});
}

// Doubles the first 15 bytes, and leaves the last byte as it is.
INLINE Block doubled_120(Block x) {
  constexpr std::uint64_t last_byte = std::uint64_t{0xff} << 56;
  const std::uint64_t low = x[0], high = x[1];
  return Block{low << 1 ^ ((0 - (high >> 55 & 1)) & reduction_120),
               (high & last_byte) | ((high << 1 | low >> 63) & ~last_byte)};
}

// These go into the last byte of a key: a domain, or second_key. The keys of V and L differ by second_key [remus 3].
INLINE Block in_last_byte(std::uint64_t byte) { return Block{0, byte << 56}; }
inline constexpr std::uint64_t second_key = 1;

// The masks of a call: L is the key without the domain, and V is added to the block before and after the cipher.
template <Specification S>
class Masks {
  using Text = typename S::Text;
  static constexpr bool has_block = S::kind == Kind::ice2;

 public:
  // Makes the first masks, before any doubling [remus 3].
  [[gnu::noinline]] void derive(const std::uint8_t* key, const std::uint8_t* nonce) {
    key_ = common::load_short(nonce, S::nonce_length);
    if constexpr (S::kind == Kind::ice3) {
      key_ ^= common::load(key);
    } else {
      S::encrypt(common::load(key), key_);
      if constexpr (has_block) {
        block_ = key_;
        S::encrypt(common::load(key) ^ in_last_byte(second_key), block_);
        block_ = common::g(block_);
      }
      key_ = common::g(key_);
    }
  }

  [[gnu::always_inline]] void step() {
    key_ = S::kind == Kind::ice3 ? doubled_120(key_) : doubled(key_);
    if constexpr (has_block) block_ = doubled(block_);
  }

  // Encrypts a block by the masked cipher, under these masks and a domain [remus 3].
  [[gnu::always_inline]] void call(std::uint64_t domain, Text& text) const {
    add(text);
    S::encrypt(key(domain), text);
    add(text);
  }

  struct Call {
    const Masks& masks;
    std::uint64_t domain;
    Text& text;
  };

  INLINE void call_both(Call first, Call second) {
    first.masks.add(first.text);
    second.masks.add(second.text);
    S::encrypt_both({first.masks.key(first.domain), first.text}, {second.masks.key(second.domain), second.text});
    first.masks.add(first.text);
    second.masks.add(second.text);
  }

 private:
  struct None {};

  [[gnu::always_inline]] Block key(std::uint64_t domain) const { return key_ ^ in_last_byte(S::domain_base + domain); }

  [[gnu::always_inline]] void add([[maybe_unused]] Text& text) const {
    if constexpr (has_block) text ^= block_;
  }

  Block key_;
  [[no_unique_address]] std::conditional_t<has_block, Block, None> block_;
};

}  // namespace ice
