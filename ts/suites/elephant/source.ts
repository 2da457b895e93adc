/** Where Elephant's module comes from: from text in this package. */
import { fastestOf } from '../../engine/detect.js';
import type { ModuleSource } from '../../platform.js';
import { hex as portable } from './portable.generated.js';
import { hex as simd128 } from './simd128.generated.js';

export const defaultSource = (): ModuleSource => fastestOf(portable, simd128);
