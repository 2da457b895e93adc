// Processes a message with the portable kernels of its suite. Each string comes in one piece, if the suite allows this
// length. The string lies in memory of exactly its length, so that AddressSanitizer sees errors that the window would
// hide. The reference is a library of its own, because the fuzzed module has functions of the same names.

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>

#include "../native/message.hpp"

#include SUITE_MODULE

namespace {

// A suite that works in batches of blocks limits a piece of text.
#if defined(BATCHES)
constexpr std::size_t longest_piece = suite::piece_length;
#else
constexpr std::size_t longest_piece = std::numeric_limits<std::size_t>::max();
#endif

// A copy of a string, with the bytes after it that the modes may read but never use (block.hpp).
class Exact {
 public:
  explicit Exact(const caller::Bytes& bytes) : length_(bytes.size()), bytes_(new std::uint8_t[length_ + readable]) {
    caller::copy(get(), bytes.data(), length_);
    std::memset(get() + length_, mark, readable);
  }

  std::uint8_t* get() const { return bytes_.get(); }

  // Copies the string back. The bytes after it must not have changed.
  void take(caller::Bytes& to) const {
    const auto is_mark = [](std::uint8_t byte) { return byte == mark; };
    if (!std::all_of(get() + length_, get() + length_ + readable, is_mark)) std::abort();
    caller::copy(to.data(), get(), length_);
  }

 private:
  static constexpr std::size_t readable = 16;
  static constexpr std::uint8_t mark = 0xc3;

  std::size_t length_;
  std::unique_ptr<std::uint8_t[]> bytes_;
};

template <class Work>
void in_pieces(std::uint8_t* text, std::size_t length, Work work) {
  for (; length > longest_piece; text += longest_piece, length -= longest_piece)
    work(text, longest_piece, /*last=*/false);
  work(text, length, /*last=*/true);
}

void work_aead(caller::Message& x) {
  const std::size_t nonce_length = x.info().nonce_length, tag_length = x.info().tag_length;
  const auto mode = static_cast<Mode>(x.mode);
  caller::Bytes key_and_nonce(x.key, x.key + sizeof x.key);
  key_and_nonce.insert(key_and_nonce.end(), x.nonce, x.nonce + nonce_length);
  const Exact key(key_and_nonce), received({x.tag, x.tag + sizeof x.tag}), ad(x.ad), text(x.text);
  const auto read = [](std::uint8_t* at, std::size_t length, bool last) { read_text(at, length, last); };
  const auto crypt_in_place = [&x](std::uint8_t* at, std::size_t length, bool last) {
    crypt(x.direction, at, length, last);
  };
  start(mode, key.get(), received.get());
  absorb_ad(ad.get(), x.ad.size(), /*last=*/true);
  if (x.reads_first()) in_pieces(text.get(), x.text.size(), read);
  if (x.direction == caller::encrypt) {
    in_pieces(text.get(), x.text.size(), crypt_in_place);
    aead_tag();
    caller::copy(x.tag, memory.window, tag_length);
  } else {
    if (!x.reads_first()) in_pieces(text.get(), x.text.size(), crypt_in_place);
    caller::copy(memory.window, x.tag, tag_length);
    x.authentic = aead_verify();
    if (x.reads_first() && x.authentic != 0) in_pieces(text.get(), x.text.size(), crypt_in_place);
  }
  text.take(x.text);
}

#if defined(HASH)
void work_hash(caller::Message& x) {
  const Exact text(x.text);
  memory.hash.start();
  memory.hash.update(text.get(), x.text.size());
  memory.hash.finish(x.digest);
}
#endif

}  // namespace

extern "C" [[gnu::visibility("default")]] void reference(caller::Message& x) {
#if defined(HASH)
  if (caller::is_hash(x.mode)) return work_hash(x);
#endif
  work_aead(x);
}
