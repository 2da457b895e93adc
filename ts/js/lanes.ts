/** `#lanes` in romulus-wasm/js: its engine has none, so nobody makes one. */
export const Lanes = undefined;
