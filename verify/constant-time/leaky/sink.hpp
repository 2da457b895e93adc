// The place that leaks write to and nobody reads, and the table that they look into.
#pragma once

#include <cstdint>

namespace leaky {

inline volatile std::uint8_t sink;
inline volatile std::uint8_t table[256] = {1, 2, 3};

}  // namespace leaky
