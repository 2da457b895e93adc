/** Where the module comes from: here, from base64 in this package. Bundles for edge runtimes have their own source. */
import { base64 } from './portable.generated.js';

export const defaultSource = (): Uint8Array => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
