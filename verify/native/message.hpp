// The row of one suite in the table of suites, and a message of the suite: for its module in a native program, and for
// the code that the module is compared with. callerFlags in compile.ts defines the macros.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <vector>

#include "../../wasm-src/common/block.hpp"

namespace caller {

// A mode: the lengths of its nonce and its tag, where a hash has no tag. Each piece of a string but the last is a
// multiple of `unit`. `reads_first` says, for encryption and for decryption, if the mode reads a text before it crypts
// it.
struct ModeInfo {
  const char* name;
  std::size_t nonce_length, tag_length, unit;
  bool reads_first[2];
};

#if !defined(SUITE_MODES)
#error "for which suite? callerFlags in compile.ts says it"
#endif

enum Mode : std::uint32_t { SUITE_MODES };
inline constexpr ModeInfo mode_infos[] = {SUITE_MODE_INFOS};
#if defined(LANES)
// The numbers of messages that are processed side by side. The last number is the greatest.
inline constexpr unsigned lane_counts[] = {LANES};
inline constexpr unsigned most_lanes = *std::rbegin(lane_counts);
#endif

inline constexpr std::size_t key_length = 16, most_tag_length = 16, digest_length = 32;

inline constexpr std::size_t most_nonce_length =
    std::max_element(std::begin(mode_infos), std::end(mode_infos), [](const ModeInfo& a, const ModeInfo& b) {
      return a.nonce_length < b.nonce_length;
    })->nonce_length;

inline constexpr bool has_hash = std::any_of(std::begin(mode_infos), std::end(mode_infos),
                                             [](const ModeInfo& info) { return info.tag_length == 0; });

constexpr bool is_hash(Mode mode) { return mode_infos[mode].tag_length == 0; }

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
