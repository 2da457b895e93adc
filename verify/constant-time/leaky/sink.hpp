// The place to which leaks write, which nobody reads, and the table in which they look up secrets.
#pragma once

#include <cstdint>

namespace leaky {

inline volatile std::uint8_t sink;
inline volatile std::uint8_t table[256] = {1, 2, 3};

}  // namespace leaky
