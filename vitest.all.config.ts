/** `npm run test:all`: every test, on every build of every engine that can run it, and the consumers of the package. */
import { projectsOf } from './vitest.config.js';

export default await projectsOf('all');
