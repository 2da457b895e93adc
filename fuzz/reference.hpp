// The outputs that the targets compare with (reference.cpp), and the comparison.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "../native/message.hpp"

// Works a message by the portable kernel of its suite.
extern "C" void reference(caller::Message& x);

namespace fuzz {

// Of what is not authentic only the verdict counts.
inline void expect_same(const caller::Message& x, const caller::Message& expected) {
  const bool forged = x.direction == caller::decrypt && expected.authentic == 0;
  if (x.authentic == expected.authentic &&
      (forged || (x.text == expected.text && std::memcmp(x.tag, expected.tag, sizeof x.tag) == 0 &&
                  std::memcmp(x.digest, expected.digest, sizeof x.digest) == 0)))
    return;
  std::fprintf(stderr, "%s, direction %u, %zu bytes of associated data, %zu of text: not as by the reference\n",
               x.info().name, static_cast<unsigned>(x.direction), x.ad.size(), x.text.size());
  std::abort();
}

}  // namespace fuzz
