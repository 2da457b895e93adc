// Romulus-N, nonce-based authenticated encryption [romulus 3].
#pragma once

#include "lane.hpp"

namespace romulus {

template <Specification S>
class N {
  using Counter = typename S::Counter;

 public:
  void start(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t*) {
    S::set_key(key_, common::load(key));
    S::set_tweak(nonce_, key_, common::load(nonce));
    s_ = Block{0, 0};
    counter_ = Counter::first;
  }

  // [romulus 3.1]
  void absorb_ad(const std::uint8_t* ad, std::size_t length, bool last) {
    const bool whole = ends_whole<S>(/*is_second=*/false, length);
    const bool empty = length == 0;
    for (; length >= pair_length<S>; ad += pair_length<S>, length -= pair_length<S>)
      absorb_pair(common::load(ad), common::load(ad + block_length));
    if (!last) return;

    if (length > block_length) {
      absorb_pair(common::load(ad), pad<S::tweak_length>(ad + block_length, length - block_length));
    } else if (length != 0 || empty) {
      s_ ^= pad(ad, length);
      counter_ = Counter::next(counter_);
    }
    encrypt(nonce_, whole ? domains::n_ad_whole : domains::n_ad_short);
    counter_ = Counter::first;
  }

  void read_text(const std::uint8_t*, std::size_t, bool) {}

  // [romulus 3.2]
  void crypt(Direction direction, std::uint8_t* text, std::size_t length, bool last) {
    const bool whole = ends_whole(length);
    const std::size_t rest = !last ? 0 : whole ? block_length : length % block_length;
    for (; length != rest; text += block_length, length -= block_length) {
      rho(direction, s_, text);
      call(domains::n_text);
    }
    if (!last) return;

    rho_last(direction, s_, text, rest);
    call(whole ? domains::n_text_whole : domains::n_text_short);
    s_ = g(s_);
  }

  // [romulus 3.3]
  Block tag() const { return s_; }

 private:
  void absorb_pair(Block first, Block second) {
    s_ ^= first;
    counter_ = Counter::next(counter_);
    S::set_tweak(ad_, key_, second);
    encrypt(ad_, domains::n_ad_pair);
    counter_ = Counter::next(counter_);
  }

  void call(std::uint64_t domain) {
    counter_ = Counter::next(counter_);
    encrypt(nonce_, domain);
  }

  [[gnu::always_inline]] void encrypt(const typename S::Tweak& tweak, std::uint64_t domain) {
    S::encrypt(key_, {tweak, with_domain<S>(counter_, domain), s_});
  }

  typename S::Key key_;
  typename S::Tweak nonce_, ad_;
  Block s_;
  std::uint64_t counter_;
};

template <Specification S>
inline void advance_n(Lane& lane, Direction direction) {
  enum : std::uint32_t { start, ad, ad_end, text, tag };
  switch (lane.phase) {
    case start:
      lane.s = Block{0, 0};
      lane.counter = S::Counter::first;
      lane.odd = false;
      lane.phase = ad;
      [[fallthrough]];
    case ad:
      if (!lane.absorb<S>(LaneRequest::ad, domains::n_ad_pair)) return;
      lane.phase = ad_end;
      return lane.plan(Call::text, lane.ends_whole ? domains::n_ad_whole : domains::n_ad_short);
    case ad_end:
      lane.counter = S::Counter::first;
      lane.phase = text;
      [[fallthrough]];
    case text:
      if (!lane.has(LaneRequest::crypt)) return;
      lane.counter = S::Counter::next(lane.counter);
      if (lane.left > block_length || !lane.is_last) {
        lane.crypt_block(direction);
        return lane.plan(Call::text, domains::n_text, (lane.left - lane.is_last) / block_length);
      }
      lane.crypt_last_block(direction);
      lane.phase = tag;
      return lane.plan(Call::text, lane.ends_whole ? domains::n_text_whole : domains::n_text_short);
    case tag: lane.settle(direction, g(lane.s)); lane.end_message();
  }
}

}  // namespace romulus
