// `#module/tgif`, unless package.json names another file for the runtime; not to be edited.
import { fastestOf } from '../../engine/module-text.js';
import { text } from './simd128.generated.js';

export default () => fastestOf(text);
