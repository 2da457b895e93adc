// What the targets compare with: the suite's reference, and how.
#pragma once

#include <cstdio>
#include <cstdlib>

// verify/fuzz/main.ts says which: that of the suite whose module is linked.
#include SUITE_REFERENCE

namespace fuzz {

// Of what is not authentic only the verdict counts.
inline void expect_same(const caller::Message& x, const caller::Message& expected) {
  const bool forged = x.direction == caller::decrypt && expected.authentic == 0;
  if (x.authentic == expected.authentic &&
      (forged || (x.text == expected.text && std::memcmp(x.tag, expected.tag, sizeof x.tag) == 0 &&
                  std::memcmp(x.digest, expected.digest, sizeof x.digest) == 0)))
    return;
  std::fprintf(stderr, "%s, direction %u, %zu bytes of associated data, %zu of text: not as by the reference\n",
               x.info().name, x.direction, x.ad.size(), x.text.size());
  std::abort();
}

}  // namespace fuzz
