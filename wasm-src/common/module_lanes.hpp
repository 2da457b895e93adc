// The functions for many messages side by side, which need SIMD. A suite's Memory has `lanes`, their scheduler, and
// `lane`, the array of the lanes.
#pragma once

#if defined(__wasm_simd128__)
extern "C" {

// The memory of the lanes lies before the state. It begins with working memory, whose contents no later call needs. The
// lanes follow. A lane begins with the words of LaneBase. At lane_key_offset, it has key || nonce || tag || data.
std::uint8_t* lanes_work_address() { return reinterpret_cast<std::uint8_t*>(&memory); }
std::uint8_t* lanes_address() { return reinterpret_cast<std::uint8_t*>(&memory.lane); }
std::size_t lane_length() { return sizeof memory.lane[0]; }
std::size_t lane_key_offset() {
  return static_cast<std::size_t>(reinterpret_cast<std::uint8_t*>(&memory.lane[0].key) - lanes_address());
}
std::size_t lane_piece_limit() { return std::remove_reference_t<decltype(memory.lane[0])>::piece_length; }

// Runs the first `count` lanes. Returns a bit for each lane that has a request, and 0 if no lane has a message.
std::uint32_t lanes_run(Mode mode, Direction direction, unsigned count) {
  return memory.lanes.run(mode, direction, memory.lane, count);
}
}
#endif
