// The portable kernel of Keccak-p[400]: each lane twice in a 32-bit word, side by side, so that a rotation of the word
// is one of the lane.
#pragma once

#include <utility>

#include "../../common/permutation.hpp"
#include "p400.hpp"

namespace keccak {

class Portable {
 public:
  static constexpr std::size_t length = keccak::length, rate = keccak::rate;

  struct State {
    std::uint32_t lane[lanes];
  };

  static void load(State& state, const std::uint8_t* bytes) {
    for (std::size_t i = 0; i < lanes; i++) state.lane[i] = twice(lane_at(bytes + 2 * i));
  }

  static void store(std::uint8_t* bytes, const State& state) {
    for (std::size_t i = 0; i < lanes; i++) put_lane(bytes + 2 * i, state.lane[i]);
  }

  [[gnu::always_inline]] static void permute(State& state, unsigned count) {
    State s = state;
    for (unsigned r = rounds - count; r < rounds; r++) {
      theta(s, std::make_index_sequence<lanes>{});
      rho_and_pi(s, std::make_index_sequence<lanes>{});
      chi(s, std::make_index_sequence<lanes>{});
      s.lane[0] ^= twice(round_constants[r]);
    }
    state = s;
  }

  [[gnu::always_inline]] static void add_block(State& state, const std::uint8_t* block) {
    add_block(state, block, std::make_index_sequence<rate / 2>{});
  }

  [[gnu::always_inline]] static void add_bit(State& state, std::uint32_t bit) { state.lane[0] ^= twice(bit << 7); }

  static void add_domain(State& state) { state.lane[lanes - 1] ^= twice(common::domain_bit << 8); }

  [[gnu::always_inline]] static void crypt_block(std::uint8_t* block, const State& state) {
    crypt_block(block, state, std::make_index_sequence<rate / 2>{});
  }

 private:
  using Word = std::uint32_t;

  static constexpr Word twice(Word lane) { return lane | lane << 16; }

  static Word lane_at(const std::uint8_t* bytes) {
    std::uint16_t lane;
    __builtin_memcpy(&lane, bytes, 2);
    return lane;
  }

  static void put_lane(std::uint8_t* bytes, Word word) {
    const auto lane = static_cast<std::uint16_t>(word);
    __builtin_memcpy(bytes, &lane, 2);
  }

  // The steps of a round [keccak 3]. Without loops, in which a state could not be held in local variables.

  template <std::size_t... i>
  [[gnu::always_inline]] static void add_block(State& state, const std::uint8_t* block, std::index_sequence<i...>) {
    ((state.lane[i] ^= twice(lane_at(block + 2 * i))), ...);
  }

  template <std::size_t... i>
  [[gnu::always_inline]] static void crypt_block(std::uint8_t* block, const State& state, std::index_sequence<i...>) {
    (put_lane(block + 2 * i, lane_at(block + 2 * i) ^ state.lane[i]), ...);
  }

  template <std::size_t... i>
  [[gnu::always_inline]] static constexpr void theta(State& s, std::index_sequence<i...>) {
    const auto column = [&s](std::size_t x) __attribute__((always_inline)) {
      return s.lane[x] ^ s.lane[x + 5] ^ s.lane[x + 10] ^ s.lane[x + 15] ^ s.lane[x + 20];
    };
    const Word c[5] = {column(0), column(1), column(2), column(3), column(4)};
    const Word d[5] = {c[4] ^ std::rotl(c[1], 1), c[0] ^ std::rotl(c[2], 1), c[1] ^ std::rotl(c[3], 1),
                       c[2] ^ std::rotl(c[4], 1), c[3] ^ std::rotl(c[0], 1)};
    ((s.lane[i] ^= d[i % 5]), ...);
  }

  template <std::size_t... i>
  [[gnu::always_inline]] static constexpr void rho_and_pi(State& s, std::index_sequence<i...>) {
    State moved{};
    ((moved.lane[moves.target[i]] = std::rotl(s.lane[i], static_cast<int>(moves.rotation[i]))), ...);
    s = moved;
  }

  template <std::size_t... i>
  [[gnu::always_inline]] static constexpr void chi(State& s, std::index_sequence<i...>) {
    const State t = s;
    ((s.lane[i] = t.lane[i] ^ (~t.lane[i / 5 * 5 + (i + 1) % 5] & t.lane[i / 5 * 5 + (i + 2) % 5])), ...);
  }
};

static_assert(common::Permutation<Portable>);

}  // namespace keccak
