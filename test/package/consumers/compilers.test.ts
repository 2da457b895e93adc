/** The packed declarations, read by the oldest TypeScript that is promised, the newest, and steps between. */
import { describeCompilers } from '../types/compilation.js';
import { installPrograms } from './consumer.js';

const installed = installPrograms('compilers');
describeCompilers(['typescript-5.4', 'typescript-5.7', 'typescript-6.0', 'typescript-7.0'], () => installed);
