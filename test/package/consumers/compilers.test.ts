/** The packed declarations, compiled by the oldest supported TypeScript, the newest, and some between. */
import { describeCompilers } from '../types/compilation.js';
import { programs } from './consumer.js';

describeCompilers(['typescript-5.4', 'typescript-5.7', 'typescript-6.0', 'typescript-7.0'], async () => programs);
