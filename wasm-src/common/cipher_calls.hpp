// How often the portable kernels of block ciphers are called: counted where CIPHER_CALLS_COUNTED is defined
// (verify/native/call_counts.cpp); in the modules this is nothing.
#pragma once

#include "compiler.hpp"

namespace common {

#if defined(CIPHER_CALLS_COUNTED)
inline unsigned long cipher_calls = 0;

INLINE void count_cipher_call() { cipher_calls++; }
#else
INLINE void count_cipher_call() {}
#endif

}  // namespace common
