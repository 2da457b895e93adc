// The portable kernel of every member of SKINNY. A 64-bit word holds eight cells, a byte for each, with the bits where
// the specification has them. There is no table and no branch on data.
#pragma once

#include "../../common/compiler.hpp"
#include "skinny.hpp"

namespace skinny {

template <class Of>
class Portable {
  using Word = std::uint64_t;
  static constexpr unsigned cell_bits = Of::cell_bits;

 public:
  using Member = Of;
  using Block = typename Member::Block;

  // The sums for rows 0 and 1 in each round: tweakey cells and round constants.
  struct Schedule {
    std::array<Word, Member::rounds> round;
  };

  using Call = skinny::Call<Schedule, Block>;
  using Pair = skinny::Pair<Schedule>;
  using Fork = skinny::Fork<Schedule>;
  static constexpr Schedule bare = {make_round_constants<Member::rounds>()};

  template <unsigned word>
  [[gnu::noinline]] static void add_tweakey(Schedule& schedule, const Schedule& base, Block tweakey) {
    Word even, odd;
    split(tweakey, even, odd);
    each_half(
        even, odd, [](Word half) __attribute__((always_inline)) { return lfsr<word>(permute(half)); },
        [&](unsigned r, Word half) __attribute__((always_inline)) { schedule.round[r] = base.round[r] ^ half; });
  }

  [[gnu::noinline]] static void encrypt(const Schedule& schedule, Block tweakey1, Block& text) {
    static_assert(is_as_defined());
    Word upper, lower, even, odd;
    split(tweakey1, even, odd);
    split(text, upper, lower);
    encrypt_cells(schedule, even, odd, upper, lower);
    text = joined(upper, lower);
  }

  // Encrypts under a tweakey of two words that is used once, so it makes no schedule.
  [[gnu::noinline]] static void encrypt_once(Block tweakey1, Block tweakey2, Block& text) {
    static_assert(is_as_defined() && Member::tweakey_words == 2);
    Word upper, lower, even1, odd1, even2, odd2;
    split(tweakey1, even1, odd1);
    split(tweakey2, even2, odd2);
    split(text, upper, lower);
    for (unsigned r = 0; r < Member::rounds; r += 2) {
      round(bare.round[r] ^ even1 ^ even2, upper, lower);
      even1 = permute(even1);
      odd1 = permute(odd1);
      even2 = lfsr<2>(permute(even2));
      odd2 = lfsr<2>(permute(odd2));
      round(bare.round[r + 1] ^ odd1 ^ odd2, upper, lower);
    }
    text = joined(upper, lower);
  }

  INLINE void encrypt_cells(const Schedule& schedule, Word even, Word odd, Word& upper, Word& lower) {
    each_half(
        even, odd, permute, [&](unsigned r, Word half) __attribute__((always_inline)) {
          round(schedule.round[r] ^ half, upper, lower);
        });
  }

  INLINE void encrypt_both(Call first, Call second) {
    encrypt(first.schedule, first.tweakey1, first.text);
    encrypt(second.schedule, second.tweakey1, second.text);
  }

  static void encrypt_pair(const Schedule& schedule, Block tweakey1, Block& first, Block& second) {
    encrypt(schedule, tweakey1, first);
    encrypt(schedule, tweakey1, second);
  }

  static void encrypt_fork(const Schedule& schedule, std::uint64_t tweakey1_first, Block& first,
                           std::uint64_t tweakey1_second, Block& second) {
    encrypt(schedule, Block{tweakey1_first, 0}, first);
    encrypt(schedule, Block{tweakey1_second, 0}, second);
  }

  INLINE void encrypt_fork_and_pair(Fork fork, Pair pair) {
    encrypt_fork(fork.schedule, fork.tweakey1_first, fork.first, fork.tweakey1_second, fork.second);
    encrypt_pair(pair.schedule, pair.tweakey1, pair.first, pair.second);
  }

 private:
  // Calls `use` with the half of a tweakey word for each round. `step` makes a half from that of two rounds earlier.
  template <class Step, class Use>
  INLINE void each_half(Word even, Word odd, Step step, Use use) {
    if constexpr (common::for_javascript) {
      odd = step(odd);
      for (unsigned r = 0; r < Member::rounds; r++) {
        use(r, even);
        const Word next = step(even);
        even = odd;
        odd = next;
      }
    } else {
      for (unsigned r = 0; r < Member::rounds; r += 2) {
        use(r, even);
        even = step(even);
        odd = step(odd);
        use(r + 1, odd);
      }
    }
  }

  template <class Bytes = Word>
  static constexpr Bytes all(unsigned byte) {
    return static_cast<Bytes>(byte * Word{0x0101010101010101});
  }

  // Splits a block into a word with rows 0 and 1, and a word with rows 2 and 3.
  INLINE void split(Block block, Word& upper, Word& lower) {
    if constexpr (cell_bits == 8) {
      upper = block[0];
      lower = block[1];
    } else {
      upper = spread(block & 0xffffffff);
      lower = spread(block >> 32);
    }
  }

  INLINE Block joined(Word upper, Word lower) {
    if constexpr (cell_bits == 8)
      return Block{upper, lower};
    else
      return gather(upper) | gather(lower) << 32;
  }

  // Turns four bytes into eight cells. The high nibble of each byte comes first.
  static constexpr Word spread(Word x) {
    x = (x | x << 16) & 0x0000ffff0000ffff;
    x = (x | x << 8) & 0x00ff00ff00ff00ff;
    return (x >> 4 & 0x000f000f000f000f) | (x & 0x000f000f000f000f) << 8;
  }

  static constexpr Word gather(Word x) {
    x = (x & 0x000f000f000f000f) << 4 | (x >> 8 & 0x000f000f000f000f);
    x = (x | x >> 8) & 0x0000ffff0000ffff;
    return (x | x >> 16) & 0xffffffff;
  }

  // Applies half_permutation. Cells that move equally far move together.
  INLINE constexpr Word permute(Word half) {
    if constexpr (common::for_javascript) {
      const auto upper = static_cast<std::uint32_t>(half), lower = static_cast<std::uint32_t>(half >> 32);
      const std::uint32_t new_upper =
          (upper >> 8 & 0xff) | (lower >> 16 & 0xff00) | (upper << 16 & 0xff0000) | (lower << 16 & 0xff000000);
      const std::uint32_t new_lower =
          (upper >> 16 & 0xff) | (lower >> 8 & 0xff00) | (lower << 16 & 0xff0000) | (upper & 0xff000000);
      return new_upper | Word{new_lower} << 32;
    }
    return std::rotl(half & 0xff0000ff00ff00ff, 16) | std::rotl(half & 0x00ff00000000ff00, 56) |
           std::rotl(half & 0x0000ff0000000000, 48) | std::rotl(half & 0x00000000ff000000, 32);
  }

  template <unsigned word>
  struct Lfsr {
    template <class Cells>
    INLINE constexpr Cells of(Cells x) {
      constexpr unsigned ones = (1U << cell_bits) - 1, top = cell_bits - 1, low = ones >> 1;
      if constexpr (word == 2)
        return (x << 1 & all<Cells>(ones - 1)) | ((x >> top ^ x >> (lfsr_tap<cell_bits> - 1)) & all<Cells>(1));
      else
        return (x >> 1 & all<Cells>(low)) | ((x << top ^ x << (top - lfsr_tap<cell_bits>)) & all<Cells>(low + 1));
    }
  };

  template <unsigned word>
  INLINE constexpr Word lfsr(Word x) {
    return common::of_bytes<Lfsr<word>>(x);
  }

  // S8 or S4 on eight cells [skinny 3.1]. On complements each NOR is an AND. The bit permutations between the steps are
  // left out: each step takes its bits from where they are, and one permutation at the end puts all bits in place.
  struct Substitution {
    template <class Cells>
    INLINE constexpr Cells of(Cells cells) {
      Cells x = ~cells;
      if constexpr (cell_bits == 8) {
        x ^= x >> 3 & x >> 2 & all<Cells>(0x11);
        x ^= x << 5 & ((x << 4 & all<Cells>(0x40)) | (x << 1 & all<Cells>(0x20)));
        x ^= x << 1 & ((x >> 2 & all<Cells>(0x02)) | (x << 2 & all<Cells>(0x80)));
        x ^= (x >> 2 & x >> 1 & all<Cells>(0x08)) | (x << 1 & x >> 5 & all<Cells>(0x04));
        x = (x & all<Cells>(0x32)) << 2 | (x & all<Cells>(0x01)) << 5 | (x & all<Cells>(0x08)) << 1 |
            (x & all<Cells>(0x40)) >> 4 | (x & all<Cells>(0x80)) >> 6 | (x & all<Cells>(0x04)) >> 2;
        return ~x;
      } else {
        x ^= x >> 3 & x >> 2 & all<Cells>(0x1);
        x ^= x << 1 & x << 2 & all<Cells>(0x8);
        x ^= x << 1 & x << 2 & all<Cells>(0x4);
        x ^= x << 1 & x >> 2 & all<Cells>(0x2);
        x = (x & all<Cells>(0x1)) << 3 | (x >> 1 & all<Cells>(0x7));
        return x ^ all<Cells>(0xf);
      }
    }
  };

  INLINE constexpr Word substitute(Word cells) { return common::of_bytes<Substitution>(cells); }

  // A round [skinny 3]. A word holds two rows. Only ShiftRows and MixColumns work on rows, the other steps on words.
  INLINE constexpr void round(Word tweakey, Word& upper, Word& lower) {
    upper = substitute(upper) ^ tweakey;
    lower = substitute(lower) ^ cell_8_constant;
    const auto row0 = static_cast<std::uint32_t>(upper);
    const auto row1 = std::rotl(static_cast<std::uint32_t>(upper >> 32), 8);
    const auto row2 = std::rotl(static_cast<std::uint32_t>(lower), 16);
    const auto row3 = std::rotl(static_cast<std::uint32_t>(lower >> 32), 24);
    upper = (row0 ^ row2 ^ row3) | Word{row0} << 32;
    lower = (row1 ^ row2) | Word{row0 ^ row2} << 32;
  }

  static constexpr bool is_as_defined() {
    for (unsigned x = 0; x < 1U << cell_bits; x++) {
      const auto cell = static_cast<std::uint8_t>(x);
      if (substitute(all(x)) != all(substituted<cell_bits>(cell)) ||
          lfsr<2>(all(x)) != all(stepped2<cell_bits>(cell)) || lfsr<3>(all(x)) != all(stepped3<cell_bits>(cell)))
        return false;
    }
    for (unsigned i = 0; i < 8; i++) {
      if (permute(Word{0xff} << 8 * half_permutation[i]) != Word{0xff} << 8 * i) return false;
      if (gather(spread(Word{0xf} << 4 * i)) != Word{0xf} << 4 * i) return false;
      if (spread(Word{0xf} << 4 * i) != Word{0xf} << 8 * (i ^ 1)) return false;
    }
    return true;
  }
};

static_assert(PairedBlockCipher<Portable<Skinny128_384Plus>>);

}  // namespace skinny
