// A bare chain of calls of the block cipher, whose key schedule is ready. The modes are measured against it.

#if defined(__wasm_simd128__)
#include "../../wasm-src/primitives/skinny/simd128.hpp"
using Cipher = skinny::Simd128<skinny::Skinny128_384Plus>;
#else
#include "../../wasm-src/primitives/skinny/portable.hpp"
using Cipher = skinny::Portable<skinny::Skinny128_384Plus>;
#endif

namespace {
Cipher::Schedule schedule;
common::Block first, second;
}  // namespace

extern "C" {

// Each call encrypts the result of the call before it.
void chain_of_one(unsigned calls) {
  for (unsigned i = 0; i < calls; i++) Cipher::encrypt(schedule, common::Block{i, 0}, first);
}

void chain_of_pairs(unsigned pairs) {
  for (unsigned i = 0; i < pairs; i++) Cipher::encrypt_pair(schedule, common::Block{i, 0}, first, second);
}
}
