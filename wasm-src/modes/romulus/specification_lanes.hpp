// The cipher of a specification as the scheduler sees it, and the cipher of Romulus v1.3.
#pragma once

#include "../../primitives/skinny/bitsliced.hpp"
#include "specification.hpp"

namespace romulus {

// Each lane has its own key, tweak and counter. Each of them is read as 16 bytes from an address, but only its
// specified length counts. A call encrypts under the values that were set last.
template <class L>
concept LanesSpecification = skinny::LanesCipher<typename L::Cipher> &&
    requires(L lanes, typename L::Planes& blocks, const std::uint8_t* const* from) {
  { lanes.cipher } -> std::same_as<typename L::Cipher&>;
  { lanes.set_keys(from) } -> std::same_as<void>;
  { lanes.set_tweaks(from) } -> std::same_as<void>;
  // This must be called after new keys or tweaks.
  { lanes.schedule() } -> std::same_as<void>;
  // Each counter has the domain behind it.
  { lanes.set_counters(from) } -> std::same_as<void>;
  { lanes.encrypt(blocks) } -> std::same_as<void>;
};

// True if a kernel is faster when all lanes have the same counter. Lanes that began together have the same counter.
template <class L>
concept SharesCounters = requires(L lanes, std::uint64_t counter) {
  { lanes.share_counter(counter) } -> std::same_as<void>;
};

// True if keys are scheduled anew when counters change. Then idle lanes need valid counters, too.
template <class L>
inline constexpr bool counts_in_keys = requires {
  requires L::counts_in_keys;
};

// The further functions that Romulus-T and -H need.
template <class L>
concept PairedLanesSpecification = LanesSpecification<L> &&
    requires(L lanes, typename L::Planes& blocks, const typename L::Planes& nonces, const std::uint8_t* const* from,
             std::uint8_t* const* to) {
  // `compress` makes a step of the hash. It changes h, and g stays inside the kernel.
  { lanes.set_g(from) } -> std::same_as<void>;
  { lanes.compress(blocks, blocks) } -> std::same_as<void>;
  { lanes.gather_g(to) } -> std::same_as<void>;
  { lanes.clear_tweaks() } -> std::same_as<void>;
  // Makes a block of the stream, and replaces the key by the next one.
  { lanes.make_stream(blocks, nonces) } -> std::same_as<void>;
  { lanes.gather_keys(to) } -> std::same_as<void>;
};

// Romulus v1.3 [romulus 2.3]: TK1 = counter || domain || 0^8, TK2 = tweak, TK3 = key.
template <skinny::LanesCipher Kernel>
class Romulus13Lanes {
 public:
  using Cipher = Kernel;
  using Planes = typename Cipher::Planes;

  Cipher cipher;

  void set_keys(const std::uint8_t* const* from) { cipher.spread(tweakeys_[1], from); }
  void set_tweaks(const std::uint8_t* const* from) { cipher.spread(tweakeys_[0], from); }
  void schedule() { cipher.set_tweakeys(schedule_, tweakeys_); }

  void set_counters(const std::uint8_t* const* from) {
    cipher.spread(tweakey1_, from);
    cipher.template set_tweakey1<Tweakey1::half>(schedule1_, tweakey1_);
  }

  void share_counter(std::uint64_t counter) {
    cipher.broadcast(tweakey1_, counter);
    cipher.template set_tweakey1<Tweakey1::half>(schedule1_, tweakey1_);
  }

  void encrypt(Planes& blocks) { cipher.encrypt(blocks, schedule_, schedule1_, Tweakey1::half); }

  // A step of the hash [romulus 6.2]. Tweaks and keys hold the block of the message, and TK1 holds g.
  void compress(Planes& h, Planes& spare) {
    cipher.template set_tweakey1<Tweakey1::whole>(schedule1_, tweakey1_);
    cipher.copy(spare, h);
    cipher.copy(tweakey1_, h);
    cipher.template flip<0, 0>(tweakey1_);
    cipher.encrypt(h, schedule_, schedule1_, Tweakey1::whole);
    cipher.encrypt(tweakey1_, schedule_, schedule1_, Tweakey1::whole);
    cipher.add(h, spare);
    cipher.add(tweakey1_, spare);
    cipher.template flip<0, 0>(tweakey1_);
  }

  void set_g(const std::uint8_t* const* from) { cipher.spread(tweakey1_, from); }
  void gather_g(std::uint8_t* const* to) { cipher.gather(to, tweakey1_); }
  void clear_tweaks() { cipher.clear(tweakeys_[0]); }

  // The two calls for a block of Romulus-T's stream [romulus 5.1]. Their domains differ in one bit.
  void make_stream(Planes& stream, const Planes& nonces) {
    cipher.copy(stream, nonces);
    encrypt(stream);
    static_assert((domains::t_stream ^ domains::t_next_key) == 1);
    cipher.template flip<domain_cell, 0>(tweakey1_);
    cipher.template set_tweakey1<Tweakey1::half>(schedule1_, tweakey1_);
    cipher.copy(tweakeys_[1], nonces);
    encrypt(tweakeys_[1]);
  }

  void gather_keys(std::uint8_t* const* to) { cipher.gather(to, tweakeys_[1]); }

 private:
  using Tweakey1 = skinny::Tweakey1;
  static constexpr unsigned domain_cell = Romulus13Counter::length;

  typename Cipher::Schedule schedule_;
  typename Cipher::Schedule1 schedule1_;
  Planes tweakey1_;
  skinny::Tweakeys<typename Cipher::Member> tweakeys_;
};

}  // namespace romulus
