// The reader of the fuzzer's bytes: the targets take lengths, contents, splits and forgeries from it.
#pragma once

#include "../native/caller.hpp"

// Processes a message with the portable kernels of its suite (reference.cpp).
extern "C" void reference(caller::Message& x);

namespace fuzz {

// Gives the input byte by byte, and zeros when it is used up.
class Reader {
 public:
  Reader(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  std::uint8_t byte() {
    if (left_ == 0) return 0;
    left_--;
    return *data_++;
  }

  // A length up to `most`. Short lengths and ends of blocks are likely, because long messages take time.
  std::size_t length(std::size_t most) {
    const std::uint8_t kind = byte();
    if (kind < 0xc0) return kind % 49;
    if (kind < 0xf8) return std::min(most, std::size_t{16} * (1 + byte() % 40) + kind % 3 - 1);
    return (std::size_t{byte()} << 8 | byte()) % (most + 1);
  }

  // Makes bytes from a seed, which is one byte of the input. So the input stays short.
  void fill(std::uint8_t* bytes, std::size_t length) {
    std::uint32_t x = 0x9e3779b9U * (1U + byte());
    for (std::size_t i = 0; i < length; i++) {
      x ^= x << 13;
      x ^= x >> 17;
      x ^= x << 5;
      bytes[i] = static_cast<std::uint8_t>(x >> 24);
    }
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

// Cuts a string into pieces. All pieces but the last are multiples of `unit`, and none is longer than `most`.
class Cut {
 public:
  Cut(Reader& reader, std::size_t unit, std::size_t most) : reader_(reader), unit_(unit), most_(most) {}

  std::size_t operator()(std::size_t left) {
    const std::uint8_t choice = reader_.byte();
    if (choice == 0) return std::min(left, most_);
    const std::size_t units = choice < 0x80 ? choice % 8 : std::size_t{reader_.byte()} * 4;
    // A hash may have an empty piece. An empty piece makes no progress, so there is none after the input is used up.
    const std::size_t length = unit_ == 1 && choice % 16 == 5 ? 0 : unit_ * std::max<std::size_t>(1, units);
    return std::min({length, left, most_});
  }

 private:
  Reader& reader_;
  std::size_t unit_, most_;
};

inline caller::Message message(Reader& reader, caller::Mode mode, std::size_t most) {
  caller::Message x = {};
  x.mode = mode;
  reader.fill(x.key, sizeof x.key);
  reader.fill(x.nonce, sizeof x.nonce);
  x.text.resize(reader.length(most));
  reader.fill(x.text.data(), x.text.size());
  if (caller::is_hash(mode)) return x;
  x.ad.resize(reader.length(most));
  reader.fill(x.ad.data(), x.ad.size());
  return x;
}

// Changes one bit of a message to decrypt: of its key, nonce, associated data, text or tag.
inline void forge(caller::Message& x, Reader& reader) {
  const auto change = [&](std::uint8_t* bytes, std::size_t length) {
    const std::size_t at = (std::size_t{reader.byte()} << 8 | reader.byte()) % length;
    bytes[at] ^= static_cast<std::uint8_t>(1U << reader.byte() % 8);
  };
  switch (reader.byte() % 5) {
    case 0: return change(x.key, sizeof x.key);
    case 1: return change(x.nonce, x.info().nonce_length);
    case 2:
      if (!x.ad.empty()) return change(x.ad.data(), x.ad.size());
      break;
    case 3:
      if (!x.text.empty()) return change(x.text.data(), x.text.size());
      break;
  }
  change(x.tag, x.info().tag_length);
}

// Fills the memory from `start` to the window's first bytes. Its contents before a call must not matter.
inline void dirty(std::uint8_t* start, std::uint8_t byte) {
  std::memset(start, byte, static_cast<std::size_t>(memory_map()->window - start) + 256);
}

}  // namespace fuzz
