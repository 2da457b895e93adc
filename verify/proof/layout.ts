/**
 * Where the module of Romulus keeps what the proof begins with, by the names of the fields in wasm-src/. The compiler confirms each
 * number in the plain and the SIMD build: tools/lint/layouts.ts.
 */

/** From the start of a field to the end of `Aead`. Behind the schedules, which differ in length, it is the same in every build. */
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

/** In `Lane`, which the plain build has not. */
export const inLane = { counter: 56, s: 112, h: 128, g: 144 };
