// The module of Romulus over Deoxys-BC with planted leaks. Its results are right. The check must report each line that
// says `leak`, with SIMD and without it.

#if defined(__wasm_simd128__)
#include "../../../../wasm-src/primitives/deoxys-bc/simd128.hpp"
#else
#include "../../../../wasm-src/primitives/deoxys-bc/portable.hpp"
#endif
#include "../../leaky/cipher.hpp"

namespace deoxys_bc {

#if defined(__wasm_simd128__)
using LeakySimd128 = leaky::Cipher<Simd128>;
#define Simd128 LeakySimd128
#else
using LeakyPortable = leaky::Cipher<Portable>;
#define Portable LeakyPortable
#endif

}  // namespace deoxys_bc

#define equal leaky_equal

#include "../../../../wasm-src/suites/deoxys/module.cpp"
