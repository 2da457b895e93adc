// Romulus-M, misuse-resistant authenticated encryption [romulus 4]. A MAC makes the tag, and encryption starts from it.
#pragma once

#include "lane.hpp"

namespace romulus {

template <Specification S>
class M {
  using Counter = typename S::Counter;

 public:
  void start(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t* tag) {
    S::set_key(key_, common::load(key));
    S::set_tweak(nonce_, key_, common::load(nonce));
    mac_ = Block{0, 0};
    mac_counter_ = Counter::first;
    mac_domain_ = domains::m_mac;
    odd_ = due_ = false;
    s_ = common::load(tag);
    counter_ = Counter::first;
  }

  void absorb_ad(const std::uint8_t* ad, std::size_t length, bool last) {
    const bool whole = absorb(ad, length, domains::m_ad_pair);
    if (!last) return;
    domains::m_end_ad(mac_domain_, whole, odd_);
    ad_odd_ = odd_;
  }

  // Passes the text to the MAC [romulus 4.1]. Encryption does so first, and decryption as the plaintext appears.
  void read_text(const std::uint8_t* text, std::size_t length, bool last) {
    const bool whole = absorb(text, length, domains::m_message_pair);
    if (!last) return;
    make_due_call();
    domains::m_end_message(mac_domain_, whole, odd_ != ad_odd_);
    S::encrypt(key_, {nonce_, with_domain<S>(mac_counter_, mac_domain_), mac_});
    mac_ = g(mac_);
  }

  // [romulus 4.2]
  void crypt(Direction direction, std::uint8_t* text, std::size_t length, bool last) {
    if (direction == Direction::encrypt && counter_ == Counter::first) s_ = mac_;
    const std::size_t rest = length == 0 ? 0 : (length - 1) % block_length + 1;
    const std::uint8_t* unread = text;
    if (direction == Direction::encrypt)
      crypt_blocks<Direction::encrypt>(text, length - rest);
    else
      unread = crypt_blocks<Direction::decrypt>(text, length - rest);
    text += length - rest;
    if (rest != 0) {
      call();
      rho_last(direction, s_, text, rest);
    }
    if (direction == Direction::decrypt) read_text(unread, static_cast<std::size_t>(text + rest - unread), last);
  }

  Block tag() const { return mac_; }

 private:
  // Crypts whole blocks. Decryption also passes the plaintext to the MAC, as far as it fills whole blocks of the MAC's
  // string. Returns the address of the first byte that the MAC has not read.
  template <Direction direction>
  const std::uint8_t* crypt_blocks(std::uint8_t* text, std::size_t length) {
    const std::uint8_t* unread = text;
    for (; length != 0; length -= block_length) {
      call();
      rho(direction, s_, text);
      text += block_length;
      if (direction == Direction::decrypt) unread = read_blocks(unread, text);
    }
    return unread;
  }

  const std::uint8_t* read_blocks(const std::uint8_t* unread, const std::uint8_t* end) {
    if constexpr (S::tweak_length == block_length) {
      absorb_block(common::load(unread), domains::m_message_pair);
      return end;
    }
    for (std::size_t read; static_cast<std::size_t>(end - unread) >= (read = next_length()); unread += read)
      absorb_block(common::load(unread), domains::m_message_pair);
    return unread;
  }

  std::size_t next_length() const { return absorbed_length<S>(odd_); }

  // Passes a piece to the MAC. Returns true if it ends in a whole block.
  bool absorb(const std::uint8_t* bytes, std::size_t length, std::uint64_t domain) {
    while (length > next_length()) {
      const std::size_t read = next_length();
      absorb_block(common::load(bytes), domain);
      bytes += read;
      length -= read;
    }
    const bool whole = length == next_length();
    absorb_block(pad_absorbed<S>(odd_, bytes, length), domain);
    return whole;
  }

  // Passes a block to the MAC. The second block of each pair makes a call of the MAC due. Decryption makes this call
  // together with its own next call.
  void absorb_block(Block block, std::uint64_t domain) {
    if (odd_) {
      S::set_tweak(block_, key_, block);
      due_counter_ = with_domain<S>(mac_counter_, domain);
      due_ = true;
    } else {
      make_due_call();
      mac_ ^= block;
    }
    mac_counter_ = Counter::next(mac_counter_);
    odd_ = !odd_;
  }

  [[gnu::always_inline]] void make_due_call() {
    if (due_) S::encrypt(key_, {block_, due_counter_, mac_});
    due_ = false;
  }

  // Not inlined, because the two calls of the cipher are inlined into it.
  [[gnu::noinline]] void call() {
    const std::uint64_t counter = with_domain<S>(counter_, domains::m_text);
    if (due_)
      S::encrypt_both(key_, {nonce_, counter, s_}, {block_, due_counter_, mac_});
    else
      S::encrypt(key_, {nonce_, counter, s_});
    due_ = false;
    counter_ = Counter::next(counter_);
  }

  typename S::Key key_;
  typename S::Tweak nonce_, block_;
  Block mac_, s_;
  std::uint64_t mac_counter_, counter_, mac_domain_, due_counter_;
  bool odd_, ad_odd_, due_;
};

template <Specification S>
inline void advance_m(Lane& lane, Direction direction) {
  enum : std::uint32_t { start, ad, read, mac, crypt_start, text, text_block };
  for (;;) switch (lane.phase) {
      case start:
        lane.phase = direction == Direction::encrypt ? ad : crypt_start;
        lane.mac_domain = domains::m_mac;
        lane.s = Block{0, 0};
        lane.counter = S::Counter::first;
        lane.odd = false;
        break;
      case ad:
        if (!lane.absorb<S>(LaneRequest::ad, domains::m_ad_pair)) return;
        domains::m_end_ad(lane.mac_domain, lane.ends_whole, lane.odd);
        lane.ad_odd = lane.odd;
        lane.phase = read;
        [[fallthrough]];
      case read:
        if (!lane.absorb<S>(LaneRequest::read, domains::m_message_pair)) return;
        domains::m_end_message(lane.mac_domain, lane.ends_whole, lane.odd != lane.ad_odd);
        lane.phase = mac;
        return lane.plan(Call::text, lane.mac_domain);
      case mac:
        lane.settle(direction, g(lane.s));
        lane.phase = crypt_start;
        if (direction == Direction::encrypt) break;
        return lane.end_message();
      case crypt_start:
        lane.s = common::load(lane.tag_address());
        lane.counter = S::Counter::first;
        lane.called = false;
        lane.phase = text;
        [[fallthrough]];
      case text:
        if (!lane.has(LaneRequest::crypt)) return;
        if (!lane.is_empty) {
          if (lane.called) lane.counter = S::Counter::next(lane.counter);
          lane.called = true;
          lane.phase = text_block;
          return lane.plan(Call::text, domains::m_text, (lane.left - 1) / block_length);
        }
        [[fallthrough]];
      case text_block:
        if (lane.left > block_length || (lane.left != 0 && !lane.is_last)) {
          lane.crypt_block(direction);
          lane.phase = text;
          break;
        }
        if (lane.left != 0) lane.crypt_last_block(direction);
        lane.end_string();
        if (direction == Direction::encrypt) return lane.end_message();
        lane.s = Block{0, 0};
        lane.counter = S::Counter::first;
        lane.phase = ad;
    }
}

}  // namespace romulus
