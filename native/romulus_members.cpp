// Runs the modes of Romulus under the specifications of Romulus v1.2, which has other ciphers, tweakeys, counters and
// block lengths, and compares them with the vectors of its designers and a plain model of its specification.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../wasm-src/modes/romulus/aead.hpp"
#include "../wasm-src/modes/romulus/m.hpp"
#include "../wasm-src/modes/romulus/n.hpp"
#include "../wasm-src/primitives/skinny/portable.hpp"
#if defined(__wasm_simd128__)
#include "../wasm-src/modes/romulus/scheduler.hpp"
#include "../wasm-src/primitives/skinny/simd128.hpp"
#endif
#include "../wasm-src/suites/romulus-v12/specifications.hpp"

namespace {

using common::Block;
using romulus::Direction;
using namespace romulus_v12;

static_assert(romulus::piece_unit<First<skinny::Portable>> == 32 &&
              romulus::piece_unit<Second<skinny::Portable>> == 112);

using Bytes = std::vector<std::uint8_t>;

Bytes pattern(std::size_t length, unsigned factor, unsigned first) {
  Bytes bytes(length);
  for (std::size_t i = 0; i < length; i++) bytes[i] = static_cast<std::uint8_t>(factor * i + first);
  return bytes;
}

const Bytes key = pattern(16, 1, 0);

struct Message {
  Bytes nonce, ad, text;
  Block tag = {};
};

unsigned failures = 0;

void expect(bool is_right, const char* member, const char* what) {
  if (is_right) return;
  failures++;
  std::printf("%s, %s: wrong\n", member, what);
}

// The modes read a block where a string ends earlier.
Bytes longer(const Bytes& bytes) {
  Bytes copy = bytes;
  copy.resize(bytes.size() + common::block_length, 0xc3);
  return copy;
}

// Brings a string in pieces of at most this length.
template <class Take>
void in_pieces(Bytes& bytes, std::size_t piece_length, Take take) {
  const std::size_t length = bytes.size() - common::block_length;
  for (std::size_t i = 0; i == 0 || i < length; i += piece_length)
    take(bytes.data() + i, std::min(piece_length, length - i), length - i <= piece_length);
}

// The text in place; the answer is the tag.
template <class Mode>
Block crypt(Direction direction, const Message& x, Bytes& text, bool reads_first, std::size_t piece_length) {
  const auto mode = std::make_unique<Mode>();
  Bytes ad = longer(x.ad);
  std::uint8_t tag[16];
  common::store(tag, x.tag);
  text = longer(text);
  mode->start(key.data(), x.nonce.data(), tag);
  in_pieces(ad, piece_length, [&](auto at, std::size_t length, bool last) { mode->absorb_ad(at, length, last); });
  if (reads_first && direction == Direction::encrypt)
    in_pieces(text, piece_length, [&](auto at, std::size_t length, bool last) { mode->read_text(at, length, last); });
  in_pieces(text, piece_length,
            [&](auto at, std::size_t length, bool last) { mode->crypt(direction, at, length, last); });
  text.resize(text.size() - common::block_length);
  return mode->tag();
}

template <class Mode, class S>
Message encrypted(const char* member, const Message& plain, bool reads_first) {
  Message x = plain;
  x.tag = Block{};
  x.tag = crypt<Mode>(Direction::encrypt, plain, x.text, reads_first, ~std::size_t{0} / 2);

  constexpr std::size_t piece = romulus::piece_unit<S>;
  Bytes text = plain.text;
  expect(common::equal(crypt<Mode>(Direction::encrypt, plain, text, reads_first, piece), x.tag) && text == x.text,
         member, "encryption by pieces");
  for (const std::size_t length : {piece, ~std::size_t{0} / 2}) {
    text = x.text;
    expect(common::equal(crypt<Mode>(Direction::decrypt, x, text, reads_first, length), x.tag) && text == plain.text,
           member, "decryption");
  }
  return x;
}

constexpr std::size_t edges[] = {0, 1, 11, 12, 13, 15, 16, 17, 27, 28, 29, 31, 32, 33, 43, 44, 45, 56, 57, 100};

std::vector<Message> messages() {
  std::vector<Message> all;
  const auto add = [&all](std::size_t ad, std::size_t text) {
    all.push_back({pattern(16, 1, 16), pattern(ad, 7, 1), pattern(text, 11, 5)});
  };
  for (const std::size_t ad : edges)
    for (const std::size_t text : edges) add(ad, text);
  for (std::size_t length = 0; length <= 100; length++) add(length, 17);
  for (std::size_t length = 0; length <= 100; length++) add(29, length);
  // The counter of 24 bits is reduced.
  add(29, 400);
  add(400, 29);
  add(336, 337);
  return all;
}

// FNV-1a.
class Digest {
 public:
  void add(const std::uint8_t* bytes, std::size_t length) {
    for (std::size_t i = 0; i < length; i++) value_ = (value_ ^ bytes[i]) * 0x100000001b3;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

// What must come of the messages above, and of the designers' last vector: key and nonce from 00 on, 32 bytes of
// associated data and of plaintext from 00 on.
struct Expected {
  const char* name;
  std::uint64_t digest;
  std::string_view official;
};

#if defined(__wasm_simd128__)
template <class S>
void bring(romulus::LaneOf<S>& lane, const Message& x) {
  lane.request = romulus::LaneRequest::start;
  lane.ad_length = static_cast<std::uint32_t>(x.ad.size());
  lane.length = static_cast<std::uint32_t>(x.text.size());
  lane.whole = 1;
  lane.key = common::load(key.data());
  lane.nonce = common::load(x.nonce.data());
  std::copy(x.ad.begin(), x.ad.end(), lane.data);
  std::copy(x.text.begin(), x.text.end(), lane.data + lane.ad_length);
  common::store(lane.tag_address(), x.tag);
}

template <class S>
bool holds(romulus::LaneOf<S>& lane, Direction direction, const Message& x) {
  const bool is_authentic = direction == Direction::encrypt
                                ? common::equal(common::load(lane.tag_address()), x.tag) != 0
                                : lane.authentic != 0;
  return is_authentic && std::equal(x.text.begin(), x.text.end(), lane.data + lane.ad_length);
}

// All messages side by side, a few at a time, of which each lies whole in its lane.
template <class S, class L>
void check_lanes(romulus::Mode mode, const char* member, const std::vector<Message>& plain,
                 const std::vector<Message>& encrypted) {
  const auto lanes = std::make_unique<romulus::Scheduler<S, L>>();
  std::vector<romulus::LaneOf<S>> lane(lanes->most);
  for (const std::size_t most : {std::size_t{8}, std::size_t{32}})
    for (std::size_t first = 0; first < plain.size(); first += most)
      for (const auto direction : {Direction::encrypt, Direction::decrypt}) {
        const std::size_t count = std::min(most, plain.size() - first);
        const auto& given = direction == Direction::encrypt ? plain : encrypted;
        const auto& expected = direction == Direction::encrypt ? encrypted : plain;
        std::size_t results = 0;
        for (std::size_t i = 0; i < count; i++) bring(lane[i], given[first + i]);
        for (std::uint32_t requests; (requests = lanes->run(mode, direction, lane.data(), unsigned(count))) != 0;)
          for (std::size_t i = 0; i < count; i++)
            if ((requests >> i & 1) != 0) {
              expect(lane[i].request == romulus::LaneRequest::result && holds(lane[i], direction, expected[first + i]),
                     member, most == 8 ? "8 lanes" : "32 lanes");
              lane[i].request = romulus::LaneRequest::message;
              results++;
            }
        expect(results == count, member, "number of results");
      }
}
#endif

std::string hexadecimal(const Bytes& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes)
    for (const int digit : {byte >> 4, byte & 15}) text += "0123456789abcdef"[digit];
  return text;
}

// The answer is all messages encrypted.
template <class Mode, class S>
std::vector<Message> check(const Expected& expected, const char* kernel, bool reads_first) {
  std::vector<Message> all;
  Digest digest;
  for (const Message& plain : messages()) {
    const Message& x = all.emplace_back(encrypted<Mode, S>(expected.name, plain, reads_first));
    digest.add(x.text.data(), x.text.size());
    digest.add(reinterpret_cast<const std::uint8_t*>(&x.tag), sizeof x.tag);
  }
  expect(digest.value() == expected.digest, expected.name, kernel);

  const Message official =
      encrypted<Mode, S>(expected.name, {pattern(16, 1, 0), pattern(32, 1, 0), pattern(32, 1, 0)}, reads_first);
  Bytes answer = official.text;
  answer.resize(48);
  common::store(answer.data() + 32, official.tag);
  expect(hexadecimal(answer) == expected.official, expected.name, "the designers' vector");
  return all;
}

constexpr Expected n[] = {
    {"Romulus-N1", 0x903b453c976f95a0,
     "64bcef8dae0a00ab494c06752052d3d91af0a938a117ec02c6db1b893beed644"
     "1fa8d67f5c20e9b50d6b7feb1d07c91a"},
    {"Romulus-N2", 0xf81c0bd833b071c0,
     "13b625e5f4df92daddbc6b7065b36e4768ee877519541132818b5fa4f4540260"
     "e0a668020917870083db460f80cc524b"},
    {"Romulus-N3", 0x39e15caa4a1f6116,
     "6ef9b5f223391b7c5fbfdc8fb9dbd482c0ca05bfa23a37583b186c39997d05a0"
     "9c3f443cb093a9a7b4918d21d658f29b"},
};
constexpr Expected m[] = {
    {"Romulus-M1", 0x6c88ca2aff9a16f6,
     "033bd399095bae09294c88aa8fde508229a3af401b95f8a27039dc03378ba740"
     "615d1af2f4393868385e7cb175b2e665"},
    {"Romulus-M2", 0x315dc16be4c3f838,
     "b4167368927aa01aedf0aa814b8efd8c06bee7c5123ef3d300cf1c92d1408911"
     "769fd5f550eb784583d5f651558a46e9"},
    {"Romulus-M3", 0x72c6cb5cc52f511e,
     "91088a8ac46766aa94b94da53c1bea09e414ba2b8d8e38414119f1c1e2b07c75"
     "ccfe0e9c2c4db9fdfde0b189648d5da4"},
};

template <class S>
void check_alone(unsigned number, const char* kernel) {
  static_assert(romulus::Specification<S>);
  check<romulus::N<S>, S>(n[number], kernel, /*reads_first=*/false);
  check<romulus::M<S>, S>(m[number], kernel, /*reads_first=*/true);
}

#if defined(__wasm_simd128__)
template <class S, class L>
void check_together(unsigned number) {
  static_assert(romulus::Specification<S> && romulus::LanesSpecification<L>);
  const auto plain = messages();
  check_lanes<S, L>(romulus::Mode::n, n[number].name, plain,
                    check<romulus::N<S>, S>(n[number], "simd128", /*reads_first=*/false));
  check_lanes<S, L>(romulus::Mode::m, m[number].name, plain,
                    check<romulus::M<S>, S>(m[number], "simd128", /*reads_first=*/true));
}
#endif

}  // namespace

int main() {
  check_alone<First<skinny::Portable>>(0, "portable");
  check_alone<Second<skinny::Portable>>(1, "portable");
  check_alone<Third<skinny::Portable>>(2, "portable");
#if defined(__wasm_simd128__)
  check_together<First<skinny::Simd128>, FirstLanes>(0);
  check_together<Second<skinny::Simd128>, ShortLanes<Second<skinny::Simd128>>>(1);
  check_together<Third<skinny::Simd128>, ShortLanes<Third<skinny::Simd128>>>(2);
#endif
  return failures > 0;
}
