// Attributes for functions and loops. A state stays in local variables only if every function that touches it is
// inlined and every loop over its words is unrolled.
#pragma once

#include <cstddef>
#include <cstdint>

#define INLINE [[gnu::always_inline]] static inline
#if defined(__clang__)
#define LOOP _Pragma("clang loop unroll(disable)") for
#define UNROLLED _Pragma("clang loop unroll(full)") for
#else
#define LOOP for
#define UNROLLED for
#endif

namespace common {

// The build makes JavaScript from a module that computes in words of 32 bits. This module calls many functions that
// other modules inline, because users download its text.
#if defined(FOR_JAVASCRIPT)
#define INLINE_UNLESS_JAVASCRIPT [[gnu::noinline]] inline
inline constexpr bool for_javascript = true;
#else
#define INLINE_UNLESS_JAVASCRIPT INLINE
inline constexpr bool for_javascript = false;
#endif

// Makes the compiler read constants from memory at each use. Otherwise, engines would build a literal vector anew at
// each use, or would spill a vector that is held across a loop.
template <class Tables>
INLINE void hide(const Tables*& tables) {
  asm volatile("" : "+r"(tables));
}

// Counts calls of the portable block ciphers if CIPHER_CALLS_COUNTED is defined (verify/native/call_counts.cpp).
#if defined(CIPHER_CALLS_COUNTED)
inline unsigned long cipher_calls = 0;
INLINE void count_cipher_call() { cipher_calls++; }
#else
INLINE void count_cipher_call() {}
#endif

}  // namespace common
