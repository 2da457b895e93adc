// The module of Elephant with planted leaks. Its results are right. The check must report each line that says `leak`,
// with SIMD and without it.

#include "../../../../wasm-src/primitives/spongent/kernel.hpp"
#include "../../../../wasm-src/suites/elephant/elephant.hpp"
#include "../../../../wasm-src/suites/elephant/modes.hpp"
#if defined(__wasm_simd128__)
#include "../../../../wasm-src/primitives/keccak/f200_simd128.hpp"
#else
#include "../../../../wasm-src/primitives/keccak/f200.hpp"
#endif
#include "../../leaky/sink.hpp"

namespace elephant {

// Ends at the first difference of two tags.
template <Suite S>
class LeakyElephant : public Elephant<S> {
 public:
  std::uint32_t verify(const std::uint8_t* received) {
    std::uint8_t* const made = work_of<S>().padded;
    this->tag(made);
    if (made[0] != received[0]) return 0;  // leak
    leaky::sink = 1;
    return Elephant<S>::verify(received);
  }
};

// Looks up a byte of the mask in a table. The mask depends on the key alone.
template <columns::BlockPermutation KeccakF200>
struct LeakyDelirium : Delirium<KeccakF200> {
  static std::uint8_t next(const std::uint8_t* mask) {
    leaky::sink = leaky::table[mask[0]];  // leak
    return Delirium<KeccakF200>::next(mask);
  }
};

}  // namespace elephant

namespace spongent {

// Branches on a block in two cases: there is only one block, or there is a whole batch.
template <class Pi>
class LeakyKernel : public Kernel<Pi> {
 public:
  std::size_t permute(columns::Columns<Pi::length>& blocks, std::size_t count) {
    const bool is_odd = blocks.at[0][0] % 2 == 1;
    if (count == 1 && is_odd)  // leak
      leaky::sink = 2;
    if (count == columns::batch && is_odd)  // leak
      leaky::sink = 3;
    return Kernel<Pi>::permute(blocks, count);
  }
};

}  // namespace spongent

#define Kernel LeakyKernel
#define Elephant LeakyElephant
#define Delirium LeakyDelirium

#include "../../../../wasm-src/suites/elephant/module.cpp"
