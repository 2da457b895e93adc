// A message of a suite, for its module in a native program, and for the code that the module is compared with.
#pragma once

#include <cstdio>
#include <cstdlib>
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

// Ends the program unless a message is as expected. Only the verdict counts if a text is not authentic.
inline void expect_same(const Message& x, const Message& expected, const char* way) {
  const bool is_forged = x.direction == decrypt && expected.authentic == 0;
  if (x.authentic == expected.authentic &&
      (is_forged || (x.text == expected.text && std::memcmp(x.tag, expected.tag, sizeof x.tag) == 0 &&
                     std::memcmp(x.digest, expected.digest, sizeof x.digest) == 0)))
    return;
  std::fprintf(stderr, "%s, direction %u, %zu bytes of associated data, %zu of text, %s: not as it should be\n",
               x.info().name, static_cast<unsigned>(x.direction), x.ad.size(), x.text.size(), way);
  std::abort();
}

}  // namespace caller
