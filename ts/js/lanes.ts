/** `#lanes` in romulus-wasm/js. The engine of this entry has no lanes, so no code makes a `Lanes` object. */
export const Lanes = undefined;
