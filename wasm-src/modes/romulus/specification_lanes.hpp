// The cipher of Romulus v1.3 in lanes, as the scheduler sees it.
#pragma once

#include "../../primitives/skinny/bitsliced.hpp"
#include "specification.hpp"

namespace romulus {

// Each lane has its own key, tweak and counter. Each of them is read as 16 bytes from an address, but only its
// specified length counts. A call encrypts under the values that were set last. `schedule` must be called after new
// keys or tweaks. Each counter has the domain behind it. Lanes that began together share their counter, which is
// faster.
//
// Romulus v1.3 [romulus 2.3]: TK1 = counter || domain || 0^8, TK2 = tweak, TK3 = key.
class Romulus13Lanes {
 public:
  using Cipher = skinny::Bitsliced;
  using Planes = Cipher::Planes;

  Cipher cipher;

  void set_keys(const std::uint8_t* const* from) { cipher.spread(tweakeys_[1], from); }
  void set_tweaks(const std::uint8_t* const* from) { cipher.spread(tweakeys_[0], from); }
  void schedule() { cipher.set_tweakeys(schedule_, tweakeys_); }

  void set_counters(const std::uint8_t* const* from) {
    cipher.spread(tweakey1_, from);
    cipher.set_tweakey1<Tweakey1::half>(schedule1_, tweakey1_);
  }

  void share_counter(std::uint64_t counter) {
    cipher.broadcast(tweakey1_, counter);
    cipher.set_tweakey1<Tweakey1::half>(schedule1_, tweakey1_);
  }

  void encrypt(Planes& blocks) { cipher.encrypt(blocks, schedule_, schedule1_, Tweakey1::half); }

  // A step of the hash [romulus 6.2]. Tweaks and keys hold the block of the message, and TK1 holds g.
  void compress(Planes& h, Planes& spare) {
    cipher.set_tweakey1<Tweakey1::whole>(schedule1_, tweakey1_);
    cipher.copy(spare, h);
    cipher.copy(tweakey1_, h);
    cipher.flip<0, 0>(tweakey1_);
    cipher.encrypt(h, schedule_, schedule1_, Tweakey1::whole);
    cipher.encrypt(tweakey1_, schedule_, schedule1_, Tweakey1::whole);
    cipher.add(h, spare);
    cipher.add(tweakey1_, spare);
    cipher.flip<0, 0>(tweakey1_);
  }

  // `compress` changes h, and g stays here.
  void set_g(const std::uint8_t* const* from) { cipher.spread(tweakey1_, from); }
  void gather_g(std::uint8_t* const* to) { cipher.gather(to, tweakey1_); }
  void clear_tweaks() { cipher.clear(tweakeys_[0]); }

  // The two calls for a block of Romulus-T's stream [romulus 5.1]. Their domains differ in one bit.
  void make_stream(Planes& stream, const Planes& nonces) {
    cipher.copy(stream, nonces);
    encrypt(stream);
    static_assert((domains::t_stream ^ domains::t_next_key) == 1);
    cipher.flip<domain_cell, 0>(tweakey1_);
    cipher.set_tweakey1<Tweakey1::half>(schedule1_, tweakey1_);
    cipher.copy(tweakeys_[1], nonces);
    encrypt(tweakeys_[1]);
  }

  void gather_keys(std::uint8_t* const* to) { cipher.gather(to, tweakeys_[1]); }

 private:
  using Tweakey1 = skinny::Tweakey1;
  static constexpr unsigned domain_cell = Romulus13Counter::length;

  Cipher::Schedule schedule_;
  Cipher::Schedule1 schedule1_;
  Planes tweakey1_;
  skinny::Tweakeys tweakeys_;
};

}  // namespace romulus
