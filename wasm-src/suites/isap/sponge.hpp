// The inner loops of ISAP, each with the state in local variables. They are compiled once for each permutation.
#pragma once

#include "../../common/permutation.hpp"
#include "parameters.hpp"

namespace isap {

template <Permutation P>
struct Sponge {
  using State = typename P::State;

  [[gnu::noinline]] static void permute(State& state, unsigned rounds) { P::permute(state, rounds); }

  // Absorbs whole blocks, and runs the rounds after each.
  [[gnu::noinline]] static void absorb(State& state, const std::uint8_t* bytes, std::size_t length, unsigned rounds) {
    State s = state;
    for (; length != 0; bytes += P::rate, length -= P::rate) {
      P::add_block(s, bytes);
      P::permute(s, rounds);
    }
    state = s;
  }

  // Crypts whole blocks in place, and runs the rounds before each.
  [[gnu::noinline]] static void crypt(State& state, std::uint8_t* text, std::size_t length, unsigned rounds) {
    State s = state;
    for (; length != 0; text += P::rate, length -= P::rate) {
      P::permute(s, rounds);
      P::crypt_block(text, s);
    }
    state = s;
  }

  // Derives a session key [isap 3] from a state that begins with the key, and from a string of 16 bytes. It adds one
  // bit at a time, the highest bit of each byte first. So a leak of one step concerns only two states.
  [[gnu::noinline]] static void derive(State& state, const std::uint8_t* string, const Rounds& rounds) {
    permute(state, rounds.key);
    if (rounds.bit == 1)
      absorb_bits<1>(state, string, 1);
    else
      absorb_bits<0>(state, string, rounds.bit);
    permute(state, rounds.key);
  }

 private:
  // Absorbs all bits, and runs `rounds` rounds after each bit but the last. If the number of rounds is short, the
  // compiler knows it as `known_rounds`.
  template <unsigned known_rounds>
  INLINE void absorb_bits(State& state, const std::uint8_t* string, unsigned rounds) {
    State s = state;
    P::add_bit(s, bit_of(string, 0));
    for (unsigned i = 1; i < derivation_bits; i++) {
      P::permute(s, known_rounds != 0 ? known_rounds : rounds);
      P::add_bit(s, bit_of(string, i));
    }
    state = s;
  }

  static std::uint32_t bit_of(const std::uint8_t* string, unsigned i) { return string[i / 8] >> (7 - i % 8) & 1U; }
};

}  // namespace isap
