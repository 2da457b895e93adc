/** The packed declarations, compiled by the project's own TypeScript. */
import { join } from 'node:path';
import { root } from '../tarball.js';
import { describeCompilers } from './compilation.js';

describeCompilers(['typescript'], async () => join(root, 'node_modules'));
