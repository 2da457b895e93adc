// A suite's module with a comparison of tags that looks at half of them: what the targets must find. FAULTY_MODULE is
// its source.

// The libraries keep their own names.
#include <algorithm>
#include <array>
#include <compare>
#include <tuple>
#include <type_traits>

#include "../../wasm-src/common/block.hpp"

namespace common {

inline std::uint32_t faulty_equal(Block a, Block b) { return (a ^ b)[0] == 0; }

}  // namespace common

#define equal faulty_equal

#include FAULTY_MODULE  // NOLINT(bugprone-suspicious-include)
