// Messages side by side. In each turn, the lanes append their blocks to one batch, so short messages fill it together.
#pragma once

#include "lane.hpp"
#include "modes.hpp"

namespace elephant {

// A block, or a mask, in words that may overlap.
template <std::size_t length>
struct Row {
  static constexpr std::size_t count = (length + columns::group - 1) / columns::group;
  columns::Word word[count];

  static constexpr std::size_t place(std::size_t i) {
    return i + 1 < count ? i * columns::group : length - columns::group;
  }
};

template <std::size_t length>
INLINE Row<length> get_row(const std::uint8_t* at) {
  Row<length> row;
  UNROLLED(std::size_t i = 0; i < row.count; i++) row.word[i] = columns::get(at + row.place(i));
  return row;
}

template <std::size_t length>
INLINE void put_row(std::uint8_t* at, const Row<length>& row) {
  UNROLLED(std::size_t i = 0; i < row.count; i++) columns::put(at + row.place(i), row.word[i]);
}

template <std::size_t length>
INLINE Row<length> operator^(const Row<length>& a, const Row<length>& b) {
  Row<length> sum;
  UNROLLED(std::size_t i = 0; i < sum.count; i++) sum.word[i] = a.word[i] ^ b.word[i];
  return sum;
}

// The lanes of one suite, in one direction.
template <Suite S>
class Batch {
 public:
  // Runs the lanes until one has a request for the caller. Returns a bit for each lane with a request, and 0 if no lane
  // has a message.
  std::uint32_t run(Direction direction, Lane* lane, unsigned count) {
    encrypts_ = direction == Direction::encrypt;
    lane_ = lane;
    count_ = count;
    for (;;) {
      const std::uint32_t wanting = wanting_lanes();
      if (wanting != 0) return wanting;
      for (unsigned i = 0; i < count_; i++)
        if (lane_[i].request == LaneRequest::nothing) lay(lane_[i]);
      if (work().count == 0 && wanting_lanes() == 0) return 0;
      permute();
    }
  }

 private:
  static constexpr std::size_t length = S::Permutation::length;
  using Row = elephant::Row<length>;
  static Work<S>& work() { return work_of<S>(); }
  static std::uint8_t* row_at(std::size_t row) { return work().stream + row * length; }
  INLINE Row get(const std::uint8_t* at) { return get_row<length>(at); }
  static std::size_t room() { return columns::batch - work().count; }

  std::uint32_t wanting_lanes() {
    std::uint32_t wanting = 0;
    for (unsigned i = 0; i < count_; i++) {
      if (lane_[i].request == LaneRequest::start) lane_[i].restart();
      if (lane_[i].wants_caller()) wanting |= 1U << i;
    }
    return wanting;
  }

  // Permutes the laid rows, and hands the results to their lanes.
  [[gnu::noinline]] void permute() {
    const std::size_t rows = work().count;
    if (rows == 0) return;
    columns::spread(work().blocks, 0, work().stream, rows);
    work().permute();
    columns::gather(work().stream, work().blocks, 0, rows);
    for (unsigned i = 0; i < count_; i++)
      if (lane_[i].waits()) take(lane_[i]);
  }

  // Lays blocks until there is no room, or until the next step needs a result of these blocks or the caller.
  [[gnu::noinline]] void lay(Lane& lane) {
    if (room() == 0) return;
    lane.first_row = static_cast<std::uint32_t>(work().count);
    for (;;) switch (lane.phase) {
        case Phase::key: return lay_one(lane, padded_with_zeros<key_length>(lane.key), Phase::expanded_key);
        case Phase::ad:
          if (!lane.has(LaneRequest::ad) || !lay_ad(lane)) return;
          lane.end_piece(encrypts_ ? Phase::crypt : Phase::read);
          break;
        case Phase::crypt:
          if (!lane.has(LaneRequest::crypt) || !lay_to_crypt(lane)) return;
          if (encrypts_) {
            // The crypted piece is authenticated next.
            lane.phase = Phase::read;
            lane.laid = 0;
          } else {
            lane.end_piece(Phase::end);
          }
          if (lane.to_text != 0) return;
          break;
        case Phase::read:
          if (!lane.has(LaneRequest::read) || !lay_to_read(lane)) return;
          if (encrypts_) lane.phase = Phase::crypt;
          lane.end_piece(Phase::tag);
          break;
        case Phase::tag:
          if (lane.waits()) return;
          return lay_one(lane, get(lane.sum) ^ get(lane.first_mask), Phase::made_tag);
        case Phase::end:
          if (!lane.waits()) lane.end_message();
          return;
        default: __builtin_unreachable();  // a lane that waits for its result appends nothing
      }
  }

  // Lays one block. The phase `next` takes its result.
  [[gnu::always_inline]] void lay_one(Lane& lane, const Row& block, std::uint32_t next) {
    lane.phase = next;
    lane.to_sum = 1;
    put_row(row_at(work().count++), block);
  }

  template <std::size_t count>
  INLINE Row padded_with_zeros(const std::uint8_t* bytes) {
    put_row(work().padded, Row{});
    copy<count>(work().padded, bytes);
    return get(work().padded);
  }

  // Advances `mask` by `blocks` blocks. The work then holds their masks and two more.
  const std::uint8_t* step(std::uint8_t* mask, std::size_t blocks) {
    work().step_masks(mask, blocks + 2);
    copy<length>(mask, work().masks + blocks);
    return work().masks;
  }

  // Lays a block to authenticate, under a mask [elephant 5].
  INLINE void lay_masked(Row& sum, const Row& block, const Row& mask) {
    sum = sum ^ mask;
    put_row(row_at(work().count++), block ^ mask);
  }

  // The functions below lay the blocks of a piece as far as there is room. They return whether all blocks are laid.

  // Adds the very first block to the sum without a permutation [elephant 5].
  [[gnu::noinline]] bool lay_ad(Lane& lane) {
    const std::size_t total = nonce_length + lane.left, blocks = total / length + lane.is_last;
    const std::size_t plain = lane.is_begun || blocks == 0 ? 0 : 1;
    const std::size_t count = least(blocks - lane.laid, room() + plain);
    const std::uint8_t* masks = step(lane.ad_mask, count);
    Row sum = get(lane.sum);
    for (std::size_t i = 0; i < count; i++, masks++) {
      const std::size_t block = lane.laid + i, start = block * length;
      const std::uint8_t* at = lane.bytes + start - nonce_length;
      if (block == 0 || start + length > total) {
        assemble_ad(lane, start, least(length, total - start));
        at = work().padded;
      }
      if (i < plain)
        sum = sum ^ get(at);
      else
        lay_masked(sum, get(at), get(masks));
    }
    put_row(lane.sum, sum);
    lane.laid += static_cast<std::uint32_t>(count);
    lane.to_sum += static_cast<std::uint32_t>(count - plain);
    lane.is_begun |= plain != 0 && count != 0;
    if (lane.laid < blocks) return false;
    if (!lane.is_last) copy(lane.before, lane.bytes + lane.left - nonce_length, nonce_length);
    return true;
  }

  // Copies `count` bytes, from place `start` on, of the bytes before a piece followed by the piece. It pads them to a
  // whole block.
  static void assemble_ad(const Lane& lane, std::size_t start, std::size_t count) {
    std::uint8_t* const padded = work().padded;
    for (std::size_t c = 0; c < count; c++) {
      const std::size_t place = start + c;
      padded[c] = place < nonce_length ? lane.before[place] : lane.bytes[place - nonce_length];
    }
    if (count < length) pad<length>(padded, count);
  }

  // Lays the blocks of a stream for a piece of text [elephant 4]. It adds to the text the masks that these blocks get
  // after the permutation.
  [[gnu::noinline]] bool lay_to_crypt(Lane& lane) {
    const std::size_t blocks = (lane.left + length - 1) / length, first = lane.laid;
    const std::size_t count = least(blocks - first, room());
    const std::uint8_t* masks = step(lane.crypt_mask, count);
    const Row nonce = padded_with_zeros<nonce_length>(lane.nonce);
    lane.text = lane.bytes + first * length;
    lane.text_length = static_cast<std::uint32_t>(least(count * length, lane.left - first * length));
    for (std::size_t i = 0; i < count; i++) {
      const Row mask = get(masks + i) ^ get(masks + i + 1);
      put_row(row_at(work().count++), nonce ^ mask);
      std::uint8_t* const text = lane.text + i * length;
      if ((i + 1) * length <= lane.text_length)
        put_row(text, get(text) ^ mask);
      else
        for (std::size_t c = 0; c < lane.text_length - i * length; c++) text[c] ^= masks[i + c] ^ masks[i + c + 1];
    }
    lane.laid += static_cast<std::uint32_t>(count);
    lane.to_text += static_cast<std::uint32_t>(count);
    return lane.laid == blocks;
  }

  // Lays the ciphertext. The block behind the last whole one is padded.
  [[gnu::noinline]] bool lay_to_read(Lane& lane) {
    const std::size_t whole = lane.left / length, blocks = whole + lane.is_last, first = lane.laid;
    const std::size_t count = least(blocks - first, room());
    const std::uint8_t* masks = step(lane.read_mask, count);
    Row sum = get(lane.sum);
    for (std::size_t i = 0; i < count; i++) {
      const std::uint8_t* at = lane.bytes + (first + i) * length;
      if (first + i == whole) {
        copy(work().padded, at, lane.left % length);
        pad<length>(work().padded, lane.left % length);
        at = work().padded;
      }
      lay_masked(sum, get(at), get(masks + i) ^ get(masks + i + 2));
    }
    put_row(lane.sum, sum);
    lane.laid += static_cast<std::uint32_t>(count);
    lane.to_sum += static_cast<std::uint32_t>(count);
    return lane.laid == blocks;
  }

  [[gnu::noinline]] void take(Lane& lane) {
    const std::uint8_t* const rows = row_at(lane.first_row);
    if (lane.phase == Phase::expanded_key) {
      take_key(lane, get(rows));
    } else if (lane.phase == Phase::made_tag) {
      settle(lane, get(rows) ^ get(lane.first_mask));
    } else {
      Row sum = get(lane.sum);
      for (std::size_t i = 0; i < lane.to_sum; i++) sum = sum ^ get(rows + i * length);
      put_row(lane.sum, sum);
      add_bytes(lane.text, rows + lane.to_sum * length, lane.to_text != 0 ? lane.text_length : 0);
      if (lane.phase == Phase::end) lane.end_message();
    }
    lane.to_sum = lane.to_text = 0;
  }

  INLINE void take_key(Lane& lane, const Row& mask) {
    put_row(lane.first_mask, mask);
    put_row(lane.ad_mask, mask);
    put_row(lane.crypt_mask, mask);
    put_row(lane.read_mask, mask);
    put_row(lane.sum, Row{});
    lane.phase = Phase::ad;
  }

  // Writes the tag, or compares the made tag with the received one [elephant 5].
  [[gnu::always_inline]] void settle(Lane& lane, const Row& made) {
    put_row(work().padded, made);
    if (encrypts_) {
      copy(lane.tag_address(), work().padded, S::tag_length);
      return lane.end_message();
    }
    lane.authentic = is_made(lane.tag_address());
    lane.phase = Phase::crypt;
    if (lane.authentic == 0) lane.end_message();
  }

  [[gnu::noinline]] static std::uint32_t is_made(const std::uint8_t* received) {
    return equal(work().padded, received, S::tag_length);
  }

  bool encrypts_;
  unsigned count_;
  Lane* lane_;
};

// The lanes of all suites. A run keeps its values in the work of its suite, and wipes them at its end.
template <Suite Dumbo, Suite Jumbo, Suite Delirium>
class Lanes {
 public:
  static constexpr unsigned most = 32;

  std::uint32_t run(Mode mode, Direction direction, Lane* lane, unsigned count) {
    switch (mode) {
      case Mode::dumbo: return run(dumbo_, direction, lane, count);
      case Mode::jumbo: return run(jumbo_, direction, lane, count);
      case Mode::delirium: return run(delirium_, direction, lane, count);
    }
    __builtin_unreachable();
  }

 private:
  template <Suite S>
  static std::uint32_t run(Batch<S>& batch, Direction direction, Lane* lane, unsigned count) {
    const std::uint32_t wanting = batch.run(direction, lane, count);
    work_of<S>().wipe();
    return wanting;
  }

  union {
    Batch<Dumbo> dumbo_;
    Batch<Jumbo> jumbo_;
    Batch<Delirium> delirium_;
  };
};

}  // namespace elephant
