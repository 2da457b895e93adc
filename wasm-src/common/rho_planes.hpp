// rho on planes of bits, in kernels that compute many blocks side by side (rho.hpp).
#pragma once

#include <wasm_simd128.h>

#include "compiler.hpp"
#include "rho.hpp"

namespace common {

// rho, or its inverse, on a block of each lane, by the kernel that has them: it may have a rho of its own.
template <class Cipher, class Planes>
[[gnu::always_inline]] inline void rho(const Cipher& cipher, Direction direction, Planes& state, Planes& text) {
  if constexpr (requires { cipher.rho(direction, state, text); })
    return cipher.rho(direction, state, text);
  else
    cipher.each_byte(
        state, text, [direction](auto& s, auto& t) __attribute__((always_inline)) {
          const auto bit_0 = s[0];
          UNROLLED(unsigned b = 0; b < 8; b++) {
            // G: each bit is the next one, and the last also takes the first [romulus 2.4].
            const auto next = b < 7 ? s[b + 1] : wasm_v128_xor(s[7], bit_0);
            const auto in = t[b], out = wasm_v128_xor(in, next);
            t[b] = out;
            s[b] = wasm_v128_xor(s[b], direction == Direction::encrypt ? in : out);
          }
        });
}

}  // namespace common
