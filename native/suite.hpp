// What tells the suites apart for their caller in native programs, each of which is compiled for one of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace caller {

// Of a mode: how long its tag is (a hash has none); what the lengths of all pieces of a string but the last must be
// multiples of; and whether it reads a text before it crypts it, to encrypt and to decrypt.
struct ModeInfo {
  const char* name;
  std::size_t tag_length, unit;
  bool reads_first[2];
};

#if defined(SUITE_ROMULUS)

enum Mode : std::uint32_t { n, m, t, h };
inline constexpr ModeInfo mode_infos[] = {
    {"Romulus-N", 16, 32, {false, false}},
    {"Romulus-M", 16, 32, {true, false}},
    {"Romulus-T", 16, 32, {false, true}},
    {"Romulus-H", 0, 32, {false, false}},
};
inline constexpr std::size_t nonce_length = 16;
inline constexpr unsigned most_lanes = 32;

#elif defined(SUITE_ISAP)

enum Mode : std::uint32_t { a128a, a128, k128a, k128 };
inline constexpr ModeInfo mode_infos[] = {
    {"ISAP-A-128A", 16, 8, {false, true}},
    {"ISAP-A-128", 16, 8, {false, true}},
    {"ISAP-K-128A", 16, 18, {false, true}},
    {"ISAP-K-128", 16, 18, {false, true}},
};
inline constexpr std::size_t nonce_length = 16;
inline constexpr unsigned most_lanes = 8;

#elif defined(SUITE_ELEPHANT)

enum Mode : std::uint32_t { dumbo, jumbo, delirium };
inline constexpr ModeInfo mode_infos[] = {
    {"Dumbo", 8, 20, {false, true}},
    {"Jumbo", 8, 22, {false, true}},
    {"Delirium", 16, 25, {false, true}},
};
inline constexpr std::size_t nonce_length = 12;

#else
#error "for which suite? flagsOf in compile.ts says it"
#endif

inline constexpr std::size_t key_length = 16, most_tag_length = 16, digest_length = 32;

inline constexpr bool has_hash = std::any_of(std::begin(mode_infos), std::end(mode_infos),
                                             [](const ModeInfo& info) { return info.tag_length == 0; });

constexpr bool is_hash(Mode mode) { return mode_infos[mode].tag_length == 0; }

}  // namespace caller
