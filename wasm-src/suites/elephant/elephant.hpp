// Elephant v2, nonce-based authenticated encryption by a masked permutation. It encrypts in a counter mode, and sums up
// the permuted blocks of ciphertext. No block waits for another, so whole batches are permuted.
#pragma once

#include "work.hpp"

namespace elephant {

// The calls for a message begin with start and absorb_ad. Encryption goes on with crypt and tag. Decryption goes on
// with read_text and verify, and calls crypt only if the tag is right; `decrypt` makes these three calls at once. The
// tag depends on the ciphertext alone. So a forgery costs about half the time of a message, and its plaintext is never
// made. A piece of text has at most most_blocks blocks, and every piece but the last consists of whole blocks.
//
// Blocks to authenticate that do not fill a batch wait for more blocks. `end` permutes them, and overwrites the work.
template <Suite S>
class Elephant {
 public:
  using Permutation = typename S::Permutation;
  static constexpr std::size_t length = Permutation::length, tag_length = S::tag_length;

  void start(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t*) {
    clear(work().padded, length);
    copy(work().padded, key, key_length);
    permute_alone(first_mask_, work().padded);
    copy(ad_mask_, first_mask_, length);
    copy(text_mask_, first_mask_, length);
    clear(sum_, length);
    copy(nonce_, nonce, nonce_length);
    // The nonce begins the associated data.
    copy(held_, nonce, nonce_length);
    held_length_ = nonce_length;
    begun_ = false;
  }

  void absorb_ad(const std::uint8_t* ad, std::size_t ad_length, bool last) {
    const std::size_t missing = length - held_length_;
    if (ad_length >= missing) {
      hold(ad, missing);
      absorb_held();
      ad += missing;
      ad_length -= missing;
      const std::size_t blocks = ad_length / length;
      absorb(ad, blocks);
      ad += blocks * length;
      ad_length -= blocks * length;
    }
    hold(ad, ad_length);
    if (!last) return;
    pad<length>(held_, held_length_);
    absorb_held();
  }

  void read_text(const std::uint8_t* text, std::size_t text_length, bool last) {
    const std::size_t blocks = text_length / length + last;
    begin_text(blocks);
    lay_all_text(text, text_length, blocks);
    end_text(blocks, last);
  }

  void crypt(Direction direction, std::uint8_t* text, std::size_t text_length, bool last) {
    const std::size_t blocks = blocks_of(text_length);
    begin_text(blocks + last);
    const std::size_t to_read = direction == Direction::encrypt ? text_length / length + last : 0;
    crypt_blocks(text, text_length, 0, blocks, to_read);
    add_masks_of_text(to_read);
    end_text(blocks, last);
  }

  // Decrypts a text in one piece if the tag is right. Returns 1 if it is right, else 0. The batch of the last blocks to
  // authenticate also makes the stream for the first blocks of text, which is used only if the tag is right.
  std::uint32_t decrypt(std::uint8_t* text, std::size_t text_length, const std::uint8_t* received) {
    const std::size_t blocks = blocks_of(text_length);
    begin_text(blocks + 1);
    lay_all_text(text, text_length, text_length / length + 1);
    const std::size_t count = least(blocks, room());
    make_stream(0, count);
    const std::uint32_t right = verify(received);
    if (right != 0) {
      add_stream(text, text_length, 0, count);
      crypt_blocks(text, text_length, count, blocks, 0);
    }
    return right;
  }

  // [elephant 5]
  void tag(std::uint8_t* tag) {
    flush();
    for (std::size_t c = 0; c < length; c++) work().padded[c] = sum_[c] ^ first_mask_[c];
    permute_alone(work().padded, work().padded);
    for (std::size_t c = 0; c < tag_length; c++) tag[c] = work().padded[c] ^ first_mask_[c];
  }

  // Returns 1 if the tag is right, else 0. The time does not depend on the tag.
  std::uint32_t verify(const std::uint8_t* received) {
    tag(work().padded);
    return equal(work().padded, received, tag_length);
  }

  void flush() {
    if (work().count != 0) permute(work().count);
  }

  // Ends a call. Then no block waits, and all of the work is zero, even what groups wrote beyond their blocks.
  void end() {
    flush();
    work().wipe();
  }

 private:
  static Work<S>& work() { return work_of<S>(); }
  static constexpr std::size_t blocks_of(std::size_t text_length) { return (text_length + length - 1) / length; }
  static std::size_t room() { return columns::batch - work().count; }

  // Permutes the blocks in the columns, and adds the first `read` of them to the sum.
  [[gnu::noinline]] void permute(std::size_t read) {
    work().permute();
    columns::add_up(sum_, work().blocks, read);
  }

  // Permutes one block when no other block waits.
  [[gnu::noinline]] void permute_alone(std::uint8_t* to, const std::uint8_t* block) {
    for (std::size_t c = 0; c < length; c++) work().blocks.at[c][0] = block[c];
    work().count = 1;
    permute(0);
    for (std::size_t c = 0; c < length; c++) to[c] = work().blocks.at[c][0];
  }

  // Returns one byte of the masks of a group of blocks of text. It is the sum of bytes of two masks, whose distance is
  // 1 to encrypt and 2 to authenticate [elephant 2.3].
  INLINE columns::Word mask(const std::uint8_t* masks, std::size_t distance) {
    return columns::get(masks) ^ columns::get(masks + distance);
  }

  void hold(const std::uint8_t* bytes, std::size_t count) {
    copy(held_ + held_length_, bytes, count);
    held_length_ += count;
  }

  // The first block, which begins with the nonce, is added to the sum without a permutation [elephant 5].
  [[gnu::noinline]] void absorb_held() {
    held_length_ = 0;
    if (begun_) return absorb(held_, 1);
    begun_ = true;
    for (std::size_t c = 0; c < length; c++) sum_[c] ^= held_[c];
    work().step_masks(ad_mask_, 2);
    copy(ad_mask_, work().masks + 1, length);
  }

  [[gnu::noinline]] void absorb(const std::uint8_t* ad, std::size_t blocks) {
    while (blocks != 0) {
      const std::size_t count = least(blocks, room());
      work().step_masks(ad_mask_, count + 1);
      const std::uint8_t* masks = work().masks;
      columns::spread(work().blocks, work().count, ad, count);
      columns::add(work().blocks, work().count, count,
                   [=](std::size_t c, std::size_t i) { return columns::get(masks + c + i); });
      // Adds the masks that the blocks get after the permutation. `sum` is the sum of one byte of each of these masks.
      // The next byte loses one term and gains one.
      std::uint8_t sum = 0;
      for (std::size_t i = 0; i < count; i++) sum ^= masks[i];
      for (std::size_t c = 0; c < length; c++) {
        sum_[c] ^= sum;
        sum ^= masks[c] ^ masks[c + count];
      }
      copy(ad_mask_, masks + count, length);
      ad += count * length;
      blocks -= count;
      work().count += count;
      if (room() == 0) flush();
    }
  }

  void begin_text(std::size_t blocks) { work().step_masks(text_mask_, blocks + 2); }
  void end_text(std::size_t blocks, bool last) { copy(text_mask_, last ? first_mask_ : work().masks + blocks, length); }

  // Brings blocks of ciphertext to the next columns. The block after the last whole one is padded.
  [[gnu::noinline]] std::size_t lay_text(const std::uint8_t* text, std::size_t text_length, std::size_t first,
                                         std::size_t count) {
    const std::size_t whole = least(count, text_length / length - first);
    columns::spread(work().blocks, work().count, text + first * length, whole);
    if (whole < count) {
      const std::size_t rest = text_length % length;
      copy(work().padded, text + text_length - rest, rest);
      pad<length>(work().padded, rest);
      for (std::size_t c = 0; c < length; c++) work().blocks.at[c][work().count + whole] = work().padded[c];
    }
    const std::uint8_t* masks = work().masks + first;
    columns::add(work().blocks, work().count, count,
                 [=](std::size_t c, std::size_t i) { return mask(masks + c + i, 2); });
    work().count += count;
    return count;
  }

  // Adds the masks that these blocks of text get after the permutation. All but two at each end cancel out.
  void add_masks_of_text(std::size_t blocks) {
    const std::uint8_t *first = work().masks, *last = first + blocks;
    for (std::size_t c = 0; c < length; c++) sum_[c] ^= first[c] ^ first[c + 1] ^ last[c] ^ last[c + 1];
  }

  // Brings all blocks of ciphertext that are to be summed to the columns, where the last ones wait for a fuller batch.
  [[gnu::noinline]] void lay_all_text(const std::uint8_t* text, std::size_t text_length, std::size_t blocks) {
    for (std::size_t read = 0; read < blocks;) {
      read += lay_text(text, text_length, read, least(blocks - read, room()));
      if (room() == 0) flush();
    }
    add_masks_of_text(blocks);
  }

  // Encrypts or decrypts the blocks of text from `crypted` on. Encryption also brings the first `to_read` blocks of the
  // ciphertext to the columns. Blocks to encrypt or decrypt go first, because the others depend on them.
  [[gnu::noinline]] void crypt_blocks(std::uint8_t* text, std::size_t text_length, std::size_t crypted,
                                      std::size_t blocks, std::size_t to_read) {
    for (std::size_t read = 0; crypted < blocks || read < to_read;) {
      const std::size_t count = least(blocks - crypted, room());
      const std::size_t readable = crypted == blocks ? to_read : least(crypted, to_read);
      read += lay_text(text, text_length, read, least(readable - read, room() - count));
      make_stream(crypted, count);
      add_stream(text, text_length, crypted, count);
      crypted += count;
    }
  }

  // Makes the stream for blocks of text [elephant 4], in one batch with the blocks that wait.
  [[gnu::noinline]] void make_stream(std::size_t first, std::size_t count) {
    const std::size_t waiting = work().count;
    const std::uint8_t *masks = work().masks + first, *nonce = nonce_;
    columns::fill(work().blocks, waiting, count, [=](std::size_t c, std::size_t i) {
      return columns::splat_byte(c < nonce_length ? nonce[c] : 0) ^ mask(masks + c + i, 1);
    });
    work().count += count;
    permute(waiting);
    columns::add(work().blocks, waiting, count, [=](std::size_t c, std::size_t i) { return mask(masks + c + i, 1); });
    columns::gather(work().stream, work().blocks, waiting, count);
  }

  // Adds the stream to the text, whose last block may be short.
  [[gnu::noinline]] static void add_stream(std::uint8_t* text, std::size_t text_length, std::size_t first,
                                           std::size_t count) {
    add_bytes(text + first * length, work().stream, least(count * length, text_length - first * length));
  }

  // The expanded key, which is the first mask, and the masks of the next blocks of associated data and of text.
  std::uint8_t first_mask_[length], ad_mask_[length], text_mask_[length];
  // The sum of what is authenticated so far.
  std::uint8_t sum_[length];
  // A block of the associated data that is not full yet.
  std::uint8_t held_[length];
  std::size_t held_length_;
  bool begun_;
  std::uint8_t nonce_[nonce_length];
};

}  // namespace elephant
