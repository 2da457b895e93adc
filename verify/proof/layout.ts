/**
 * The places of the values that the proof begins with, in the module of Romulus, by the names of the fields in wasm-src/. The
 * compiler confirms each number in the plain and the SIMD build: tools/lint/layouts.ts.
 */

/** From the start of a field to the end of `Aead`: the schedules, whose lengths differ, lie before the fields. */
export const beforeEndOfAead = {
  'n.s_': 144,
  'n.counter_': 128,
  'm.mac_': 144,
  'm.mac_counter_': 112,
  'm.counter_': 104,
  't.hash_.h_': 144,
  't.hash_.g_': 128,
  't.counter_': 32,
  't.hashed_': 24,
};

/** In `H<Romulus>`. */
export const inHash = { 'state_.chain.h_': 0, 'state_.chain.g_': 16 };

/** In `Lane`, which only the SIMD build has. */
export const inLane = { counter: 56, s: 112, h: 128, g: 144 };
