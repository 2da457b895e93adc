// Spongent-pi with SIMD: 128, 32 or 8 blocks at a time.
#pragma once

#include "lanes32.hpp"
#include "lanes8.hpp"
#include "planes.hpp"

namespace spongent {

template <class Pi>
class Simd128 {
 public:
  static constexpr std::size_t length = Pi::length;

  std::size_t permute(columns::Columns<length>& blocks, std::size_t count) {
    if (count > most_by_32) {
      planes_.permute(blocks);
      return columns::lanes;
    }
    std::size_t lane = 0;
    for (; count - lane > most_by_8 && lane < count; lane += lanes32_.lanes) lanes32_.permute(blocks, lane);
    for (; lane < count; lane += Lanes8<Pi>::lanes) Lanes8<Pi>::permute(blocks, lane);
    return lane;
  }

 private:
  // As measured: 128 at a time cost about as much as 32 three times, these about as much as 8 twice.
  static constexpr std::size_t most_by_32 = 88, most_by_8 = 16;

  union {
    Planes<Pi> planes_;
    Lanes32<Pi> lanes32_;
  };
};

static_assert(columns::BlockPermutation<Simd128<Pi160>> && columns::BlockPermutation<Simd128<Pi176>>);

}  // namespace spongent
