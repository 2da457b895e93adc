// How functions and loops are compiled. A state stays in local variables only where all that touches it is inlined and
// every loop over its words is unrolled.
#pragma once

#define INLINE [[gnu::always_inline]] static inline
#if defined(__clang__)
#define LOOP _Pragma("clang loop unroll(disable)") for
#define UNROLLED _Pragma("clang loop unroll(full)") for
#else
#define LOOP for
#define UNROLLED for
#endif
