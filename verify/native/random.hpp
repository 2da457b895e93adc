// Bytes for tests, always the same.
#pragma once

#include <cstddef>
#include <cstdint>

class Random {
 public:
  void fill(void* to, std::size_t length) {
    for (std::size_t i = 0; i < length; i++) static_cast<std::uint8_t*>(to)[i] = next();
  }

 private:
  // A linear congruence modulo 2^64, of which the high bits are taken.
  std::uint8_t next() {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<std::uint8_t>(state_ >> 56);
  }

  std::uint64_t state_ = 1;
};
