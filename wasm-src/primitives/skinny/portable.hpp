// The portable kernel of every member of SKINNY-128: eight cells in a 64-bit word, bits where the specification has
// them, no table and no branch on data.
#pragma once

#include "skinny.hpp"

namespace skinny {

template <class Member>
class PortableKernel {
 public:
  // What rows 0 and 1 receive in each round: tweakey cells and round constants.
  struct Schedule {
    std::uint64_t round[Member::rounds];
  };

  static void set_tweakey3(Schedule& schedule, Block tweakey3) {
    static_assert(Member::tweakey_words == 3);
    add<lfsr3>(schedule, constants.data(), tweakey3[0], tweakey3[1]);
  }

  static void add_tweakey2(Schedule& schedule, const Schedule& base, Block tweakey2) {
    add<lfsr2>(schedule, base.round, tweakey2[0], tweakey2[1]);
  }

  static void encrypt(const Schedule& schedule, std::uint64_t tweakey1, Block& text) {
    encrypt(schedule, tweakey1, 0, text);
  }

  static void encrypt_pair(const Schedule& schedule, Block tweakey1, Block& first, Block& second) {
    encrypt(schedule, tweakey1[0], tweakey1[1], first);
    encrypt(schedule, tweakey1[0], tweakey1[1], second);
  }

  static void encrypt_fork(const Schedule& schedule, std::uint64_t tweakey1_first, Block& first,
                           std::uint64_t tweakey1_second, Block& second) {
    encrypt_both(schedule, tweakey1_first, first, schedule, tweakey1_second, second);
  }

  static void encrypt_fork_and_pair(const Schedule& fork, std::uint64_t tweakey1_first, Block& first,
                                    std::uint64_t tweakey1_second, Block& second, const Schedule& pair,
                                    Block tweakey1_pair, Block& third, Block& fourth) {
    encrypt_fork(fork, tweakey1_first, first, tweakey1_second, second);
    encrypt_pair(pair, tweakey1_pair, third, fourth);
  }

  static void encrypt_both(const Schedule& schedule_first, std::uint64_t tweakey1_first, Block& first,
                           const Schedule& schedule_second, std::uint64_t tweakey1_second, Block& second) {
    encrypt(schedule_first, tweakey1_first, first);
    encrypt(schedule_second, tweakey1_second, second);
  }

 protected:
  using Word = std::uint64_t;

  static constexpr std::array<Word, Member::rounds> constants = make_round_constants<Member::rounds>();

  // The same byte in all eight cells.
  static constexpr Word all(unsigned byte) { return byte * Word{0x0101010101010101}; }

  // The half_permutation, cells that move equally far together.
  [[gnu::always_inline]] static constexpr Word permute(Word half) {
    return std::rotl(half & 0xff0000ff00ff00ff, 16) | std::rotl(half & 0x00ff00000000ff00, 56) |
           std::rotl(half & 0x0000ff0000000000, 48) | std::rotl(half & 0x00000000ff000000, 32);
  }

  // [skinny 4.2]
  static constexpr Word lfsr2(Word x) { return (x << 1 & all(0xfe)) | ((x >> 7 ^ x >> 5) & all(0x01)); }
  static constexpr Word lfsr3(Word x) { return (x >> 1 & all(0x7f)) | ((x << 7 ^ x << 1) & all(0x80)); }

  template <Word (*lfsr)(Word)>
  [[gnu::noinline]] static constexpr void add(Schedule& schedule, const Word* base, Word even, Word odd) {
    for (unsigned r = 0; r < Member::rounds; r += 2) {
      schedule.round[r] = base[r] ^ even;
      even = lfsr(permute(even));
      odd = lfsr(permute(odd));
      schedule.round[r + 1] = base[r + 1] ^ odd;
    }
  }

  // S8 on eight cells [skinny 3.1]. On complements each NOR is an AND. The bit permutations between the steps are not
  // carried out: each step finds its bits where the steps before left them, and one permutation at the end settles all.
  [[gnu::always_inline]] static constexpr Word substitute(Word cells) {
    Word x = ~cells;
    x ^= x >> 3 & x >> 2 & all(0x11);
    x ^= x << 5 & ((x << 4 & all(0x40)) | (x << 1 & all(0x20)));
    x ^= x << 1 & ((x >> 2 & all(0x02)) | (x << 2 & all(0x80)));
    x ^= (x >> 2 & x >> 1 & all(0x08)) | (x << 1 & x >> 5 & all(0x04));
    x = (x & all(0x32)) << 2 | (x & all(0x01)) << 5 | (x & all(0x08)) << 1 | (x & all(0x40)) >> 4 |
        (x & all(0x80)) >> 6 | (x & all(0x04)) >> 2;
    return ~x;
  }

  // Two rows to a word [skinny 3]: SubCells, AddConstants and AddRoundTweakey on words, ShiftRows and MixColumns on
  // rows.
  [[gnu::always_inline]] static constexpr void round(Word tweakey, Word& upper, Word& lower) {
    upper = substitute(upper) ^ tweakey;
    lower = substitute(lower) ^ cell_8_constant;
    const auto row0 = static_cast<std::uint32_t>(upper);
    const auto row1 = std::rotl(static_cast<std::uint32_t>(upper >> 32), 8);
    const auto row2 = std::rotl(static_cast<std::uint32_t>(lower), 16);
    const auto row3 = std::rotl(static_cast<std::uint32_t>(lower >> 32), 24);
    upper = (row0 ^ row2 ^ row3) | Word{row0} << 32;
    lower = (row1 ^ row2) | Word{row0 ^ row2} << 32;
  }

  [[gnu::always_inline]] static constexpr void encrypt(const Schedule& schedule, Word even, Word odd, Word& upper,
                                                       Word& lower) {
    for (unsigned r = 0; r < Member::rounds; r += 2) {
      round(schedule.round[r] ^ even, upper, lower);
      even = permute(even);
      odd = permute(odd);
      round(schedule.round[r + 1] ^ odd, upper, lower);
    }
  }

  [[gnu::noinline]] static void encrypt(const Schedule& schedule, Word even, Word odd, Block& text) {
    Word upper = text[0], lower = text[1];
    encrypt(schedule, even, odd, upper, lower);
    text = Block{upper, lower};
  }

  static constexpr bool substitutes_as_defined() {
    for (unsigned cell = 0; cell < 256; cell++)
      if (substitute(all(cell)) != all(s8(static_cast<std::uint8_t>(cell)))) return false;
    return true;
  }

  static constexpr bool permutes_as_defined() {
    for (unsigned i = 0; i < 8; i++)
      if (permute(Word{0xff} << 8 * half_permutation[i]) != Word{0xff} << 8 * i) return false;
    return true;
  }

  // Only a complete class can be asked.
  friend constexpr bool proven(const PortableKernel&) { return substitutes_as_defined() && permutes_as_defined(); }
};

using Portable = PortableKernel<Skinny128_384Plus>;

static_assert(TweakableBlockCipher<Portable>);
static_assert(proven(Portable{}));

}  // namespace skinny
