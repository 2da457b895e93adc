// The WebAssembly intrinsics in a native build, by SIMDe (Debian: libsimde-dev), with -msse4.2.
#pragma once
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>

// This is a function: the commas of a template's arguments would end an argument of a macro.
// SIMDe 0.7 lacks the other functions.
#undef wasm_v128_xor
static inline v128_t wasm_v128_xor(v128_t a, v128_t b) { return simde_wasm_v128_xor(a, b); }
#undef wasm_i64x2_const_splat
static inline v128_t wasm_i64x2_const_splat(int64_t x) { return simde_wasm_i64x2_splat(x); }
#undef wasm_i8x16_const_splat
static inline v128_t wasm_i8x16_const_splat(int8_t x) { return simde_wasm_i8x16_splat(x); }
#undef wasm_i16x8_const_splat
static inline v128_t wasm_i16x8_const_splat(int16_t x) { return simde_wasm_i16x8_splat(x); }
