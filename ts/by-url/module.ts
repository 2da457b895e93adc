/** `#module/romulus` in romulus-wasm/by-url: the builds lie in files beside the bundle. */
import { fromHex, toBase64 } from '../api/text-encodings.js';
import { fastestFile } from '../engine/module-file.js';
import { sha256 as portable } from '../suites/romulus/portable.generated.js';
import { sha256 as simd128 } from '../suites/romulus/simd128.generated.js';

const integrityOf = (sha256: string) => `sha256-${toBase64(fromHex(sha256))}`;

// Bundlers know files by this form of their addresses.
export default () =>
  fastestFile(
    () => ({ url: new URL('./romulus-portable.wasm', import.meta.url), integrity: integrityOf(portable) }),
    () => ({ url: new URL('./romulus.wasm', import.meta.url), integrity: integrityOf(simd128) }),
  );
