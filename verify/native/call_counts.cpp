// Counts the cipher's calls in a suite's module, which is compiled with CIPHER_CALLS_COUNTED. Each line of input has a
// mode's number and the lengths of associated data and text. The line of output has the number of calls to encrypt, and
// the number of calls to decrypt the result. For the hash, both are its number of calls.
#include <cstdio>

#include "../../wasm-src/common/compiler.hpp"
#include "caller.hpp"

namespace {

using caller::Message;

unsigned long calls_for(Message& x) {
  common::cipher_calls = 0;
  caller::work_by_pieces(x, caller::InPiecesOf{memory_map()->piece_limit});
  return common::cipher_calls;
}

}  // namespace

int main() {
  unsigned mode;
  std::size_t ad_length, text_length;
  while (std::scanf("%u %zu %zu", &mode, &ad_length, &text_length) == 3) {
    Message x{};
    x.mode = static_cast<caller::Mode>(mode);
    x.ad.resize(ad_length);
    x.text.resize(text_length);
    const unsigned long first = calls_for(x);
    x.direction = caller::decrypt;
    const unsigned long second = calls_for(x);
    if (!caller::is_hash(x.mode) && x.authentic != 1) return 1;
    std::printf("%lu %lu\n", first, second);
  }
}
