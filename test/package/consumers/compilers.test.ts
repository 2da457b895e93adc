/** The packed declarations, compiled by the oldest supported TypeScript, the newest, and some between. */
import { describeCompilers } from '../types/compilation.js';
import { installPrograms } from './consumer.js';

const installed = installPrograms('compilers');
describeCompilers(['typescript-5.4', 'typescript-5.7', 'typescript-6.0', 'typescript-7.0'], () => installed);
