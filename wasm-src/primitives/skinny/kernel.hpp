// The kernel of a member of SKINNY for this build.
#pragma once

#if defined(__wasm_simd128__)
#include "simd128.hpp"
#else
#include "portable.hpp"
#endif

namespace skinny {

#if defined(__wasm_simd128__)
template <class Member>
using Kernel = Simd128<Member>;
#else
template <class Member>
using Kernel = Portable<Member>;
#endif

}  // namespace skinny
