// Spongent-pi without SIMD: 64 or 16 blocks at a time, or one.
#pragma once

#include "block1_portable.hpp"
#include "cells.hpp"
#include "planes.hpp"

namespace spongent {

template <class Pi>
class Portable {
 public:
  static constexpr std::size_t length = Pi::length;

  std::size_t permute(columns::Columns<length>& blocks, std::size_t count) {
    if (count > most_by_16) {
      planes_.permute(blocks);
      return columns::lanes;
    }
    std::size_t lane = 0;
    for (; lane + most_alone < count; lane += Cells<Pi>::lanes) cells_.permute(blocks, lane);
    for (; lane < count; lane++) OnePortable<Pi>::permute(blocks, lane);
    return lane;
  }

 private:
  static constexpr std::size_t most_by_16 = 32, most_alone = 2;

  union {
    Planes<Pi> planes_;
    Cells<Pi> cells_;
  };
};

static_assert(columns::BlockPermutation<Portable<Pi160>> && columns::BlockPermutation<Portable<Pi176>>);

}  // namespace spongent
