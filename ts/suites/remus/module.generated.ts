// `#module/remus`, unless package.json names another file for the runtime; not to be edited.
import { fastestOf } from '../../engine/detect.js';
import { text as portable } from './portable.generated.js';
import { text as simd128 } from './simd128.generated.js';

export default () => fastestOf(portable, simd128);
