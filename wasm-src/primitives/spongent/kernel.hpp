// Spongent-pi on any number of blocks. With SIMD, it permutes 128, 32, 8 or 1 at a time; without SIMD, 64, 16 or 1.
#pragma once

#include "blocks16_or_32.hpp"
#include "blocks64_or_128.hpp"
#if defined(__wasm_simd128__)
#include "block1_simd128.hpp"
#include "blocks8.hpp"
#else
#include "block1_portable.hpp"
#endif

namespace spongent {

template <class Pi>
class Kernel {
 public:
  static constexpr std::size_t length = Pi::length;

  std::size_t permute(columns::Columns<length>& blocks, std::size_t count) {
    if (count > most_of_some) {
      all_.permute(blocks);
      return columns::batch;
    }
    std::size_t block = 0;
    for (; block + most_of_few < count; block += Blocks16Or32<Pi>::most) some_.permute(blocks, block);
#if defined(__wasm_simd128__)
    for (; block + 1 < count; block += Blocks8<Pi>::most) Blocks8<Pi>::permute(blocks, block);
#endif
    for (; block < count; block++) one_.permute(blocks, block);
    return block;
  }

 private:
#if defined(__wasm_simd128__)
  // Measured times, where 8 blocks take 1: one block takes 0.6, 32 blocks take 1.7, and 128 blocks take 4.5.
  static constexpr std::size_t most_of_some = 72, most_of_few = 9;
#else
  static constexpr std::size_t most_of_some = 32, most_of_few = 2;
#endif

  union {
    Blocks64Or128<Pi> all_;
    Blocks16Or32<Pi> some_;
    Block1<Pi> one_;
  };
};

static_assert(columns::BlockPermutation<Kernel<Pi160>> && columns::BlockPermutation<Kernel<Pi176>>);

}  // namespace spongent
