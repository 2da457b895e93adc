// The simd128 kernel of TGIF-BC, for one or two blocks at a time. A vector holds a word of each half. It has a byte for
// each bit of a word. One shuffle of bytes, with constant indices, rotates a word or its nibbles.
#pragma once

#include "../../common/vector.hpp"
#include "rounds.hpp"

namespace tgif_bc {

namespace simd128 {

using simd::byte, simd::V, simd::Vector;

// In the byte of a bit, the lower four bits belong to the right half, and the upper four to the left half. Of four
// bits, two belong to the first block and two to the second. If there is only one block, all four belong to it.
inline constexpr unsigned half_bits = 4;
inline constexpr std::uint8_t right_half = 0x0f, first_block = 0x33;

// No index of a swizzle lies in 16..127.
struct Tables {
  Vector bit;         // byte i has only bit i modulo 8
  Vector word[8];     // for each word of a block, the bytes from which its bits come
  Vector nibbles[4];  // entry i rotates nibbles to the right by i bits
  Vector right = simd::repeated(right_half), first = simd::repeated(first_block), key_constant;
  Vector constants[pairs_of_steps][rounds_of_a_step];

  constexpr Tables() : constants() {
    constexpr auto bit_of = [](std::uint16_t word, unsigned i) { return word >> i & 1 ? 0xffU : 0U; };
    for (unsigned i = 0; i < word_bits; i++) {
      bit.at[i] = byte(1U << i % 8);
      for (unsigned w = 0; w < 8; w++) word[w].at[i] = byte(2 * w + i / 8);
      for (unsigned by = 0; by < nibble_bits; by++)
        nibbles[by].at[i] = byte(i / nibble_bits * nibble_bits + (i + by) % nibble_bits);
      key_constant.at[i] = byte(bit_of(tgif_bc::key_constant, i));
      for (unsigned pair = 0; pair < pairs_of_steps; pair++)
        for (unsigned r = 0; r < rounds_of_a_step; r++) {
          const std::uint16_t* constant = &round_constants[rounds_of_a_pair * pair + r];
          const unsigned first_step = bit_of(constant[0], i), second_step = bit_of(constant[rounds_of_a_step], i);
          constants[pair][r].at[i] = byte((first_step & right_half) | (second_step & ~unsigned{right_half}));
        }
    }
  }
};
inline constexpr Tables tables;

struct Columns {
  using Word = std::uint64_t __attribute__((vector_size(16)));
  using Words16 = std::uint16_t __attribute__((vector_size(16)));
  using Words32 = std::uint32_t __attribute__((vector_size(16)));
  using Bytes = std::uint8_t __attribute__((vector_size(16)));

  const Tables* t;

  INLINE Columns hidden() {
    const Tables* t = &tables;
    common::hide(t);
    return {t};
  }

  // Makes byte i all ones if bit i of this word of the block is set, and zero if not.
  [[gnu::always_inline]] Word spread(Block block, unsigned word) const {
    const V bit = simd::get(&t->bit), bytes = wasm_i8x16_swizzle((V)block, simd::get(&t->word[word]));
    return (Word)wasm_i8x16_eq(wasm_v128_and(bytes, bit), bit);
  }

  // Makes a block from this bit of the two halves of each byte.
  template <unsigned bit>
  INLINE Block gather_halves(const Word (&s)[words]) {
    Block block = {0, 0};
    UNROLLED(unsigned i = 0; i < words; i++)
    block |= Block{gather<half_bits + bit>(s[i]) << word_bits * i, gather<bit>(s[i]) << word_bits * i};
    return block;
  }

  template <unsigned by>
  [[gnu::always_inline]] Word rotate_nibbles(Word x) const {
    return (Word)wasm_i8x16_swizzle((V)x, simd::get(&t->nibbles[by]));
  }

  template <unsigned by>
  INLINE Word rotate_words(Word x) {
    return (Word)__builtin_shufflevector((Words32)x, (Words32)x, by, (by + 1) % 4, (by + 2) % 4, (by + 3) % 4);
  }

  template <unsigned bit>
  INLINE Word bits_from(Word low, Word high) {
    return bytes_from<bit>(low, high, std::make_integer_sequence<int, 16>());
  }

  [[gnu::always_inline]] Word right(Word x) const { return x & load(t->right); }
  [[gnu::always_inline]] Word left_to_right(Word x) const { return (Word)((Words16)x >> half_bits) & load(t->right); }
  [[gnu::always_inline]] Word right_to_left(Word x) const { return (Word)((Words16)x << half_bits) & ~load(t->right); }
  [[gnu::always_inline]] Word joined(Word right, Word left) const { return selected(t->right, right, left); }
  [[gnu::always_inline]] Word of_blocks(Word first, Word second) const { return selected(t->first, first, second); }

  [[gnu::always_inline]] Word key_constant() const { return load(t->key_constant); }
  [[gnu::always_inline]] Word round_constant(unsigned pair, unsigned r) const { return load(t->constants[pair][r]); }

 private:
  template <unsigned bit>
  INLINE std::uint64_t gather(Word x) {
    return wasm_i8x16_bitmask((V)((Words16)x << (7 - bit)));
  }

  INLINE Word load(const Vector& x) { return (Word)simd::get(x); }

  INLINE Word selected(const Vector& mask, Word x, Word y) {
    return (Word)wasm_v128_bitselect((V)x, (V)y, simd::get(mask));
  }

  template <unsigned first, int... i>
  INLINE Word bytes_from(Word low, Word high, std::integer_sequence<int, i...>) {
    return (Word)__builtin_shufflevector((Bytes)low, (Bytes)high, (int{first} + i)...);
  }
};

}  // namespace simd128

class Simd128 {
  using Columns = simd128::Columns;
  using Word = Columns::Word;

 public:
  using Call = tgif_bc::Call;
  INLINE void encrypt(Block key, Block& text) { encrypt_one_or_two(key, text, key, &text); }

  INLINE void encrypt_both(Call first, Call second) {
    encrypt_one_or_two(first.key, first.text, second.key, &second.text);
  }

 private:
  // Encrypts one block if `text` and `other` are the same, else two.
  [[gnu::noinline]] static void encrypt_one_or_two(Block key, Block& text, Block other_key, Block* other) {
    const Columns columns = Columns::hidden();
    Word k[2 * words], s[words];
    UNROLLED(unsigned i = 0; i < 2 * words; i++) k[i] = columns.spread(key, i);
    spread_halves(columns, s, text);
    if (other != &text) {
      Word other_s[words];
      UNROLLED(unsigned i = 0; i < 2 * words; i++) k[i] = columns.of_blocks(k[i], columns.spread(other_key, i));
      spread_halves(columns, other_s, *other);
      UNROLLED(unsigned i = 0; i < words; i++) s[i] = columns.of_blocks(s[i], other_s[i]);
    }
    // Without this, the compiler would compile the rounds twice, for one block and for two.
    asm volatile("" : "+r"(other));
    Rounds<Columns>::run(columns, k, s);
    text = Columns::gather_halves<0>(s);
    if (other != &text) *other = Columns::gather_halves<2>(s);
  }

  INLINE void spread_halves(Columns columns, Word (&s)[words], Block text) {
    UNROLLED(unsigned i = 0; i < words; i++)
    s[i] = columns.joined(columns.spread(text, words + i), columns.spread(text, i));
  }
};

static_assert(BlockCipher<Simd128>);

}  // namespace tgif_bc
