// A suite's module that compares only half of a tag. The targets must find this fault.

// These headers come before the macro below, so that it does not change names in them.
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

#include SUITE_MODULE
