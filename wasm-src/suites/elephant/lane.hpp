// A message in a lane. Many messages run side by side, and their blocks share batches (scheduler.hpp).
#pragma once

#include "../../common/lane_protocol.hpp"
#include "work.hpp"

namespace elephant {

using lanes::LaneRequest;

inline constexpr std::size_t longest_block = 25, longest_tag = 16;

// The next step of a message. A message gives the batch a block, and takes the permuted block in a later step: first
// for the expanded key, then for associated data and text, and last for the tag. Encryption authenticates each piece
// after it is encrypted. Decryption decrypts the text only after the whole tag was found right.
struct Phase {
  enum : std::uint32_t { key, expanded_key, ad, crypt, read, tag, made_tag, end };
};

struct Lane : lanes::LaneBase<Lane> {
  // A multiple of the block lengths 20, 22 and 25.
  static constexpr std::uint32_t piece_length = 2200;

  // The number of blocks of the piece at hand that are laid.
  std::uint32_t laid;

  // The rows of this lane in the batch begin at `first_row`. The first `to_sum` rows are for the sum. The `to_text`
  // rows after them are for the `text_length` bytes at `text`.
  std::uint32_t first_row, to_sum, to_text;
  std::uint8_t* text;
  std::uint32_t text_length;

  // The expanded key, and the masks of the next blocks: associated data, text to crypt, and text to authenticate.
  std::uint8_t first_mask[longest_block], ad_mask[longest_block], crypt_mask[longest_block], read_mask[longest_block];
  // The sum of what is authenticated so far.
  std::uint8_t sum[longest_block];
  // The bytes before a piece of associated data, always the same number: the nonce, or the end of the previous piece.
  std::uint8_t before[nonce_length];
  bool is_begun;

  std::uint8_t key[key_length], nonce[16], tag[longest_tag];
  std::uint8_t data[piece_length + longest_tag];

  void restart() {
    LaneBase::restart();
    to_sum = to_text = 0;
    is_begun = false;
    copy(before, nonce, nonce_length);
  }

  bool has(LaneRequest string) {
    if (has_piece) return true;
    laid = 0;
    return has_next(string);
  }

  // Leaves a piece whose blocks are all laid. After the last piece, the phase is `next`.
  void end_piece(std::uint32_t next) {
    has_piece = false;
    if (is_last) phase = next;
  }

  bool waits() const { return to_sum != 0 || to_text != 0; }
};

}  // namespace elephant
