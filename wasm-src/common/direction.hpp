// Which way a text goes.
#pragma once

#include <cstdint>

namespace common {

enum class Direction : std::uint32_t { encrypt, decrypt };

}  // namespace common
