// Spongent-pi without SIMD: 64 blocks at a time.
#pragma once

#include "planes.hpp"

namespace spongent {

template <class Pi>
class Portable {
 public:
  static constexpr std::size_t length = Pi::length;

  std::size_t permute(columns::Columns<length>& blocks, std::size_t) {
    planes_.permute(blocks);
    return columns::lanes;
  }

 private:
  Planes<Pi> planes_;
};

static_assert(columns::BlockPermutation<Portable<Pi160>> && columns::BlockPermutation<Portable<Pi176>>);

}  // namespace spongent
