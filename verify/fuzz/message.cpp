// Fuzzes the resumable interface, for a message that comes in pieces. Between two pieces, the state may be taken out
// and the window may be dirty. The result must be the same as that of the reference. The build of the target may fix
// the mode (-DMODE=...). Otherwise, the input chooses it.

#include "reader.hpp"

namespace {

caller::Mode mode_of([[maybe_unused]] fuzz::Reader& reader) {
#if defined(MODE)
  return MODE;
#else
  return static_cast<caller::Mode>(reader.byte() % std::size(caller::mode_infos));
#endif
}

// Acts as the package does between two pieces: another call uses the module, and then the state is put back.
class Interruption {
 public:
  Interruption(fuzz::Reader& reader, caller::Mode mode) : reader_(reader), length_(caller::state_length(mode)) {}

  void operator()() {
    const std::uint8_t choice = reader_.byte();
    if (choice % 4 != 0) return;
    caller::Bytes state(memory_map()->state, memory_map()->state + length_);
    fuzz::dirty(memory_map()->state, choice);
    caller::copy(memory_map()->state, state.data(), length_);
  }

 private:
  fuzz::Reader& reader_;
  std::size_t length_;
};

void check(const caller::Message& message, fuzz::Reader& reader, bool whole) {
  caller::Message expected = message, x = message;
  reference(expected);
  fuzz::dirty(memory_map()->state, reader.byte());
  if (whole && caller::fits(x))
    caller::work_whole(x);
  else
    caller::work_by_pieces(x, fuzz::Cut(reader, caller::is_hash(x.mode) ? 1 : x.info().unit, memory_map()->piece_limit),
                           Interruption(reader, x.mode));
  caller::expect_same(x, expected, "alone");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Reader reader(data, size);
  const std::uint8_t options = reader.byte();
  caller::Message x = fuzz::message(reader, mode_of(reader), 3 * memory_map()->piece_limit);
  check(x, reader, (options & 1) != 0);
  if (caller::is_hash(x.mode)) return 0;
  reference(x);
  x.direction = caller::decrypt;
  if ((options & 2) != 0) fuzz::forge(x, reader);
  check(x, reader, (options & 4) != 0);
  return 0;
}
