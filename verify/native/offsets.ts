/**
 * The places, in bytes, of the values that a message begins with in the module of Romulus. The names are those of the
 * fields in wasm-src/. tools/lint/layouts.ts asks the compiler to confirm each number for the plain and the SIMD build.
 */

/** The distance from a field to the end of `Aead`. The schedules, whose lengths differ, lie before the fields. */
export const beforeEndOfAead = {
  'n.s_': 144,
  'n.counter_': 128,
  'm.mac_': 144,
  'm.s_': 128,
  'm.mac_counter_': 112,
  'm.counter_': 104,
  'm.due_': 78,
  't.hash_.h_': 144,
  't.hash_.g_': 128,
  't.z_': 96,
  't.waiting_': 64,
  't.tag_': 48,
  't.counter_': 32,
  't.hashed_': 24,
  't.due_': 15,
};

/** Offsets in `H<Romulus>`. */
export const inHash = { 'state_.chain.h_': 0, 'state_.chain.g_': 16 };

/** Offsets in `Lane`, which only the SIMD build has. */
export const inLane = { counter: 56, s: 112, h: 128, g: 144 };
