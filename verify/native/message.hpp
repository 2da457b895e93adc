// A message of a suite, as native programs pass it to the suite's module and to what they compare that with.
#pragma once

#include <cstring>
#include <vector>

#include "../../wasm-src/common/block.hpp"
#include "suite.hpp"

namespace caller {

using Bytes = std::vector<std::uint8_t>;

using common::Direction;
using enum common::Direction;

// A message is changed in place: its text, tag and digest are also the results. A hash uses the text only.
struct Message {
  Mode mode;
  Direction direction;
  std::uint8_t key[key_length], nonce[most_nonce_length], tag[most_tag_length];
  Bytes ad, text;
  std::uint8_t digest[digest_length];
  std::uint32_t authentic;

  const ModeInfo& info() const { return mode_infos[mode]; }
  bool reads_first() const { return info().reads_first[static_cast<unsigned>(direction)]; }
};

// Copies without a call, which a checker could look into.
inline void copy(std::uint8_t* to, const std::uint8_t* from, std::size_t length) {
  if (length != 0) std::memcpy(to, from, length);
}

}  // namespace caller
