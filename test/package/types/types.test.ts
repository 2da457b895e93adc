/** The packed declarations, read by the TypeScript of the project itself. */
import { join } from 'node:path';
import { root } from '../tarball.js';
import { describeCompilers } from './compilation.js';

describeCompilers(['typescript'], async () => join(root, 'node_modules'));
