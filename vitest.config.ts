/** `npm test`: every promise, on as few builds and engines as show it. */
import { projectsOf } from './test/projects.js';

export default await projectsOf('usual');
