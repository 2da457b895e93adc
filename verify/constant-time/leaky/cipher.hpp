// A leaking kernel of a tweakable block cipher. It looks up a byte of the block and a byte of the key in a table.
#pragma once

#include "equal.hpp"

namespace leaky {

template <class Kernel>
class Cipher : public Kernel {
 public:
  using Schedule = typename Kernel::Schedule;

  static void encrypt(const Schedule& schedule, common::Block tweakey1, common::Block& text) {
    sink = table[text[0] & 0xff];  // leak
    Kernel::encrypt(schedule, tweakey1, text);
  }

  template <unsigned word>
  static void add_tweakey(Schedule& schedule, const Schedule& base, common::Block tweakey) {
    if constexpr (word == 3) sink = table[tweakey[1] & 0xff];  // leak
    Kernel::template add_tweakey<word>(schedule, base, tweakey);
  }
};

}  // namespace leaky
