// The module of Elephant. It exports the functions of every suite. Nonces have 12 bytes, and tags have 8 or 16.

#include "../../common/modes.hpp"
#include "../../primitives/spongent/kernel.hpp"
#include "elephant.hpp"
#include "modes.hpp"
#if defined(__wasm_simd128__)
#include "../../primitives/keccak/f200_simd128.hpp"
#else
#include "../../primitives/keccak/f200.hpp"
#endif

namespace elephant {

#if defined(__wasm_simd128__)
using KeccakF200 = keccak::F200Simd128;
#else
using KeccakF200 = keccak::F200;
#endif
using SuiteDumbo = Dumbo<spongent::Kernel<spongent::Pi160>>;
using SuiteJumbo = Jumbo<spongent::Kernel<spongent::Pi176>>;
using SuiteDelirium = Delirium<KeccakF200>;

constexpr std::size_t nonce_length_of(Mode) { return nonce_length; }

inline constexpr std::size_t piece_length = 17600, most_tag_length = 16;
static_assert(piece_length % Elephant<SuiteDumbo>::length == 0 && piece_length % Elephant<SuiteJumbo>::length == 0 &&
              piece_length % Elephant<SuiteDelirium>::length == 0 &&
              piece_length == Elephant<SuiteDumbo>::length * most_blocks);

struct Aead {
  Mode mode;
  union {
    Elephant<SuiteDumbo> dumbo;
    Elephant<SuiteJumbo> jumbo;
    Elephant<SuiteDelirium> delirium;
  };
};

// Calls `end` of the state after each call, whatever the call returns.
struct Modes {
  template <class Work>
  static auto with(Aead& aead, unsigned mode, Work work) {
    return common::Modes<&Aead::dumbo, &Aead::jumbo, &Aead::delirium>::with(aead, mode, [work](auto& state) {
      const Ending<std::remove_reference_t<decltype(state)>> ending{state};
      return work(state);
    });
  }

 private:
  template <class State>
  struct Ending {
    State& state;
    ~Ending() { state.end(); }
  };
};

// The caller overwrites state and window, which are one stretch of memory. Each function overwrites the memory that it
// works with. Functions read whole groups of blocks, so there must be something behind the window.
struct Memory {
  Aead aead;
  std::uint8_t window[key_length + nonce_length + piece_length + most_tag_length];
  union {
    Work<SuiteDumbo> dumbo;
    Work<SuiteJumbo> jumbo;
    Work<SuiteDelirium> delirium;
  } work;
};

}  // namespace elephant

namespace suite = elephant;

#include "../../common/module.hpp"

// All works begin at the address of their union.
template <elephant::Suite S>
elephant::Work<S>& elephant::work_of() {
  return reinterpret_cast<Work<S>&>(memory.work);
}

extern "C" {

void aead_tag() {
  with_mode([](auto& aead) { aead.tag(memory.window); });
}

std::uint32_t aead_verify() {
  return with_mode([](auto& aead) { return aead.verify(memory.window); });
}

void aead_encrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  memory.aead.mode = mode;
  with_mode([=](auto& aead) {
    const Layout at(mode, ad_length, text_length);
    aead.start(at.key, at.key + key_length, at.tag);
    aead.absorb_ad(memory.window, ad_length, /*last=*/true);
    aead.crypt(Direction::encrypt, at.text, text_length, /*last=*/true);
    aead.tag(at.tag);
  });
}

// Returns 1 if the tag is right. Otherwise, it returns 0 and leaves the text as it was.
std::uint32_t aead_decrypt(Mode mode, std::size_t ad_length, std::size_t text_length) {
  memory.aead.mode = mode;
  return with_mode([=](auto& aead) {
    const Layout at(mode, ad_length, text_length);
    aead.start(at.key, at.key + key_length, at.tag);
    aead.absorb_ad(memory.window, ad_length, /*last=*/true);
    return aead.decrypt(at.text, text_length, at.tag);
  });
}
}

extern "C" void suite_elephant() {}
