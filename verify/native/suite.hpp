// The row of one suite in the table of suites, for native programs. callerFlags in compile.ts defines the macros.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

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

}  // namespace caller
