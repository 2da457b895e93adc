// Encrypts and decrypts messages while memcheck takes every byte for secret: key, nonce, associated data, text, tag,
// and all else in the module's memory. Lengths and modes are public, and so is the verdict on a tag once it is given.
// For each case, the program prints how often memcheck saw a branch or an address that depends on a secret. It also
// prints how often it should: once for each message whose verdict the module itself looks at.

#include <valgrind/memcheck.h>

#define DECLASSIFY(value) VALGRIND_MAKE_MEM_DEFINED(&(value), sizeof(value))

#include <cstdio>
#include <string>

#include "../native/caller.hpp"

namespace {

using caller::Message;

#if defined(BATCHES)
// The number of blocks decides which kernel permutes them. The longest text has more than a batch.
constexpr std::size_t lengths[] = {0, 1, 15, 19, 20, 21, 43, 44, 50, 75, 160, 300, 900, 3250};
#else
constexpr std::size_t lengths[] = {0, 1, 15, 16, 17, 31, 32, 33, 48, 95, 160};
#endif

Message message(caller::Mode mode, std::size_t ad_length, std::size_t text_length) {
  Message x = {};
  x.mode = mode;
  x.ad.resize(caller::is_hash(mode) ? 0 : ad_length);
  x.text.resize(text_length);
  std::uint8_t next = 1;
  for (auto* const bytes : {&x.ad, &x.text})
    for (auto& byte : *bytes) byte = next = static_cast<std::uint8_t>(5 * next + 3);
  for (auto& byte : x.key) byte = next = static_cast<std::uint8_t>(5 * next + 3);
  return x;
}

template <class Act>
void each_part(Message& x, Act act) {
  act(x.key, sizeof x.key);
  act(x.nonce, sizeof x.nonce);
  act(x.tag, sizeof x.tag);
  act(x.digest, sizeof x.digest);
  act(x.ad.data(), x.ad.size());
  act(x.text.data(), x.text.size());
}

void hide(Message& x) {
  each_part(x, [](void* at, std::size_t length) { (void)VALGRIND_MAKE_MEM_UNDEFINED(at, length); });
}

void show(Message& x) {
  each_part(x, [](void* at, std::size_t length) { (void)VALGRIND_MAKE_MEM_DEFINED(at, length); });
  DECLASSIFY(x.authentic);
}

// Hides the remains of earlier calls.
void hide_memory() {
#if defined(LANES)
  std::uint8_t* const start = memory_map()->lanes_work;
#else
  std::uint8_t* const start = memory_map()->state;
#endif
  const auto length = static_cast<std::size_t>(memory_map()->window - start) + caller::window_length();
  (void)VALGRIND_MAKE_MEM_UNDEFINED(start, length);
}

bool failed = false;

// Processes the messages and prints the line of this case. A decrypted message must be authentic unless it is `forged`.
template <class Work>
void watch(const char* how, std::vector<Message>& messages, Work work, bool forged, bool looks_at_verdict) {
  hide_memory();
  for (Message& x : messages) hide(x);
  const auto before = VALGRIND_COUNT_ERRORS;
  work(messages);
  const auto seen = VALGRIND_COUNT_ERRORS - before;
  for (Message& x : messages) {
    show(x);
    if (x.direction == caller::decrypt && x.authentic == static_cast<std::uint32_t>(forged)) failed = true;
  }
  const Message& first = messages[0];
  const char* what = caller::is_hash(first.mode) ? "hash" : first.direction == caller::encrypt ? "encrypt" : "decrypt";
  const bool judges = looks_at_verdict && first.direction == caller::decrypt && first.info().reads_first[1];
  std::printf("%s %s%s %s\t%u\t%zu\n", first.info().name, what, forged ? ", forged" : "", how,
              static_cast<unsigned>(seen), judges ? messages.size() : 0);
}

// Encrypts or decrypts the messages in every way. The first way's results stay in `messages`.
void all_ways(std::vector<Message>& messages, bool forged) {
  const auto given = messages;
  const auto each = [](auto work) {
    return [work](std::vector<Message>& all) {
      for (Message& x : all) work(x);
    };
  };
  watch("whole", messages, each(caller::work_whole), forged, /*looks_at_verdict=*/true);
  auto x = given;
  watch("by pieces", x, each([](Message& message) {
          caller::work_by_pieces(message, caller::InPiecesOf{caller::pieces_of(message, 32)});
        }),
        forged, /*looks_at_verdict=*/false);
#if defined(LANES)
  for (const bool whole : {true, false})
    for (const unsigned count : caller::lane_counts) {
      const std::string how = std::string(whole ? "whole" : "by pieces") + " in " + std::to_string(count) + " lanes";
      x = given;
      const auto work = [=](std::vector<Message>& all) {
        caller::work_in_lanes(
            all, count, [=] { return whole; }, caller::InPiecesOf{caller::pieces_of(all[0], 64)});
      };
      watch(how.c_str(), x, work, forged, /*looks_at_verdict=*/true);
    }
#endif
}

}  // namespace

int main() {
  if (RUNNING_ON_VALGRIND == 0) {
    std::fprintf(stderr, "This says nothing but under valgrind.\n");
    return 1;
  }
  constexpr unsigned count = std::size(lengths);
  for (std::uint32_t mode = 0; mode < std::size(caller::mode_infos); mode++) {
    std::vector<Message> messages;
    for (unsigned i = 0; i < 40; i++)
      messages.push_back(
          message(static_cast<caller::Mode>(mode), lengths[i % count], lengths[(3 * i + i / count) % count]));
    all_ways(messages, /*forged=*/false);
    if (caller::is_hash(messages[0].mode)) continue;
    for (Message& x : messages) x.direction = caller::decrypt;
    auto sealed = messages;
    all_ways(messages, /*forged=*/false);
    for (Message& x : sealed) x.tag[5] ^= 0x10;
    all_ways(sealed, /*forged=*/true);
  }
  if (failed) std::fprintf(stderr, "a tag was not judged as it should have been\n");
  return failed ? 1 : 0;
}
