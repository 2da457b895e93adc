// The specifications of Romulus v1.2. Each is for two members: N1 and M1, N2 and M2, N3 and M3 [romulus-v12 2.3].
#pragma once

#include "../../modes/romulus/specification.hpp"

namespace romulus_v12 {

using common::Block;
using romulus::CipherCall;

// Romulus-N1 and -M1 are Romulus v1.3 over SKINNY-128-384.
template <template <class> class Kernel>
using First = romulus::Romulus13<Kernel<skinny::Skinny128_384>>;

// The counter of N3 and M3. The counter of N2 and M2 has two halves, each of which is such a counter [romulus-v12 2.2].
inline constexpr unsigned half_width = 24;
inline constexpr std::uint64_t half_polynomial = 0x1b;
using HalfCounter = romulus::BlockCounter<half_width, half_polynomial>;

// The counter of N2 and M2 [romulus-v12 2.3]. TK1 begins with the low half and the domain. TK3 is the high half, which
// is in the upper word here. The high half takes a step when the low half is back at its first value. There is no
// comparison, so no compiler can make a branch of it.
class TwoHalvesCounter {
  static constexpr unsigned high_position = 32;

 public:
  static constexpr std::size_t length = HalfCounter::length;
  static constexpr std::uint64_t first = 1 | std::uint64_t{1} << high_position;

  static constexpr std::uint64_t with_domain(std::uint64_t counter, std::uint64_t domain) {
    return counter | domain << half_width;
  }

  static constexpr std::uint64_t next_with_domain(std::uint64_t both) {
    const std::uint64_t low = reduced((both & low_bits) << 1);
    const std::uint64_t is_back = ((low ^ 1) - 1) >> 63;
    return low | (both & domain_bits) | reduced(high_of(both) << is_back) << high_position;
  }

  static constexpr std::uint64_t next(std::uint64_t counter) { return next_with_domain(counter); }
  static constexpr std::uint64_t without_domain(std::uint64_t both) { return both & ~domain_bits; }
  static constexpr std::uint64_t low_of(std::uint64_t both) { return both & (low_bits | domain_bits); }
  static constexpr std::uint64_t high_of(std::uint64_t both) { return both >> high_position; }

 private:
  static constexpr std::uint64_t low_bits = (std::uint64_t{1} << half_width) - 1;
  static constexpr std::uint64_t domain_bits = (std::uint64_t{1} << high_position) - 1 - low_bits;

  // Reduces a value that has one bit too many, modulo x^24 + half_polynomial.
  static constexpr std::uint64_t reduced(std::uint64_t x) {
    return x ^ (x >> half_width) * (std::uint64_t{1} << half_width | half_polynomial);
  }
};

// The common part of Romulus-N2, -M2, -N3 and -M3: TK1 = counter || domain || tweak, TK2 = key.
template <class Kernel, std::uint64_t base>
struct Short {
  using Cipher = Kernel;
  using Tweak = Block;
  static constexpr std::uint64_t domain_base = base;
  static constexpr std::size_t tweak_length = 12;

  template <class Key>
  INLINE void set_tweak(Tweak& tweak, const Key&, Block block) {
    tweak = behind_counter(block);
  }

  INLINE Block behind_counter(Block tweak) { return Block{tweak[0] << 32, tweak[1] << 32 | tweak[0] >> 32}; }
};

// In N2 and M2, TK3 is the high half of the counter.
template <template <class> class Kernel>
struct Second : Short<Kernel<skinny::Skinny128_384>, 64> {
  using Cipher = Kernel<skinny::Skinny128_384>;
  using Tweak = Block;
  using Counter = TwoHalvesCounter;

  // The key, its schedule, and the counter's high half in this schedule, which changes after 268 megabytes of text.
  struct Key {
    typename Cipher::Schedule schedule;
    Block block;
    std::uint64_t high;
  };

  INLINE void set_key(Key& key, Block block) {
    key.block = block;
    schedule(key, 1);
  }

  INLINE void encrypt(Key& key, CipherCall<Tweak> call) {
    prepare(key, call);
    Cipher::encrypt(key.schedule, tweakey1(call), call.text);
  }

  INLINE void encrypt_both(Key& key, CipherCall<Tweak> first, CipherCall<Tweak> second) {
    if (Counter::high_of(first.counter) != Counter::high_of(second.counter)) {
      encrypt(key, first);
      encrypt(key, second);
      return;
    }
    prepare(key, first);
    Cipher::encrypt_both({key.schedule, tweakey1(first), first.text}, {key.schedule, tweakey1(second), second.text});
  }

 private:
  INLINE void prepare(Key& key, const CipherCall<Tweak>& call) {
    const std::uint64_t high = Counter::high_of(call.counter);
    if (key.high != high) schedule(key, high);
  }

  [[gnu::noinline]] static void schedule(Key& key, std::uint64_t high) {
    Cipher::template add_tweakey<3>(key.schedule, Cipher::bare, Block{high, 0});
    Cipher::template add_tweakey<2>(key.schedule, key.schedule, key.block);
    key.high = high;
  }

  INLINE Block tweakey1(const CipherCall<Tweak>& call) { return call.tweak | Block{Counter::low_of(call.counter), 0}; }
};

// N3 and M3 have no TK3.
template <template <class> class Kernel>
struct Third : Short<Kernel<skinny::Skinny128_256>, 128> {
  using Cipher = Kernel<skinny::Skinny128_256>;
  using Tweak = Block;
  using Counter = HalfCounter;
  using Key = typename Cipher::Schedule;
  INLINE void set_key(Key& key, Block block) { Cipher::template add_tweakey<2>(key, Cipher::bare, block); }

  INLINE void encrypt(const Key& key, CipherCall<Tweak> call) {
    Cipher::encrypt(key, call.tweak | Block{call.counter, 0}, call.text);
  }

  INLINE void encrypt_both(const Key& key, CipherCall<Tweak> first, CipherCall<Tweak> second) {
    Cipher::encrypt_both({key, first.tweak | Block{first.counter, 0}, first.text},
                         {key, second.tweak | Block{second.counter, 0}, second.text});
  }
};

}  // namespace romulus_v12
