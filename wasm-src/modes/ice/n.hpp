// The members N, nonce-based authenticated encryption [remus 5.1].
#pragma once

#include "chain.hpp"

namespace ice {

template <Specification S>
class N : Progress {
 public:
  void start(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t*) {
    chain_.masks.derive(key, nonce);
    chain_.s = typename S::Text{};
  }

  void absorb_ad(const std::uint8_t* ad, std::size_t length, bool last) {
    chain_.absorb(ad, length, last, domains::ad);
  }

  void read_text(const std::uint8_t*, std::size_t, bool) {}

  void crypt(Direction direction, std::uint8_t* text, std::size_t length, bool last) {
    const bool whole = ends_whole<S>(length);
    const std::size_t rest = last_length<S>(length, last);
    for (; length != rest; text += text_length<S>, length -= text_length<S>) {
      common::rho(direction, chain_.s, text);
      chain_.call(domains::text.inner);
    }
    if (!last) return;
    common::rho_last(direction, chain_.s, text, rest);
    chain_.call(whole ? domains::text.last : domains::text.last_short);
  }

  Block tag() const { return chain_.tag(); }

 private:
  Chain<S> chain_;
};

}  // namespace ice
