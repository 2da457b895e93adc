/** The Content-Security-Policy: what the page says of itself, and what a server says besides. */

const directives = [
  "default-src 'self'",
  // WebAssembly, and no scripts but those in files of the page's own.
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  // The form sends nothing anywhere.
  "form-action 'none'",
];

/** For the page's own `<meta>`. */
export const policy = directives.join('; ');

/** For the header, which alone can keep other sites from framing the page. */
export const headerPolicy = `${policy}; frame-ancestors 'none'`;
