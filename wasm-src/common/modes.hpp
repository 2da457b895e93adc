// The modes of a suite in the order of their numbers. Each mode is named by the member of `Aead` that holds its state.
#pragma once

#include <tuple>

#include "compiler.hpp"

namespace common {

template <auto... members>
struct Modes {
  // Calls `work` with the state of the mode that has this number.
  template <class Aead, class Work>
  static auto with(Aead& aead, unsigned mode, Work work) {
    static_assert(sizeof...(members) <= 6);
    switch (mode) {
      case 0: return at<0>(aead, work);
      case 1: return at<1>(aead, work);
      case 2: return at<2>(aead, work);
      case 3: return at<3>(aead, work);
      case 4: return at<4>(aead, work);
      case 5: return at<5>(aead, work);
    }
    __builtin_unreachable();
  }

 private:
  template <std::size_t number, class Aead, class Work>
  INLINE auto at(Aead& aead, Work work) {
    if (number >= sizeof...(members)) __builtin_unreachable();
    constexpr std::size_t place = number < sizeof...(members) ? number : 0;
    return work(aead.*std::get<place>(std::tuple{members...}));
  }
};

}  // namespace common
