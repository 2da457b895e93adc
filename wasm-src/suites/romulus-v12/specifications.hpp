// The specifications of Romulus v1.2: of N1 and M1, of N2 and M2, of N3 and M3 [romulus-v12 2.3].
#pragma once

#include "../../modes/romulus/specification.hpp"
#if defined(__wasm_simd128__)
#include "../../modes/romulus/specification_lanes.hpp"
#endif

namespace romulus_v12 {

using common::Block;
using romulus::CipherCall;

// Romulus-N1 and -M1 are Romulus v1.3 over SKINNY-128-384.
template <template <class> class Kernel>
using First = romulus::Romulus13<Kernel<skinny::Skinny128_384>>;

// The second half of the counter of N2 and M2 at its beginning, in TK3.
inline constexpr Block first_counter = {1, 0};

// Romulus-N2, -M2, -N3 and -M3: TK1 = counter || domain || tweak, TK2 = key, and in the first two TK3 = 1.
template <class Kernel, std::uint64_t base>
struct Short {
  using Cipher = Kernel;
  using Counter = romulus::BlockCounter<24, 0x1b>;
  using Key = typename Cipher::Schedule;
  using Tweak = Block;

  static constexpr std::uint64_t domain_base = base;
  static constexpr std::size_t tweak_length = 12;

  [[gnu::always_inline]] static void set_key(Key& key, Block block) {
    key = Cipher::bare;
    if constexpr (Cipher::Member::tweakey_words == 3) Cipher::template add_tweakey<3>(key, key, first_counter);
    Cipher::template add_tweakey<2>(key, key, block);
  }

  [[gnu::always_inline]] static void set_tweak(Tweak& tweak, const Key&, Block block) { tweak = behind_counter(block); }

  [[gnu::always_inline]] static Block behind_counter(Block tweak) {
    return Block{tweak[0] << 32, tweak[1] << 32 | tweak[0] >> 32};
  }

  [[gnu::always_inline]] static void encrypt(const Key& key, CipherCall<Tweak> call) {
    Cipher::encrypt(key, call.tweak | Block{call.counter, 0}, call.text);
  }

  [[gnu::always_inline]] static void encrypt_both(const Key& key, CipherCall<Tweak> first, CipherCall<Tweak> second) {
    Cipher::encrypt_both({key, first.tweak | Block{first.counter, 0}, first.text},
                         {key, second.tweak | Block{second.counter, 0}, second.text});
  }
};

template <template <class> class Kernel>
using Second = Short<Kernel<skinny::Skinny128_384>, 64>;
template <template <class> class Kernel>
using Third = Short<Kernel<skinny::Skinny128_256>, 128>;

#if defined(__wasm_simd128__)
using FirstLanes = romulus::Romulus13Lanes<skinny::Bitsliced<skinny::Skinny128_384>>;

template <class S>
class ShortLanes {
 public:
  using Cipher = skinny::Bitsliced<typename S::Cipher::Member>;
  using Planes = typename Cipher::Planes;

  Cipher cipher;

  void set_keys(const std::uint8_t* const* from) {
    cipher.spread(tweakeys_[0], from);
    if constexpr (Cipher::Member::tweakey_words == 3) {
      for (unsigned i = 0; i < cipher.lanes(); i++) tweakey3_at_[i] = romulus::bytes_of(first_counter);
      cipher.spread(tweakeys_[1], tweakey3_at_);
    }
    is_scheduled_ = false;
  }

  void set_tweaks(const std::uint8_t* const* from) {
    for (unsigned i = 0; i < cipher.lanes(); i++) tweak_[i] = S::behind_counter(common::load(from[i]));
  }

  void schedule() {
    if (!is_scheduled_) cipher.set_tweakeys(schedule_, tweakeys_);
    is_scheduled_ = true;
  }

  void set_counters(const std::uint8_t* const* from) {
    for (unsigned i = 0; i < cipher.lanes(); i++) {
      block_[i] = tweak_[i] | Block{common::load(from[i])[0], 0};
      tweakey1_at_[i] = romulus::bytes_of(block_[i]);
    }
    cipher.spread(tweakey1_, tweakey1_at_);
    cipher.template set_tweakey1<skinny::Tweakey1::whole>(schedule1_, tweakey1_);
  }

  void encrypt(Planes& blocks) { cipher.encrypt(blocks, schedule_, schedule1_, skinny::Tweakey1::whole); }

 private:
  typename Cipher::Schedule schedule_;
  typename Cipher::Schedule1 schedule1_;
  skinny::Tweakeys<typename Cipher::Member> tweakeys_;
  Planes tweakey1_;
  Block tweak_[Cipher::most_lanes], block_[Cipher::most_lanes];
  const std::uint8_t *tweakey1_at_[Cipher::most_lanes], *tweakey3_at_[Cipher::most_lanes];
  bool is_scheduled_;
};
#endif

}  // namespace romulus_v12
