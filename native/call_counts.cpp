// Counts the calls of the cipher that the modes of Romulus make. Reads lines of a mode's letter and the lengths of
// associated data and text, and writes for each the calls to encrypt and to decrypt; of the hash, twice the same.
#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>

#include "../wasm-src/modes/romulus/h.hpp"
#include "../wasm-src/modes/romulus/m.hpp"
#include "../wasm-src/modes/romulus/n.hpp"
#include "../wasm-src/modes/romulus/t.hpp"
#include "../wasm-src/primitives/skinny/portable.hpp"

namespace {

// The portable kernel, and how many blocks it was given to encrypt.
struct CountingCipher : skinny::Portable<skinny::Skinny128_384Plus> {
  using Kernel = skinny::Portable<skinny::Skinny128_384Plus>;

  static inline unsigned long calls = 0;

  template <class... Inputs>
  static void encrypt(Inputs&&... inputs) {
    calls += 1;
    Kernel::encrypt(std::forward<Inputs>(inputs)...);
  }

  template <class... Inputs>
  static void encrypt_pair(Inputs&&... inputs) {
    calls += 2;
    Kernel::encrypt_pair(std::forward<Inputs>(inputs)...);
  }

  template <class... Inputs>
  static void encrypt_fork(Inputs&&... inputs) {
    calls += 2;
    Kernel::encrypt_fork(std::forward<Inputs>(inputs)...);
  }

  static void encrypt_both(Kernel::Call first, Kernel::Call second) {
    calls += 2;
    Kernel::encrypt_both(first, second);
  }

  static void encrypt_fork_and_pair(Kernel::Fork fork, Kernel::Pair pair) {
    calls += 4;
    Kernel::encrypt_fork_and_pair(fork, pair);
  }
};
static_assert(skinny::PairedBlockCipher<CountingCipher>);

using Romulus = romulus::Romulus13<CountingCipher>;

using Bytes = std::vector<std::uint8_t>;

// Whether the mode reads a text before it crypts it in that direction, as module.cpp has it.
template <class Mode>
bool reads_first(romulus::Direction direction) {
  using romulus::Direction;
  if (std::is_same_v<Mode, romulus::M<Romulus>>) return direction == Direction::encrypt;
  if (std::is_same_v<Mode, romulus::T<Romulus>>) return direction == Direction::decrypt;
  return false;
}

template <class Mode>
unsigned long calls_of(romulus::Direction direction, Bytes& ad, Bytes& text) {
  const std::uint8_t key[16] = {}, nonce[16] = {}, tag[16] = {};
  CountingCipher::calls = 0;
  Mode mode;
  mode.start(key, nonce, tag);
  mode.absorb_ad(ad.data(), ad.size() - 1, /*last=*/true);
  if (reads_first<Mode>(direction)) mode.read_text(text.data(), text.size() - 1, /*last=*/true);
  mode.crypt(direction, text.data(), text.size() - 1, /*last=*/true);
  return CountingCipher::calls;
}

template <class Mode>
void print(Bytes& ad, Bytes& text) {
  std::printf("%lu ", calls_of<Mode>(romulus::Direction::encrypt, ad, text));
  std::printf("%lu\n", calls_of<Mode>(romulus::Direction::decrypt, ad, text));
}

void print_hash(const Bytes& text) {
  std::uint8_t digest[32];
  CountingCipher::calls = 0;
  romulus::H<Romulus> hash;
  hash.start();
  hash.update(text.data(), text.size() - 1);
  hash.finish(digest);
  std::printf("%lu %lu\n", CountingCipher::calls, CountingCipher::calls);
}

}  // namespace

int main() {
  char mode;
  std::size_t ad_length, text_length;
  while (std::scanf(" %c %zu %zu", &mode, &ad_length, &text_length) == 3) {
    // One byte more, so that the empty string has an address.
    Bytes ad(ad_length + 1), text(text_length + 1);
    switch (mode) {
      case 'N': print<romulus::N<Romulus>>(ad, text); break;
      case 'M': print<romulus::M<Romulus>>(ad, text); break;
      case 'T': print<romulus::T<Romulus>>(ad, text); break;
      case 'H': print_hash(text); break;
      default: return 1;
    }
  }
}
