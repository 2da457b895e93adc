// The differences between the members of the Romulus family: the cipher as a mode sees it, the counter, the domains,
// and the lengths of blocks. The modes are templates over a specification. This file also has that of Romulus v1.3.
#pragma once

#include <numeric>

#include "../../common/rho.hpp"
#include "../../primitives/skinny/skinny.hpp"
#include "counter.hpp"
#include "domains.hpp"

namespace romulus {

using common::Block, common::block_length, common::Direction;
using common::g, common::pad, common::rho, common::rho_last;

// True if a string ends in a whole block. The empty string has one block, an empty one [romulus 2.1].
inline bool ends_whole(std::size_t length) { return length != 0 && length % block_length == 0; }

// A call of the cipher under a tweak, a counter and a domain. The block is encrypted in place.
template <class Tweak>
struct CipherCall {
  const Tweak& tweak;
  std::uint64_t counter;  // with the domain behind it
  Block& text;
};

// A member of the family, as N and M need it.
template <class S>
concept Specification = requires(typename S::Key& key, typename S::Tweak& tweak, Block block,
                                 CipherCall<typename S::Tweak> call) {
  // The block counter, such as a BlockCounter.
  { S::Counter::length } -> std::convertible_to<std::size_t>;
  // This number is added to every domain.
  { S::domain_base } -> std::convertible_to<std::uint64_t>;
  // The length t of a tweak in bytes. A nonce is a tweak, too. An absorbed string consists of blocks of 16 and of t
  // bytes in turn. The blocks of 16 bytes go into the state, and the blocks of t bytes are tweaks.
  { S::tweak_length } -> std::convertible_to<std::size_t>;
  // set_key makes the part of the key alone, and set_tweak the part that also depends on a tweak's first t bytes.
  { S::set_key(key, block) } -> std::same_as<void>;
  { S::set_tweak(tweak, key, block) } -> std::same_as<void>;
  // Encrypts a block. This may schedule the key again, for the counter.
  { S::encrypt(key, call) } -> std::same_as<void>;
  // Makes two calls that do not wait for each other.
  { S::encrypt_both(key, call, call) } -> std::same_as<void>;
};

// The length of two blocks that make a pair. The first goes into the state, and the second is a tweak.
template <class S>
inline constexpr std::size_t pair_length = block_length + S::tweak_length;

// The length of the first or the second block of a pair. pad_absorbed pads such a block.
template <class S>
inline constexpr std::size_t absorbed_length(bool is_second) {
  return is_second ? S::tweak_length : block_length;
}

template <class S>
INLINE Block pad_absorbed(bool is_second, const std::uint8_t* bytes, std::size_t length) {
  if constexpr (S::tweak_length != block_length)
    if (is_second) return pad<S::tweak_length>(bytes, length);
  return pad(bytes, length);
}

// True if a string ends in a whole block. `is_second` is true if the string begins with the second block of a pair.
template <class S>
inline constexpr bool ends_whole(bool is_second, std::size_t length) {
  const std::size_t rest = length % pair_length<S>;
  return length != 0 && (rest == 0 || rest == absorbed_length<S>(is_second));
}

// The lengths of all pieces of a string but the last are multiples of this: whole pairs and whole blocks of text.
template <class S>
inline constexpr std::size_t piece_unit = std::lcm(block_length, pair_length<S>);

// The counter, with the domain behind it.
template <class S>
inline constexpr std::uint64_t with_domain(std::uint64_t counter, std::uint64_t domain) {
  return S::Counter::with_domain(counter, S::domain_base + domain);
}

// Romulus v1.3 [romulus 2.3]: TK1 = counter || domain || 0^8, TK2 = tweak, TK3 = key.
template <class Kernel>
requires common::TweakableBlockCipher<Kernel, 3>
struct Romulus13 {
  using Cipher = Kernel;
  using Counter = Romulus13Counter;
  using Key = typename Cipher::Schedule;
  using Tweak = typename Cipher::Schedule;
  static constexpr std::uint64_t domain_base = 0;
  static constexpr std::size_t tweak_length = block_length;
  INLINE void set_key(Key& key, Block block) { Cipher::template add_tweakey<3>(key, Cipher::bare, block); }

  INLINE void set_tweak(Tweak& tweak, const Key& key, Block block) {
    Cipher::template add_tweakey<2>(tweak, key, block);
  }

  INLINE void encrypt(const Key&, CipherCall<Tweak> call) {
    Cipher::encrypt(call.tweak, Block{call.counter, 0}, call.text);
  }

  INLINE void encrypt_both(const Key&, CipherCall<Tweak> first, CipherCall<Tweak> second) {
    Cipher::encrypt_both({first.tweak, Block{first.counter, 0}, first.text},
                         {second.tweak, Block{second.counter, 0}, second.text});
  }
};

// The modes of the family, in the order of their numbers.
enum class Mode : std::uint32_t { n, m, t, h };

// True if a text is read before it is crypted.
constexpr bool reads_first(Mode mode, Direction direction) {
  return mode == (direction == Direction::encrypt ? Mode::m : Mode::t);
}

}  // namespace romulus
