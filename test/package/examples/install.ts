/** Installs the examples before any test, because tests that share an example run side by side. */
import { join } from 'node:path';
import { installExample, root } from '../npm.js';

export default function setup(): void {
  for (const example of ['browser-encryption', 'bulk', 'hash-service']) installExample(join(root, 'examples', example));
}
