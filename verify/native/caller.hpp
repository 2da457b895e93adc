// The caller of a suite's module in native programs: messages whole, by pieces, and side by side in lanes.
#pragma once

#include <algorithm>
#include <utility>

#include "../../wasm-src/common/lane_protocol.hpp"
#include "message.hpp"
#include "module.hpp"

// A verdict is no secret once it is given. Checks that track secrets define this macro.
#if !defined(DECLASSIFY)
#define DECLASSIFY(verdict)
#endif

namespace caller {

// A way to cut a string. It returns the length of the next piece, of the `left` bytes. All pieces but the last are
// multiples of the mode's unit and not empty. Pieces of a hash may have any length.
struct InPiecesOf {
  std::size_t length;
  std::size_t operator()(std::size_t left) const { return std::min(left, length); }
};

// The length of a piece: `length`, rounded up to the mode's unit.
inline std::size_t pieces_of(const Message& x, std::size_t length) {
  const std::size_t unit = x.info().unit;
  return unit * ((length + unit - 1) / unit);
}

struct Nothing {
  void operator()() const {}
};

inline bool fits(const Message& message) {
  return message.ad.size() + message.text.size() <= memory_map()->piece_limit;
}

inline std::size_t state_length([[maybe_unused]] Mode mode) {
  if constexpr (has_hash)
    if (is_hash(mode)) return memory_map()->hash_state_length;
  return memory_map()->aead_state_length;
}

inline std::size_t window_length() {
  return key_length + most_nonce_length + memory_map()->piece_limit + most_tag_length;
}

inline void hash_whole(Message& x) {
  copy(memory_map()->window, x.text.data(), x.text.size());
  hash(x.text.size());
  copy(x.digest, memory_map()->window, digest_length);
}

inline void work_whole(Message& x) {
  if constexpr (has_hash)
    if (is_hash(x.mode)) return hash_whole(x);
  std::uint8_t* const window = memory_map()->window;
  const std::size_t nonce_length = x.info().nonce_length, tag_length = x.info().tag_length;
  const std::size_t ad_length = x.ad.size(), text_length = x.text.size();
  std::uint8_t *const key = window + ad_length, *const text = key + key_length + nonce_length;
  copy(window, x.ad.data(), ad_length);
  copy(key, x.key, key_length);
  copy(key + key_length, x.nonce, nonce_length);
  copy(text, x.text.data(), text_length);
  if (x.direction == encrypt) {
    aead_encrypt(x.mode, ad_length, text_length);
    copy(x.tag, text + text_length, tag_length);
  } else {
    copy(text + text_length, x.tag, tag_length);
    x.authentic = aead_decrypt(x.mode, ad_length, text_length);
  }
  copy(x.text.data(), text, text_length);
}

// Passes a string to the module in pieces. If `take` is true, copies the changed pieces back.
template <class Call, class Cut, class Between>
void bring(Bytes& string, bool take, Call call, Cut& cut, Between& between) {
  for (std::size_t position = 0;;) {
    const std::size_t left = string.size() - position, length = cut(left);
    copy(memory_map()->window, string.data() + position, length);
    call(length, length == left);
    if (take) copy(string.data() + position, memory_map()->window, length);
    between();
    if (length == left) return;
    position += length;
  }
}

template <class Cut, class Between>
void hash_by_pieces(Message& x, Cut& cut, Between& between) {
  hash_start();
  between();
  bring(
      x.text, /*take=*/false, [](std::size_t length, bool) { hash_update(length); }, cut, between);
  hash_finish();
  copy(x.digest, memory_map()->window, digest_length);
}

// Processes a message in pieces. It calls `between` wherever the caller may take the state out and put it back.
template <class Cut, class Between = Nothing>
void work_by_pieces(Message& x, Cut cut, Between between = {}) {
  if constexpr (has_hash)
    if (is_hash(x.mode)) return hash_by_pieces(x, cut, between);
  std::uint8_t* const window = memory_map()->window;
  const std::size_t nonce_length = x.info().nonce_length, tag_length = x.info().tag_length;
  const bool reads_first = x.reads_first();
  copy(window, x.key, key_length);
  copy(window + key_length, x.nonce, nonce_length);
  copy(window + key_length + nonce_length, x.tag, tag_length);
  aead_start(x.mode);
  between();
  bring(x.ad, /*take=*/false, aead_absorb_ad, cut, between);
  if (reads_first) bring(x.text, /*take=*/false, aead_read_text, cut, between);
  if (x.direction == encrypt) {
    bring(x.text, /*take=*/true, aead_encrypt_text, cut, between);
    aead_tag();
    copy(x.tag, window, tag_length);
    return;
  }
  const auto verify = [&] {
    copy(window, x.tag, tag_length);
    x.authentic = aead_verify();
    DECLASSIFY(x.authentic);
  };
  // The caller stops if the tag of the read text is wrong.
  if (reads_first) verify();
  if (reads_first && x.authentic == 0) return;
  bring(x.text, /*take=*/true, aead_decrypt_text, cut, between);
  if (!reads_first) verify();
}

#if defined(LANES)
using lanes::LaneRequest;

// The room for a nonce in a lane of any suite.
inline constexpr std::size_t lane_nonce_length = 16;

class Lane {
 public:
  explicit Lane(unsigned index) : at_(memory_map()->lanes + index * memory_map()->lane_length) {}

  LaneRequest request() const { return static_cast<LaneRequest>(word(0)); }
  std::uint32_t authentic() const { return word(5); }
  std::uint8_t* data() const { return key() + key_length + lane_nonce_length + most_tag_length; }

  void clear() { ask(LaneRequest::message); }

  void begin(const Message& x, bool whole) {
    ask(LaneRequest::start);
    set_word(4, whole ? 1 : 0);
    copy(key(), x.key, key_length);
    copy(key() + key_length, x.nonce, x.info().nonce_length);
    copy(key() + key_length + lane_nonce_length, x.tag, x.info().tag_length);
    if (!whole) return;
    set_word(1, static_cast<std::uint32_t>(x.ad.size()));
    set_word(2, static_cast<std::uint32_t>(x.text.size()));
    copy(data(), x.ad.data(), x.ad.size());
    copy(data() + x.ad.size(), x.text.data(), x.text.size());
    copy(data() + x.ad.size() + x.text.size(), x.tag, x.info().tag_length);
  }

  void bring(const std::uint8_t* bytes, std::size_t length, bool last) {
    set_word(2, static_cast<std::uint32_t>(length));
    set_word(3, last ? 1 : 0);
    ask(LaneRequest::nothing);
    copy(data(), bytes, length);
  }

  void end(Message& x, bool whole) const {
    if (is_hash(x.mode)) return copy(x.digest, data(), digest_length);
    if (whole) copy(x.text.data(), data() + x.ad.size(), x.text.size());
    if (x.direction == decrypt)
      x.authentic = authentic();
    else
      copy(x.tag, whole ? data() + x.ad.size() + x.text.size() : data() - most_tag_length, x.info().tag_length);
  }

 private:
  std::uint8_t* key() const { return at_ + (memory_map()->first_key - memory_map()->lanes); }

  std::uint32_t word(std::size_t index) const {
    std::uint32_t value;
    std::memcpy(&value, at_ + 4 * index, 4);
    return value;
  }
  void ask(LaneRequest request) { set_word(0, static_cast<std::uint32_t>(request)); }
  void set_word(std::size_t index, std::uint32_t value) { std::memcpy(at_ + 4 * index, &value, 4); }

  std::uint8_t* at_;
};

// Processes messages of one mode and direction in the first `count` lanes (at most `most_lanes`). A free lane takes the
// next message. For a message that fits into a lane, `is_whole` says if it comes whole.
template <class IsWhole, class Cut>
void work_in_lanes(std::vector<Message>& messages, unsigned count, IsWhole is_whole, Cut cut) {
  struct Seat {
    Message* message;
    bool whole;
    LaneRequest string;
    std::size_t position, piece;
  };
  std::vector<Seat> seats(count, Seat{});
  std::size_t next = 0, seated = 0;
  const auto seat = [&](unsigned i) {
    Lane lane(i);
    if (next == messages.size()) return lane.clear();
    Message& x = messages[next++];
    const bool whole = x.ad.size() + x.text.size() <= memory_map()->lane_piece_limit && is_whole();
    seats[i] = {&x, whole, LaneRequest::nothing, 0, 0};
    lane.begin(x, whole);
    seated++;
  };
  const auto take_crypted = [&](Seat& at, const Lane& lane) {
    if (at.string == LaneRequest::crypt) copy(at.message->text.data() + at.position - at.piece, lane.data(), at.piece);
    at.piece = 0;
  };
  for (unsigned i = 0; i < count; i++) seat(i);
  while (seated != 0) {
    const std::uint32_t wanting = lanes_run(messages[0].mode, static_cast<std::uint32_t>(messages[0].direction), count);
    for (unsigned i = 0; i < count; i++) {
      if ((wanting >> i & 1) == 0) continue;
      Seat& at = seats[i];
      Lane lane(i);
      take_crypted(at, lane);
      if (lane.request() == LaneRequest::result) {
        lane.end(*at.message, at.whole);
        at = {};
        seated--;
        seat(i);
        continue;
      }
      if (lane.request() != at.string) at.position = 0;
      at.string = lane.request();
      const Bytes& string = at.string == LaneRequest::ad ? at.message->ad : at.message->text;
      const std::size_t left = string.size() - at.position;
      at.piece = std::min(cut(left), memory_map()->lane_piece_limit);
      lane.bring(string.data() + at.position, at.piece, at.piece == left);
      at.position += at.piece;
    }
  }
}
#endif

}  // namespace caller
