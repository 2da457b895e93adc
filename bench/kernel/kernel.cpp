// A bare chain of calls of the block cipher, whose key schedule is ready: the modes are measured against it. And the
// primitives alone that the benchmarks of other libraries have, each on a state that is in memory between two calls.

#include "../../wasm-src/primitives/spongent/kernel.hpp"

#include "../../wasm-src/primitives/ascon/portable.hpp"
#include "../../wasm-src/primitives/keccak/p400_portable.hpp"
#include "../../wasm-src/primitives/skinny/simd128.hpp"

using Cipher = skinny::Simd128<skinny::Skinny128_384Plus>;

namespace {
Cipher::Schedule schedule;
common::Block first, second;

// The text and the three words of a tweakey, or the state of a permutation.
alignas(16) std::uint8_t state[64];
columns::Columns<22> blocks;

INLINE void forget() { asm volatile("" : : : "memory"); }

template <class P>
INLINE void permute(typename P::State& its_state, unsigned rounds, unsigned times) {
  P::load(its_state, state);
  LOOP(unsigned i = 0; i < times; i++) {
    P::permute(its_state, rounds);
    forget();
  }
  P::store(state, its_state);
}

ascon::Portable::State ascon_state;
keccak::Portable::State keccak_state;

// Runs the first rounds of Spongent-pi.
template <class Pi>
INLINE void permute_block(spongent::Block1<Pi>& kernel, unsigned times) {
  auto& its_blocks = reinterpret_cast<columns::Columns<Pi::length>&>(blocks);
  for (std::size_t c = 0; c < Pi::length; c++) blocks.at[c][0] = state[c];
  LOOP(unsigned i = 0; i < times; i++) kernel.permute(its_blocks, 0);
  for (std::size_t c = 0; c < Pi::length; c++) state[c] = blocks.at[c][0];
}

using spongent::Pi160, spongent::Pi176;
spongent::Block1<Pi160> spongent160;
spongent::Block1<Pi176> spongent176;
spongent::Block1<spongent::Pi<Pi160::width, 1, Pi160::counter>> spongent160_round;
spongent::Block1<spongent::Pi<Pi176::width, 1, Pi176::counter>> spongent176_round;
}  // namespace

extern "C" {

// Each call encrypts the result of the call before it.
void chain_of_one(unsigned calls) {
  for (unsigned i = 0; i < calls; i++) Cipher::encrypt(schedule, common::Block{i, 0}, first);
}

void chain_of_pairs(unsigned pairs) {
  for (unsigned i = 0; i < pairs; i++) Cipher::encrypt_pair(schedule, common::Block{i, 0}, first, second);
}

std::uint8_t* state_address() { return state; }

// Each call makes the schedule of the whole tweakey anew.
void skinny_tbc(unsigned times) {
  first = common::load(state);
  LOOP(unsigned i = 0; i < times; i++) {
    forget();
    Cipher::add_tweakey<2>(schedule, Cipher::bare, common::load(state + 32));
    Cipher::add_tweakey<3>(schedule, schedule, common::load(state + 48));
    Cipher::encrypt(schedule, common::load(state + 16), first);
  }
  common::store(state, first);
}

void ascon_permutation(unsigned rounds, unsigned times) { permute<ascon::Portable>(ascon_state, rounds, times); }
void keccak_permutation(unsigned rounds, unsigned times) { permute<keccak::Portable>(keccak_state, rounds, times); }

void spongent_permutation(unsigned width, unsigned rounds, unsigned times) {
  if (width == Pi160::width)
    rounds == 1 ? permute_block(spongent160_round, times) : permute_block(spongent160, times);
  else
    rounds == 1 ? permute_block(spongent176_round, times) : permute_block(spongent176, times);
}
}
