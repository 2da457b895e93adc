// Leaks write to `sink`, which nobody reads. They look up secrets in `table`.
#pragma once

#include <cstdint>

namespace leaky {

inline volatile std::uint8_t sink;
inline volatile std::uint8_t table[256] = {1, 2, 3};

}  // namespace leaky
