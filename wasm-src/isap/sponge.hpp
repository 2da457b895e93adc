// What ISAP does with one state again and again, each with the state in local variables; compiled once for a
// permutation.
#pragma once

#include "parameters.hpp"
#include "permutation.hpp"

namespace isap {

template <Permutation P>
struct Sponge {
  using State = typename P::State;

  [[gnu::noinline]] static void permute(State& state, unsigned rounds) { P::permute(state, rounds); }

  // Whole blocks, each followed by the rounds.
  [[gnu::noinline]] static void absorb(State& state, const std::uint8_t* bytes, std::size_t length, unsigned rounds) {
    State s = state;
    for (; length != 0; bytes += P::rate, length -= P::rate) {
      P::add_block(s, bytes);
      P::permute(s, rounds);
    }
    state = s;
  }

  // Whole blocks in place, the rounds before each.
  [[gnu::noinline]] static void crypt(State& state, std::uint8_t* text, std::size_t length, unsigned rounds) {
    State s = state;
    for (; length != 0; text += P::rate, length -= P::rate) {
      P::permute(s, rounds);
      P::crypt_block(text, s);
    }
    state = s;
  }

  // A session key, from a state that begins with the key, and a string of 16 bytes: each bit, the highest of a byte
  // first, is added and followed by a few rounds, so that what leaks of any step is about two states only.
  [[gnu::noinline]] static void derive(State& state, const std::uint8_t* string, const Rounds& rounds) {
    permute(state, rounds.key);
    State s = state;
    for (unsigned i = 0; i < derivation_bits; i++) {
      P::add_bit(s, string[i / 8] >> (7 - i % 8) & 1U);
      P::permute(s, i + 1 < derivation_bits ? rounds.bit : rounds.key);
    }
    state = s;
  }
};

}  // namespace isap
