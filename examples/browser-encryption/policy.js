/** The Content-Security-Policy, for the page's own `<meta>`: WebAssembly, and no scripts but those in files of the page's own. */
export const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

/** For the header, which alone can keep other sites from framing the page. */
export const headerPolicy = `${policy}; frame-ancestors 'none'`;
