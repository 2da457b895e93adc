// What a lane and its caller tell each other, the same in every suite: by words that a suite's Lane begins with, and by
// these names.
#pragma once

#include <cstdint>

namespace lanes {

// What a lane waits for its caller to do.
enum class LaneRequest : std::uint32_t {
  nothing,
  ad,       // to bring the next piece of the associated data,
  read,     // of the text that is read before or after it is crypted,
  crypt,    // of the text to crypt, and to take out the piece before it
  result,   // to take the result
  start,    // nothing: the caller has brought a message
  message,  // nothing: there is no message after the one that it had
};

// Begins the message that the caller has brought.
template <class Lane>
[[gnu::always_inline]] inline void restart(Lane& at) {
  at.request = LaneRequest::nothing;
  at.call = {};
  at.phase = 0;
  at.is_ended = at.is_asked = at.has_piece = false;
}

// Takes the next piece of the string, or asks the caller for it: whether there is one. Of a message that is whole there
// is one of each string.
template <class Lane>
[[gnu::always_inline]] inline bool has_next(Lane& at, LaneRequest string) {
  if (at.whole != 0) {
    at.bytes = string == LaneRequest::ad ? at.data : at.data + at.ad_length;
    at.left = string == LaneRequest::ad ? at.ad_length : at.length;
    at.is_last = true;
  } else if (at.is_asked) {
    at.bytes = at.data;
    at.left = at.length;
    at.is_last = at.last != 0;
  } else {
    at.request = string;
    at.is_asked = true;
    return false;
  }
  at.is_asked = false;
  at.has_piece = true;
  return true;
}

}  // namespace lanes
