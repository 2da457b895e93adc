// Romulus by the portable kernel, each string in one piece, in memory of exactly its length, so that AddressSanitizer
// sees what the window would hide.
#pragma once

#include <cstdlib>
#include <memory>

#include "../../../../wasm-src/modes/romulus/h.hpp"
#include "../../../../wasm-src/modes/romulus/m.hpp"
#include "../../../../wasm-src/modes/romulus/n.hpp"
#include "../../../../wasm-src/modes/romulus/t.hpp"
#include "../../../../wasm-src/primitives/skinny/portable.hpp"
#include "../../../native/caller.hpp"

namespace fuzz {

// A copy of a string, with the bytes behind it that the modes may read and never use (block.hpp).
class Exact {
 public:
  explicit Exact(const caller::Bytes& bytes)
      : length_(bytes.size()), bytes_(new std::uint8_t[length_ + common::block_length]) {
    caller::copy(get(), bytes.data(), length_);
    std::memset(get() + length_, 0xc3, common::block_length);
  }

  std::uint8_t* get() const { return bytes_.get(); }

  // Those behind it must be as they were.
  void take(caller::Bytes& to) const {
    for (std::size_t i = 0; i < common::block_length; i++)
      if (get()[length_ + i] != 0xc3) std::abort();
    caller::copy(to.data(), get(), length_);
  }

 private:
  std::size_t length_;
  std::unique_ptr<std::uint8_t[]> bytes_;
};

template <class Mode>
void reference_aead(caller::Message& x) {
  using romulus::Direction;
  const auto mode = std::make_unique<Mode>();
  const Exact ad(x.ad), text(x.text);
  const std::size_t length = x.text.size();
  mode->start(x.key, x.nonce, x.tag);
  mode->absorb_ad(ad.get(), x.ad.size(), /*last=*/true);
  if (x.direction == caller::encrypt) {
    if (x.mode == caller::m) mode->read_text(text.get(), length, /*last=*/true);
    mode->crypt(Direction::encrypt, text.get(), length, /*last=*/true);
    common::store(x.tag, mode->tag());
  } else {
    if (x.mode == caller::t) mode->read_text(text.get(), length, /*last=*/true);
    if (x.mode != caller::t) mode->crypt(Direction::decrypt, text.get(), length, /*last=*/true);
    x.authentic = common::equal(mode->tag(), common::load(x.tag));
    if (x.mode == caller::t && x.authentic != 0) mode->crypt(Direction::decrypt, text.get(), length, /*last=*/true);
  }
  text.take(x.text);
}

using Romulus = romulus::Romulus13<skinny::Portable<skinny::Skinny128_384Plus>>;

inline void reference(caller::Message& x) {
  switch (x.mode) {
    case caller::n: return reference_aead<romulus::N<Romulus>>(x);
    case caller::m: return reference_aead<romulus::M<Romulus>>(x);
    case caller::t: return reference_aead<romulus::T<Romulus>>(x);
    case caller::h: {
      const auto hash = std::make_unique<romulus::H<Romulus>>();
      const Exact text(x.text);
      hash->start();
      hash->update(text.get(), x.text.size());
      hash->finish(x.digest);
    }
  }
}

}  // namespace fuzz
