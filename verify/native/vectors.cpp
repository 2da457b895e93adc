// Encrypts, decrypts and forges each message of a file whole, by pieces and in lanes, and writes the results.
//
// A record of the file begins with three words: the mode, and the lengths of associated data and text. Key, nonce,
// associated data and text follow. The result for a record is text and tag, or the digest. With the name of a sanitizer
// as an argument, the program has a fault for that sanitizer to report instead.

#include <memory>
#include <string_view>

#include "caller.hpp"

#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#endif

namespace {

using caller::Bytes;
using caller::Message;

// Makes all memory arbitrary except for the caller's inputs. MemorySanitizer then reports any use of the rest. Vectors
// with bits of many blocks are left out, because the sanitizer cannot tell the bits of idle blocks apart. These are the
// lanes and, with SIMD, batches of blocks, which are filled up with the bytes after a text.
void forget() {
  std::uint8_t* const start = memory_map()->state;
  const auto length = static_cast<std::size_t>(memory_map()->window - start) + caller::window_length();
#if defined(LANES)
  std::memset(memory_map()->lanes_work, 0xa5, static_cast<std::size_t>(start - memory_map()->lanes_work));
#endif
#if __has_feature(memory_sanitizer) && !(defined(BATCHES) && defined(__wasm_simd128__))
  __msan_poison(start, length);
#else
  std::memset(start, 0xa5, length);
#endif
}

void alone(const Message& message, const Message& expected, bool is_known) {
  if (caller::fits(message)) {
    Message x = message;
    forget();
    caller::work_whole(x);
    caller::expect_same(x, expected, "whole");
  }
  // Processes the message in the longest pieces, unless `is_known` says that this result is the expected one. Also
  // processes a short message in the shortest pieces.
  const std::size_t shortest = caller::pieces_of(message, 32);
  for (const std::size_t length : {shortest, memory_map()->piece_limit}) {
    if (message.ad.size() + message.text.size() > 64 * length || (is_known && length != shortest)) continue;
    Message x = message;
    forget();
    caller::work_by_pieces(x, caller::InPiecesOf{length});
    caller::expect_same(x, expected, "by pieces");
  }
}

void together([[maybe_unused]] const std::vector<Message>& messages,
              [[maybe_unused]] const std::vector<Message>& expected) {
#if defined(LANES)
  std::vector<unsigned> counts = {1};
  counts.insert(counts.end(), std::begin(caller::lane_counts), std::end(caller::lane_counts));
  for (const unsigned count : counts)
    for (const bool whole : {true, false}) {
      // Longer messages are left out, because they would be alone in their lanes for long at the end.
      const std::size_t most = count == caller::most_lanes ? 40000 : 4096;
      std::vector<Message> x;
      std::vector<std::size_t> which;
      for (std::size_t i = 0; i < messages.size(); i++)
        if (messages[i].ad.size() + messages[i].text.size() <= most) {
          x.push_back(messages[i]);
          which.push_back(i);
        }
      if (x.empty()) continue;
      forget();
      // A lane must have had a message before it can be without one.
      const unsigned used = std::min(count, static_cast<unsigned>(x.size()));
      caller::work_in_lanes(
          x, used, [=] { return whole; },
          caller::InPiecesOf{whole ? memory_map()->lane_piece_limit : caller::pieces_of(messages[0], 64)});
      for (std::size_t i = 0; i < x.size(); i++) caller::expect_same(x[i], expected[which[i]], "in lanes");
    }
#endif
}

bool read(void* to, std::size_t length) { return std::fread(to, 1, length, stdin) == length; }

bool read(Message& x) {
  std::uint32_t words[3];
  if (!read(words, sizeof words)) return false;
  x = {};
  x.mode = static_cast<caller::Mode>(words[0]);
  x.ad.resize(words[1]);
  x.text.resize(words[2]);
  if (read(x.key, sizeof x.key) && read(x.nonce, x.info().nonce_length) && read(x.ad.data(), words[1]) &&
      read(x.text.data(), words[2]))
    return true;
  std::fprintf(stderr, "the file ends within a message\n");
  std::exit(1);
}

// Processes neighbours of one mode and similar length together, so that they run side by side.
void work(const std::vector<Message>& plain) {
  std::vector<Message> sealed = plain;
  for (Message& x : sealed) {
    forget();
    caller::work_by_pieces(x, caller::InPiecesOf{memory_map()->piece_limit});
    if (caller::is_hash(x.mode)) {
      std::fwrite(x.digest, 1, caller::digest_length, stdout);
    } else {
      std::fwrite(x.text.data(), 1, x.text.size(), stdout);
      std::fwrite(x.tag, 1, x.info().tag_length, stdout);
    }
  }
  for (std::size_t i = 0; i < plain.size(); i++) alone(plain[i], sealed[i], /*is_known=*/true);
  together(plain, sealed);
  if (caller::is_hash(plain[0].mode)) return;
  const std::size_t tag_length = plain[0].info().tag_length;

  std::vector<Message> opened = plain;
  for (std::size_t i = 0; i < plain.size(); i++) {
    opened[i].authentic = 1;
    std::memcpy(opened[i].tag, sealed[i].tag, tag_length);
    sealed[i].direction = caller::decrypt;
    // Every third message is forged, in text or tag.
    if (i % 3 != 2) continue;
    Bytes& text = sealed[i].text;
    if (text.empty() || i % 2 == 0)
      sealed[i].tag[i % tag_length] ^= 1;
    else
      text[i % text.size()] ^= 0x80;
    opened[i].authentic = 0;
  }
  for (std::size_t i = 0; i < plain.size(); i++) alone(sealed[i], opened[i], /*is_known=*/false);
  together(sealed, opened);
}

// The faults depend on the number of arguments, a value that no compiler knows.
int fault(std::string_view sanitizer, int count) {
  if (sanitizer == "UndefinedBehaviorSanitizer") return 0x7ffffffe + count;
  const auto length = static_cast<std::size_t>(count);
  const auto some = std::make_unique<volatile std::uint8_t[]>(length);
  volatile std::uint8_t unset[4];
  unset[0] = 1;
  if (sanitizer == "AddressSanitizer") return some[length];
  return unset[count] == 7 ? 1 : 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count > 1) return fault(arguments[1], argument_count);
  std::vector<Message> messages;
  std::size_t count = 0;
  const auto is_long = [](const Message& x) { return x.ad.size() + x.text.size() > 4096; };
  for (Message x; read(x); count++) {
    if (!messages.empty() &&
        (messages.size() == 40 || messages[0].mode != x.mode || is_long(messages[0]) != is_long(x))) {
      work(messages);
      messages.clear();
    }
    messages.push_back(std::move(x));
  }
  if (!messages.empty()) work(messages);
  std::fprintf(stderr, "%zu messages\n", count);
}
