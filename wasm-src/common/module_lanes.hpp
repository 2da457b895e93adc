// The functions for many messages side by side, which need SIMD. A suite's Memory has `lanes`, their scheduler, and
// `lane`, the array of the lanes.
#pragma once

#if defined(__wasm_simd128__)
extern "C" {

// Runs the first `count` lanes. Returns a bit for each lane that has a request, and 0 if no lane has a message.
std::uint32_t lanes_run(Mode mode, Direction direction, unsigned count) {
  return memory.lanes.run(mode, direction, memory.lane, count);
}
}
#endif
