// Fuzzes the resumable interface of one mode (-DMODE=0 to 3: N, M, T, H): a message that comes by pieces, with its
// state taken out between them and the window dirty, against the same message by the portable kernel in one piece.

#include "reader.hpp"
#include "reference.hpp"

namespace {

constexpr auto mode = static_cast<caller::Mode>(MODE);

// What the caller of the package does between two pieces: another call comes in, and the state is put back after it.
class Interruption {
 public:
  explicit Interruption(fuzz::Reader& reader) : reader_(reader) {}

  void operator()() {
    const std::uint8_t choice = reader_.byte();
    if (choice % 4 != 0) return;
    const std::size_t length = mode == caller::h ? hash_state_length() : aead_state_length();
    caller::Bytes state(state_address(), state_address() + length);
    fuzz::dirty(state_address(), choice);
    caller::copy(state_address(), state.data(), length);
  }

 private:
  fuzz::Reader& reader_;
};

void check(const caller::Message& message, fuzz::Reader& reader, bool whole) {
  caller::Message expected = message, x = message;
  fuzz::reference(expected);
  fuzz::dirty(state_address(), reader.byte());
  if (whole && caller::fits(x))
    caller::work_whole(x);
  else
    caller::work_by_pieces(x, fuzz::Cut(reader, mode == caller::h ? 1 : 32, piece_limit()), Interruption(reader));
  fuzz::expect_same(x, expected);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Reader reader(data, size);
  const std::uint8_t options = reader.byte();
  caller::Message x = fuzz::message(reader, mode, 3 * piece_limit());
  check(x, reader, (options & 1) != 0);
  if (mode == caller::h) return 0;
  fuzz::reference(x);
  x.direction = caller::decrypt;
  if ((options & 2) != 0) fuzz::forge(x, reader);
  check(x, reader, (options & 4) != 0);
  return 0;
}
