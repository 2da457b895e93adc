// A domain is the byte of TK1 that tells the calls of the modes apart [romulus 2.5].
#pragma once

#include <cstdint>

namespace romulus::domains {

// Romulus-N [romulus 3]. The first line is for associated data: a pair of blocks, and the last call after a whole or a
// short block. The second line is for text: a block, and the last block, whole or short.
inline constexpr std::uint64_t n_ad_pair = 8, n_ad_whole = 24, n_ad_short = 26;
inline constexpr std::uint64_t n_text = 4, n_text_whole = 20, n_text_short = 21;

// Romulus-M [romulus 4]. The first line is for the MAC: a pair whose second block belongs to the associated data or to
// the message, and the last call. m_text is for the encryption.
inline constexpr std::uint64_t m_ad_pair = 40, m_message_pair = 44, m_mac = 48;
inline constexpr std::uint64_t m_text = 36;

// The numbers that associated data and message add to m_mac: one for a partial last block, and one for an even number
// of blocks [romulus 4.1]. A message by itself and a lane choose the domain of the MAC's last call by these functions.
inline constexpr std::uint64_t m_ad_even = 8, m_message_even = 4, m_ad_short = 2, m_message_short = 1;
inline void m_end_ad(std::uint64_t& mac, bool ends_whole, bool is_odd) {
  if (!ends_whole) mac ^= m_ad_short;
  if (!is_odd) mac ^= m_ad_even;
}
inline void m_end_message(std::uint64_t& mac, bool ends_whole, bool is_odd) {
  if (!ends_whole) mac ^= m_message_short;
  if (!is_odd) mac ^= m_message_even;
}

// Romulus-T [romulus 5]: the stream, the next key of the stream, its first key, and the tag.
inline constexpr std::uint64_t t_stream = 64, t_next_key = 65, t_first_key = 66, t_tag = 68;

}  // namespace romulus::domains
