/** The modules that the package ships of Romulus. */
import { bytesOf, relaxed } from '../../ts/engine/module-text.js';
import * as portable from '../../ts/suites/romulus/portable.generated.js';
import * as simd128 from '../../ts/suites/romulus/simd128.generated.js';

export const builds = ['portable', 'simd128', 'relaxed'] as const;
export type Build = (typeof builds)[number];

const texts: Record<Build, string> = {
  portable: portable.text,
  simd128: simd128.text,
  relaxed: relaxed(simd128.text),
};

export const moduleOf = (build: Build): Uint8Array => bytesOf(texts[build]);
