// The needs of lanes in any suite, of which Romulus alone has some: the requests that lane and caller exchange, and
// the current piece. A lane is the place of one message, among many that run side by side.
//
// A mode for a single message calls its primitive itself. A lane instead works up to its next call and says which call
// that is. The scheduler makes the call, and then the lane goes on. Between calls, the blocks of a lane have their
// plain form. So a lane may share any call with any other lanes.
//
// Bringing in a message or a piece costs about as much as a call with all lanes. So a scheduler returns to the caller
// only when the idle lanes have lost that much time.
#pragma once

#include "block.hpp"

namespace lanes {

using common::Direction;

// A lane's request to its caller. The caller sets `start` and `message`, which request nothing.
enum class LaneRequest : std::uint32_t {
  nothing,
  ad,       // the next piece of the associated data
  read,     // the next piece of the text, which is read before or after the text is crypted
  crypt,    // the next piece of the text to crypt; the caller first takes out the piece before it
  result,   // the caller is to take the result
  start,    // the caller has brought a message
  message,  // the caller has no further message for this lane
};

// The base of a suite's lane. The lane also has a `tag`, `data` for pieces and, if it names its calls, the next `call`.
template <class Lane>
struct LaneBase {
  // The words that the caller writes and reads. If `whole` is not zero, the whole message lies in `data`: associated
  // data || text || tag, where `ad_length` and `length` are the lengths of the first two. Otherwise, the message comes
  // by pieces, and `length` and `last` describe the piece in `data`. All pieces of a string but the last have
  // Lane::piece_length bytes.
  LaneRequest request;
  std::uint32_t ad_length, length, last, whole;
  std::uint32_t authentic;

  // The step of the mode that the lane is at.
  std::uint32_t phase;

  // The current piece has `left` more bytes at `bytes`. `is_last` is true in the last piece of a string, and `is_ended`
  // is true after the last block of the string was taken. `is_asked` is true after the lane asked for a piece.
  std::uint8_t* bytes;
  std::uint32_t left;
  bool is_last, is_ended, is_asked, has_piece;
  bool wants_caller() const { return request != LaneRequest::nothing && request != LaneRequest::message; }

  [[gnu::always_inline]] void restart() {
    request = LaneRequest::nothing;
    if constexpr (requires { lane().call; }) lane().call = {};
    phase = 0;
    is_ended = is_asked = has_piece = false;
  }

  // True if there is a piece of the string to work on. If not, the lane asks the caller for one.
  bool has(LaneRequest string) { return (has_piece && (left != 0 || is_last)) || has_next(string); }

  // Takes the next piece, or asks the caller for one and returns false. A whole message has one piece of each string.
  [[gnu::always_inline]] bool has_next(LaneRequest string) {
    if (whole != 0) {
      bytes = string == LaneRequest::ad ? lane().data : lane().data + ad_length;
      left = string == LaneRequest::ad ? ad_length : length;
      is_last = true;
    } else if (is_asked) {
      bytes = lane().data;
      left = length;
      is_last = last != 0;
    } else {
      request = string;
      is_asked = true;
      return false;
    }
    is_asked = false;
    has_piece = true;
    return true;
  }

  void end_string() { is_ended = has_piece = false; }
  void end_message() { request = LaneRequest::result; }

  void take(std::size_t taken) {
    bytes += taken;
    left -= static_cast<std::uint32_t>(taken);
  }

  std::uint8_t* tag_address() {
    return whole != 0 ? lane().data + ad_length + length : reinterpret_cast<std::uint8_t*>(&lane().tag);
  }

  // Writes the tag when encrypting. Otherwise, compares it with the received tag: the one place for messages in lanes.
  // For a message by itself it is aead_verify and aead_decrypt in module_aead.hpp, and in Elephant its verify.
  template <class Block>
  [[gnu::always_inline]] void settle(Direction direction, Block made) {
    if (direction == Direction::encrypt)
      common::store(tag_address(), made);
    else
      authentic = common::equal(common::load_as<Block>(tag_address()), made);
  }

 private:
  [[gnu::always_inline]] Lane& lane() { return *static_cast<Lane*>(this); }
};

}  // namespace lanes
