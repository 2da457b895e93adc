// The part of a lane that every suite has: the messages between lane and caller, and the current piece.
//
// A mode of one message calls its primitive itself. A lane works up to the next call and names that call; the scheduler
// makes the call, and then the lane goes on. Between calls the blocks of a lane have their plain form. So any lane may
// join any others at any time. To bring in a message or a piece costs about as much as a call with all lanes. So a
// scheduler leaves a lane idle until the others have lost as much time.
#pragma once

#include "block.hpp"

namespace lanes {

using common::Direction;

// A lane's request to its caller.
enum class LaneRequest : std::uint32_t {
  nothing,
  ad,       // to bring the next piece of the associated data,
  read,     // of the text that is read before or after it is crypted,
  crypt,    // of the text to crypt, and to take out the piece before it
  result,   // to take the result
  start,    // nothing: the caller has brought a message
  message,  // nothing: there is no message after the one that it had
};

// The base of a suite's lane, which has a `tag`, `data` for the pieces, and, where it names calls, the `call` at hand.
template <class Lane>
struct LaneBase {
  // The words that the caller writes. A `whole` message lies in `data`: associated data || text || tag. Any other
  // message comes by pieces: `length` and `last` describe the piece in `data`. All pieces of a string but the last have
  // Lane::piece_length bytes.
  LaneRequest request;
  std::uint32_t ad_length, length, last, whole;
  std::uint32_t authentic;

  // The step of the mode that the lane is at.
  std::uint32_t phase;

  // The current piece, the bytes left of it, whether it is the string's last, and whether the last block is taken.
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

  // Takes the next piece, or asks the caller for one. Returns whether there is a piece: a whole message has one.
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

  // Writes the tag, or compares it with the one received.
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
