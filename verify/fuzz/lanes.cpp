// Fuzzes messages in lanes, whole or in pieces, some forged. For each alone, the reference must get the same result.

#include "reader.hpp"

namespace {

void check(const std::vector<caller::Message>& messages, unsigned count, fuzz::Reader& reader) {
  std::vector<caller::Message> x = messages;
  fuzz::dirty(memory_map()->lanes_work, reader.byte());
  caller::work_in_lanes(
      x, count, [&] { return (reader.byte() & 1) == 0; },
      fuzz::Cut(reader, x[0].info().unit, memory_map()->lane_piece_limit));
  for (std::size_t i = 0; i < x.size(); i++) {
    caller::Message expected = messages[i];
    reference(expected);
    caller::expect_same(x[i], expected, "in lanes");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Reader reader(data, size);
  const auto mode = static_cast<caller::Mode>(reader.byte() % std::size(caller::mode_infos));
  // There may be more messages than lanes: then some lanes take a second one while others are still at their first.
  const unsigned count = 1 + reader.byte() % caller::most_lanes;
  const unsigned messages = count + reader.byte() % 16;
  std::vector<caller::Message> x;
  for (unsigned i = 0; i < messages; i++) x.push_back(fuzz::message(reader, mode, 2 * memory_map()->lane_piece_limit));
  check(x, count, reader);
  if (caller::is_hash(mode)) return 0;
  for (caller::Message& message : x) {
    reference(message);
    message.direction = caller::decrypt;
    if (reader.byte() % 4 == 0) fuzz::forge(message, reader);
  }
  check(x, count, reader);
  return 0;
}
