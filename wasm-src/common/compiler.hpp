// Macros that inline functions and unroll loops, and the name of the build. A state stays in local variables only if
// functions that touch it are inlined and loops over its words are unrolled.
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

// In the module for JavaScript, many functions are called that other modules inline, because users download its text.
#if defined(FOR_JAVASCRIPT)
#define INLINE_UNLESS_JAVASCRIPT [[gnu::noinline]] inline
inline constexpr bool for_javascript = true;
#else
#define INLINE_UNLESS_JAVASCRIPT INLINE
inline constexpr bool for_javascript = false;
#endif

// Makes the compiler read constants from memory. Otherwise, engines would build a vector anew, or spill it in loops.
template <class Tables>
INLINE void hide(const Tables*& tables) {
  asm volatile("" : "+r"(tables));
}

}  // namespace common
