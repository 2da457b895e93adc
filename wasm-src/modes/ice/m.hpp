// The members M, misuse-resistant authenticated encryption [remus 5.2]. A MAC makes the tag, and the encryption starts
// from the tag. The counter begins again for the encryption.
#pragma once

#include "chain.hpp"

namespace ice {

template <Specification S>
class M : Progress {
 public:
  void start(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t* tag) {
    mac_.masks.derive(key, nonce);
    mac_.s = Text{};
    due_ = none;
    stream_.masks = mac_.masks;
    stream_.s = common::load_as<Text>(tag);
    begun_ = false;
  }

  void absorb_ad(const std::uint8_t* ad, std::size_t length, bool last) { mac_.absorb(ad, length, last, domains::ad); }

  // Passes the text to the MAC before it is encrypted. Decryption never calls this: its `crypt` passes the plaintext.
  void read_text(const std::uint8_t* text, std::size_t length, bool last) {
    mac_.absorb(text, length, last, domains::authenticated);
  }

  void crypt(Direction direction, std::uint8_t* text, std::size_t length, bool last) {
    if (direction == Direction::encrypt)
      encrypt(text, length);
    else
      decrypt(text, length, last);
  }

  Block tag() const { return mac_.tag(); }

 private:
  using Text = typename S::Text;
  static constexpr std::uint64_t none = 0;  // no domain

  void encrypt(std::uint8_t* text, std::size_t length) {
    if (!begun_) stream_.s = common::g(mac_.s);
    for (; length > text_length<S>; text += text_length<S>, length -= text_length<S>) {
      call();
      common::rho(Direction::encrypt, stream_.s, text);
    }
    if (length == 0) return;
    call();
    common::rho_last(Direction::encrypt, stream_.s, text, length);
  }

  // Decrypts and absorbs the plaintext. The MAC's call for a block joins the encryption's call for the next block.
  void decrypt(std::uint8_t* text, std::size_t length, bool last) {
    const std::size_t rest = last_length<S>(length, last);
    for (; length != rest; text += text_length<S>, length -= text_length<S>) {
      call();
      common::rho(Direction::decrypt, stream_.s, text);
      mac_.masks.step();
      mac_.s ^= common::load_as<Text>(text);
      due_ = domains::authenticated.inner;
    }
    if (!last) return;
    if (rest != 0) {
      call();
      common::rho_last(Direction::decrypt, stream_.s, text, rest);
    }
    mac_.absorb(text, rest, last, domains::authenticated);
  }

  // Makes the next call of the encryption, together with a call of the MAC if one is due. The first call takes the
  // masks unchanged. This function is not inlined, because the two calls of the cipher are inlined into it.
  [[gnu::noinline]] void call() {
    if (begun_) stream_.masks.step();
    begun_ = true;
    if (due_ != none)
      Masks<S>::call_both({stream_.masks, domains::encryption, stream_.s}, {mac_.masks, due_, mac_.s});
    else
      stream_.masks.call(domains::encryption, stream_.s);
    due_ = none;
  }

  Chain<S> mac_, stream_;
};

}  // namespace ice
