// A leaking comparison of tags. It replaces `equal` of wasm-src/common/block.hpp.
#pragma once

#include "../../../wasm-src/common/block.hpp"
#include "sink.hpp"

namespace common {

// Ends at the first difference.
inline std::uint32_t leaky_equal(Block a, Block b) {
  if (a[0] != b[0]) return 0;  // leak
  leaky::sink = 3;
  return a[1] == b[1];
}
inline std::uint32_t leaky_equal(SmallBlock a, SmallBlock b) { return leaky_equal(Block{a, 0}, Block{b, 0}); }

}  // namespace common
